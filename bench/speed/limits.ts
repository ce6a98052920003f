import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { ripgrepProgram } from '../code/ripgrep.ts'
import { mean } from '../quality/metrics.ts'
import { measure, type Command, type Cost } from './command.ts'
import type { Query } from './queries.ts'
import { freshFolder, sizeOf, type Corpus } from './run.ts'

/** Time of the machine for the bare work, with no program around it. */
export interface Limits {
  readonly read: Cost
  /** The same terms into FTS5. */
  readonly insert: Cost
  readonly insertBytes: number
  /** Mean of some queries; not a number without ripgrep. */
  readonly ripgrepSeconds: number
}

const GREPPED = 20

export async function measureLimits(corpus: Corpus, queries: readonly Query[], scratch: string): Promise<Limits> {
  const folder = freshFolder(join(scratch, 'limits'))
  const terms = join(folder, 'terms')
  const database = freshFolder(join(folder, 'raw'))
  await measure(script('dump-terms.ts', corpus.folder, terms))
  const read = await measure(script('read-files.ts', corpus.folder))
  const insert = await measure(script('insert-terms.ts', terms, join(database, 'raw.sqlite')))
  const insertBytes = sizeOf(database)
  rmSync(folder, { recursive: true })
  return { read, insert, insertBytes, ripgrepSeconds: grep(corpus.folder, queries) }
}

/** Processes of their own, so that they are measured as the programs are. */
const script = (name: string, ...args: readonly string[]): Command => ({
  args: [fileURLToPath(new URL(name, import.meta.url)), ...args],
  env: {},
})

function grep(folder: string, queries: readonly Query[]): number {
  const program = ripgrepProgram()
  return program ? mean(queries.slice(0, GREPPED).map(({ text }) => grepOnce(program, longestWord(text), folder))) : NaN
}

function grepOnce(program: string, word: string, folder: string): number {
  const started = performance.now()
  spawnSync(program, ['-l', '-F', '-i', '--', word, folder], { stdio: 'ignore' })
  return (performance.now() - started) / 1_000
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

const longestWord = (query: string): string =>
  [...segmenter.segment(query)]
    .map(({ segment }) => segment)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
