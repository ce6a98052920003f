import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { atEnd, folderToEnd } from '../at-end.ts'
import { launcher, runCommand, type Ended } from '../run-command.ts'
import { type Agent, type Answer, openAgent } from '../open-agent.ts'
import { envOf, rowsOf } from '../store.ts'
import { writeFiles } from '../../scratch.ts'

/** A user with an empty data folder; whatever a test starts in it ends with it. */
export interface DocsHouse {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  write(path: string, content: string | Uint8Array): string
  /** Runs `wuku` to its end; servers of this process go on to answer meanwhile. */
  wuku(...args: readonly string[]): Promise<Ended>
  /** The last line of `--json`, of a run that went well. */
  json(...args: readonly string[]): Promise<Answer>
  /** All lines of `--json`. */
  lines(...args: readonly string[]): Promise<readonly Answer[]>
  /** What a run that could not do it said, with its exit code. */
  refused(...args: readonly string[]): Promise<readonly [code: number | null, said: string]>
  start(...args: readonly string[]): ChildProcess
  agent(...flags: readonly string[]): Promise<DocsAgent>
  kept(): Promise<Kept>
}

/** What lies in the data folder, seen past the program. */
export interface Kept {
  /** `docs/tide-1/1.0/` for each version that the store knows, with its state. */
  readonly versions: Readonly<Record<string, string>>
  /** Names of the sources that no search sees. */
  readonly hidden: readonly string[]
  /** Prefixes of originals that hold any file. */
  readonly originals: readonly string[]
}

export type { Answer }
export type DocsAgent = Agent

export function openDocsHouse(variables: Readonly<Record<string, string>> = {}): DocsHouse {
  const home = folderToEnd()
  const data = join(home, 'data')
  const env = { ...envOf(home, data), ...variables }
  const wuku = (...args: readonly string[]) => runCommand(args, { cwd: home, env })
  const lines = async (...args: readonly string[]): Promise<readonly Answer[]> => {
    const { code, stdout, stderr } = await wuku(...args, '--json')
    expect([args, code, code === 0 ? '' : stderr]).toEqual([args, 0, ''])
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  return {
    home,
    env,
    wuku,
    lines,
    write(path, content) {
      writeFiles(home, { [path]: content })
      return join(home, path)
    },
    json: async (...args) => (await lines(...args)).at(-1) ?? {},
    async refused(...args) {
      const { code, stderr } = await wuku(...args)
      return [code, stderr]
    },
    start(...args) {
      const child = spawn(process.execPath, [launcher, ...args], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
      atEnd(() => child.kill('SIGKILL'))
      return child
    },
    agent: (...flags) => openAgent({ tools: 'core,docs', flags, cwd: home, env }),
    kept: () => keptIn(data),
  }
}

async function keptIn(data: string): Promise<Kept> {
  const versions = (await rowsOf(data, 'SELECT originals, status FROM library_versions')) as readonly Answer[]
  const sources = (await rowsOf(data, "SELECT name, options FROM sources WHERE kind = 'docs'")) as readonly Answer[]
  return {
    versions: Object.fromEntries(versions.map(({ originals, status }) => [originals, status])),
    hidden: sources.filter(({ options }) => JSON.parse(options).hidden === true).map(({ name }) => name),
    originals: originalsIn(join(data, 'blobs')),
  }
}

/** `docs/<library>/<version>/`, where a file lies anywhere below. */
function originalsIn(blobs: string): readonly string[] {
  if (!existsSync(blobs)) return []
  const files = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const prefixes = files.map(({ parentPath, name }) => join(parentPath, name).slice(blobs.length + 1))
  return [...new Set(prefixes.map((path) => `${path.split('/').slice(0, 3).join('/')}/`))].toSorted()
}

/** Pages of Markdown by path, each of which says `word`. */
export const pagesSaying = (word: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `page-${at}.md`,
      `# Harbour ${at}\n\n## Tide ${at}\n\nThe harbour computes its tide in the ${word} way.\n\n\`\`\`ts\nconst tide = harbour${at}.compute('${word}')\n\`\`\`\n`,
    ]),
  )
