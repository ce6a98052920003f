import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { chooseFiles, markdownFiles } from '../corpus.ts'
import { writeFiles } from '../quality/files.ts'
import { loadSet } from '../quality/sets.ts'
import { makeQueries } from './queries.ts'
import { freshFolder, sizeOf, type Corpus } from './run.ts'

/** Documents from which the queries are made. */
const READ_FOR_QUERIES = 1_000

/** Copies `files` Markdown files of the folders, chosen by the SHA-1 of their paths; all programs read such copies. */
export function gatherFiles(folders: readonly string[], files: number, scratch: string): Corpus {
  const found = new Map(folders.filter(existsSync).flatMap((folder) => listFiles(folder, folders.length > 1)))
  if (found.size < files) throw tooFew(found.size, files, folders)
  const chosen = chooseFiles([...found.keys()], files)
  const target = freshFolder(join(scratch, 'files'))
  for (const path of chosen) cpSync(found.get(path) ?? '', join(target, path))
  return describe({ name: `Markdown of ${sayParts(chosen)}`, folder: target, language: 'en' })
}

/** Paths in the copy, each with its file. Nobody indexes a folder called `node_modules`. */
function listFiles(folder: string, named: boolean): readonly (readonly [string, string])[] {
  const prefix = named ? `${basename(folder)}/` : ''
  return markdownFiles(resolve(folder)).map((path) => [
    `${prefix}${path}`.replaceAll('node_modules', 'packages'),
    join(resolve(folder), path),
  ])
}

/** `cpp-docs (9,700 files), win32 (10,300 files)`. */
function sayParts(paths: readonly string[]): string {
  const parts = [...Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.indexOf('/'))) || 'the folder itself')]
  const largest = parts.toSorted(([, a], [, b]) => b.length - a.length).slice(0, 5)
  const rest = parts.length > largest.length ? ` and ${parts.length - largest.length} more folders` : ''
  return `${largest.map(([name, held]) => `${name} (${held.length.toLocaleString('en')} files)`).join(', ')}${rest}`
}

/** The documents of a question set as files, with its own questions. */
export function gatherSet(folder: string, cache: string): Corpus {
  const set = loadSet(dirname(folder), basename(folder))
  return describe({
    name: `Documents of ${set.name}`,
    folder: writeFiles(set, cache),
    language: set.language === 'zh' ? 'zh' : 'en',
    questions: set.questions.map(({ text }) => text),
  })
}

interface Gathered {
  readonly name: string
  readonly folder: string
  readonly language: 'en' | 'zh'
  readonly questions?: readonly string[]
}

function describe({ name, folder, language, questions = [] }: Gathered): Corpus {
  const paths = markdownFiles(folder)
  const documents = chooseFiles(paths, READ_FOR_QUERIES).map((path) => readFileSync(join(folder, path), 'utf8'))
  const queries = makeQueries({ documents, language, questions })
  return { name, folder, files: paths.length, bytes: sizeOf(folder), queries }
}

const tooFew = (found: number, wanted: number, folders: readonly string[]): Error =>
  new Error(
    `${found} Markdown files in ${folders.join(', ')}, and ${wanted} are to be measured. ` +
      `Ask for fewer with --files, or name a folder with --corpus; "node bench/corpus.ts" says how to make the usual one.`,
  )
