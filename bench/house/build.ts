import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as composing from '../../packages/cli/src/compose.ts'
import type * as operationsOf from '../../packages/cli/src/load-operations.ts'
import type * as settings from '@wuku/settings/app-settings'
import type * as brief from '@wuku/kernel/brief-answer'
import type * as callers from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import type * as door from '@wuku/kernel/invoke/invoke'
import { filesBelow } from './stamps.ts'

const here = fileURLToPath(new URL('../..', import.meta.url))

/** A checkout of the product, run from its sources. Two of them may run in one process. */
export interface Build {
  readonly name: string
  /** The same for all versions of the product that index alike. */
  readonly indexStamp: string
  open(home: string, env?: Readonly<Record<string, string | undefined>>): Promise<Product>
}

/** Tools, everything that is not given by default. */
export interface Tools {
  call<Output>(tool: string, input: object): Promise<Output>
  /** The answer as programs read it, and as models do. */
  told(tool: string, input: object): Promise<{ readonly output: unknown; readonly told: unknown }>
}

/** The product with a data folder of its own, asked through the one door of all surfaces. */
export interface Product extends Tools {
  readonly engine: Engine
  /** Its data folder. */
  readonly home: string
  close(): Promise<void>
}

export function buildAt(checkout: string = here): Build {
  const folder = resolve(checkout)
  return {
    name: folder === resolve(here) ? 'this' : basename(folder),
    get indexStamp() {
      return stampOf(folder)
    },
    async open(home, env = {}) {
      const { compose, readSettings, loadOperations, invoke, owner, briefAnswer } = await modulesOf(folder)
      const surroundings = {
        env: { WUKU_HOME: home, PATH: process.env['PATH'], ...env },
        platform: process.platform,
        userFolder: homedir(),
      }
      const engine = await compose(await readSettings(surroundings), surroundings)
      const operations = new Map((await loadOperations()).map((each) => [each.name, each]))
      const run = async (tool: string, input: object) => {
        const operation = operations.get(tool)
        if (!operation) throw new Error(`There is no tool "${tool}" to ask.`)
        const call = {
          surface: 'mcp' as const,
          caller: owner('bench'),
          isBrief: true,
          signal: new AbortController().signal,
          progress: () => {},
          engine: async () => engine,
        }
        return { operation, ...(await invoke(operation, { ...input }, call)) }
      }
      return {
        engine,
        home,
        call: async <Output>(tool: string, input: object) => (await run(tool, input)).output as Output,
        async told(tool, given) {
          const { operation, input, output } = await run(tool, given)
          return { output, told: briefAnswer(operation, output, input) }
        },
        close: () => engine.close(),
      }
    },
  }
}

async function modulesOf(folder: string) {
  const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(folder, 'src', path)).href)
  const [{ compose }, { readSettings }, { loadOperations }, { invoke }, { owner }, { briefAnswer }] = await Promise.all(
    [
      load<typeof composing>('app/compose.ts'),
      load<typeof settings>('app/settings.ts'),
      load<typeof operationsOf>('app/operations.ts'),
      load<typeof door>('surfaces/invoke.ts'),
      load<typeof callers>('engine/caller.ts'),
      load<typeof brief>('engine/brief-answer.ts'),
    ],
  )
  return { compose, readSettings, loadOperations, invoke, owner, briefAnswer }
}

/** Files of these folders order, cut and write answers; no index differs for them. */
const ANSWERS =
  /^src\/(?:ranking|surfaces|app\/(?:commands|connect|serve|doctor|session-context)|engine\/(?:search|operations|evaluate|rendering)|kinds\/[a-z]+\/(?:search|operations|pack|map|gathering|timeline|stats|ranking\.ts))\b/

function stampOf(folder: string): string {
  const hash = createHash('sha256')
  for (const path of filesBelow(join(folder, 'src')).map((each) => `src/${each}`))
    if (!ANSWERS.test(path)) hash.update(`${path}\0${readFileSync(join(folder, path), 'utf8')}\0`)
  return hash.digest('hex')
}
