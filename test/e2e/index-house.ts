import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { IndexReport } from '@wuku/kernel/base/parts/index-runs'
import { atEnd, folderToEnd } from './at-end.ts'
import { launcher, runCommandSync, runInProcessSync, type Ran } from './run-command.ts'
import { envOf } from './store.ts'
import { writeFiles } from '../scratch.ts'

export { launcher, type Ran }

/** A machine with a folder of notes and an empty data folder, used through the command line alone. */
export interface House {
  readonly notes: string
  readonly data: string
  readonly database: string
  write(files: Readonly<Record<string, string | Uint8Array>>): void
  run(...args: readonly string[]): Ran
  runInProcess(...args: readonly string[]): Ran
  /** Where no file may grow over so many kilobytes, as on a disk that is full. */
  runLimited(kilobytes: number, ...args: readonly string[]): Ran
  json<T = IndexReport>(...args: readonly string[]): T
  start(...args: readonly string[]): ChildProcess
  search(query: string): readonly SearchRow[]
}

export interface SearchRow {
  readonly file: string
  readonly score: number
  readonly line: number
  readonly snippet: string
  readonly freshness: string
}

export function openHouse(files: Readonly<Record<string, string | Uint8Array>> = {}): House {
  const folder = folderToEnd()
  const [notes, data] = [join(folder, 'notes'), join(folder, 'data')]
  const env = envOf(folder, data)
  mkdirSync(notes)
  const house: House = {
    notes,
    data,
    database: join(data, 'wuku.sqlite'),
    write: (written) => writeFiles(notes, written),
    run: (...args) => runCommandSync(args, { env }),
    runInProcess: (...args) => runInProcessSync(args, { env }),
    runLimited: (kilobytes, ...args) =>
      spawnSync('bash', ['-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`, process.execPath, launcher, ...args], {
        env,
        encoding: 'utf8',
      }),
    json: (...args) => lastObject(house.run(...args, '--json')),
    start(...args) {
      const child = spawn(process.execPath, [launcher, ...args], { env })
      atEnd(() => child.kill('SIGKILL'))
      return child
    },
    search: (query) =>
      house.json<{ results: readonly SearchRow[] }>('call', 'search', JSON.stringify({ query, limit: 100 })).results,
  }
  house.write(files)
  return house
}

/** The last line that is an object, or the whole output when it is one. */
function lastObject<T>({ stdout, stderr }: Ran): T {
  try {
    return JSON.parse(stdout) as T
  } catch {
    const line = stdout.trimEnd().split('\n').at(-1) ?? ''
    if (line.startsWith('{')) return JSON.parse(line) as T
    throw new Error(`No JSON in:\n${stdout}\n${stderr}`)
  }
}

export async function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (part: Buffer) => (stdout += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (stderr += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** Resolves at the n-th line of progress of the stage, or at the end of the process. */
export async function reached(child: ChildProcess, stage: string, lines: number): Promise<void> {
  let left = lines
  let rest = ''
  const output = child.stdout
  if (!output) throw new Error('The process has no output.')
  await new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    output.on('data', (part: Buffer) => {
      const parts = (rest + part.toString()).split('\n')
      rest = parts.pop() ?? ''
      left -= parts.filter((line) => line.includes(`"stage":"${stage}"`)).length
      if (left <= 0) resolve()
    })
  })
}

export const manyNotes = (count: number, words = 60): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `folder-${at % 17}/note-${at}.md`,
      `# Note ${at}\n\n${Array.from({ length: words }, (_word, nth) => `word${(at * 31 + nth * 7) % 997}`).join(' ')}\n\nmarker${at}\n`,
    ]),
  )
