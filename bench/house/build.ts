import { existsSync, readFileSync } from 'node:fs'
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

/** Modules of a checkout; of one from before the packages, by their places in its one folder. */
async function modulesOf(folder: string) {
  const places = existsSync(join(folder, 'packages')) ? 0 : 1
  const load = <Module>(...paths: readonly [now: string, before: string]): Promise<Module> =>
    import(pathToFileURL(join(folder, paths[places])).href)
  const [{ compose }, { readSettings }, { loadOperations }, { invoke }, { owner }, { briefAnswer }] = await Promise.all(
    [
      load<typeof composing>('packages/cli/src/compose.ts', 'src/app/compose.ts'),
      load<typeof settings>('packages/settings/src/app-settings.ts', 'src/app/settings.ts'),
      load<typeof operationsOf>('packages/cli/src/load-operations.ts', 'src/app/operations.ts'),
      load<typeof door>('packages/kernel/src/invoke/invoke.ts', 'src/surfaces/invoke.ts'),
      load<typeof callers>('packages/kernel/src/base/caller.ts', 'src/engine/caller.ts'),
      load<typeof brief>('packages/kernel/src/brief-answer.ts', 'src/engine/brief-answer.ts'),
    ],
  )
  return { compose, readSettings, loadOperations, invoke, owner, briefAnswer }
}

/** Files of these folders order, cut and write answers; no index differs for them. */
const ANSWERS =
  /^packages\/(?:(?:terminal|mcp|http-kit|server|remote|connect|cli|storehouses|transfer)\/|index-core\/src\/ranking|core\/src\/policy|kernel\/src\/(?:search|query|operations|evaluate|rendering|invoke)|(?:code|notes|docs|pads|chats)\/src\/(?:search|operations|pack|exact|map|gathering|timeline|stats|ranking\.ts))\b/

function stampOf(folder: string): string {
  const hash = createHash('sha256')
  const top = existsSync(join(folder, 'packages')) ? 'packages' : 'src'
  for (const path of filesBelow(join(folder, top)).map((each) => `${top}/${each}`))
    if (!ANSWERS.test(path) && !/\/test\/|node_modules/.test(path))
      hash.update(`${path}\0${readFileSync(join(folder, path), 'utf8')}\0`)
  return hash.digest('hex')
}
