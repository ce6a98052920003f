import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { chooseFiles, markdownFiles } from '../corpus.ts'
import { questionsAbout, type Questions } from './queries.ts'
import { freshFolder, type Corpus } from './run.ts'

/** All sizes are samples of one corpus, of the same mixture; each holds the smaller ones. */
export interface Corpora {
  readonly sizes: readonly number[]
  /** Sizes that the corpus is too small for. */
  readonly leftOut: readonly number[]
  /** Made of documents that every size holds, and the same for all. */
  readonly questions: Questions
  /** Origin of the files of the largest size: `win32 (48,000 files)`. */
  readonly parts: string
  /** Brings the sample to a size; sizes only grow. */
  grow(size: number): Corpus
}

export function openCorpora(source: string, wanted: readonly number[], scratch: string): Corpora {
  const root = resolve(source)
  const found = existsSync(root) ? markdownFiles(root) : []
  const sizes = wanted.filter((size) => size <= found.length).toSorted((a, b) => a - b)
  if (sizes.length === 0) throw tooFew(found.length, source)
  const chosen = chooseFiles(found, Math.max(...sizes))
  const sample = chosen.slice(0, sizes[0])
  return {
    sizes,
    leftOut: wanted.filter((size) => size > found.length),
    questions: questionsAbout(sample.map((path) => readFileSync(join(root, path), 'utf8'))),
    parts: sayParts(chosen),
    grow: growIn(freshFolder(join(scratch, 'documents')), root, chosen),
  }
}

/** The programs get copies: what one file says is changed there. */
function growIn(folder: string, root: string, chosen: readonly string[]): Corpora['grow'] {
  let copied = 0
  let bytes = 0
  return (size) => {
    for (; copied < size; copied++) {
      const path = chosen[copied] ?? ''
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      copyFileSync(join(root, path), join(folder, path))
      bytes += statSync(join(folder, path)).size
    }
    return { folder, paths: chosen.slice(0, size), bytes }
  }
}

function sayParts(paths: readonly string[]): string {
  // Files at the top are a part of their own.
  const parts = [...Map.groupBy(paths, (path) => (/[\\/]/.test(path) ? path.split(/[\\/]/)[0] : 'one folder'))]
  return parts
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([name, held]) => `${name} (${held.length.toLocaleString('en')} files)`)
    .join(', ')
}

const tooFew = (found: number, source: string): Error =>
  new Error(
    `${found} Markdown files in ${source}: fewer than any size that is to be measured. ` +
      `"node bench/corpus.ts" says how to make the usual corpus; --corpus names its folder, --sizes smaller sizes.`,
  )
