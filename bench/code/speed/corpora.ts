import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { chooseFiles } from '../../corpus.ts'
import { treesFolder } from '../places.ts'
import { makeQueries, type Query } from './queries.ts'

/** A repository as it lies on the disk. */
export interface Corpus {
  readonly name: string
  readonly folder: string
  readonly files: number
  /** Bytes of its text files that are not too large to be source. */
  readonly textBytes: number
  readonly queries: readonly Query[]
  /** Others of the same kinds, which a server is asked first. */
  readonly warmUp: readonly Query[]
}

/** Files from which the queries are made. */
const READ_FOR_QUERIES = 2_000

const SOURCE = new Set(['.ts', '.tsx', '.js', '.jsx', '.mjs', '.rb', '.py', '.go', '.rs', '.java', '.c', '.php'])

/** A tree of `bench/code/repositories.ts`, or nothing when it is not there. */
export function openCorpus(name: string): Corpus | undefined {
  const folder = join(treesFolder, 'perf', name)
  if (!existsSync(folder)) return undefined
  const paths = filesBelow(folder)
  const chosen = chooseFiles(
    paths.filter((path) => SOURCE.has(extname(path))),
    READ_FOR_QUERIES,
  )
  const files = chosen.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  const queries = makeQueries(files)
  const asked = new Set(queries.map(({ text }) => text))
  const warmUp = makeQueries(files.toReversed()).filter(({ text }) => !asked.has(text))
  return { name, folder, files: paths.length, textBytes: textBytesOf(folder, paths), queries, warmUp }
}

const MOST_TEXT = 512 * 1_024

function textBytesOf(folder: string, paths: readonly string[]): number {
  const files = paths.map((path) => readFileSync(join(folder, path)))
  return files.reduce((sum, file) => (file.length > MOST_TEXT || file.includes(0) ? sum : sum + file.length), 0)
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.git/') && path !== '.git')

const PER_FOLDER = 100

/** So many small modules, a hundred in a folder, each importing the one before it. */
export function writeSmallFiles(folder: string, files: number): number {
  let bytes = 0
  for (let at = 0; at < files; at++) {
    const place = join(folder, `part${Math.floor(at / PER_FOLDER)}`)
    if (at % PER_FOLDER === 0) mkdirSync(place, { recursive: true })
    const text = smallModule(at)
    bytes += text.length
    writeFileSync(join(place, `step${at}.ts`), text)
  }
  return bytes
}

const smallModule = (at: number): string =>
  [
    at % PER_FOLDER === 0 ? '' : `import { step${at - 1} } from './step${at - 1}.ts'\n`,
    `/** Step ${at} of the long way. */`,
    `export function step${at}(distance: number): number {`,
    `  return ${at % PER_FOLDER === 0 ? 'distance' : `step${at - 1}(distance)`} + ${at}`,
    `}\n`,
  ].join('\n')
