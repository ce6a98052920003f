import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { notesReader } from '../../packages/notes/src/note-reader.ts'
import type { DraftChunk, DraftDocument } from '@wuku/core/ports/source-reader'
import { termsOf } from '@wuku/text/terms/terms'
import { rememberWords } from '@wuku/text/terms/word-terms'
import { markdownFiles } from '../corpus.ts'

const FLUSHED = 4 * 2 ** 20

/** Writes the terms that wuku counts for each chunk of the Markdown files of a folder, a line for each chunk. */
function dumpTerms(folder: string, file: string): void {
  const output = openSync(file, 'w')
  const wordOf = rememberWords()
  let lines = ''
  const flush = (): void => {
    writeSync(output, lines)
    lines = ''
  }
  for (const path of markdownFiles(folder)) {
    const bytes = readFileSync(join(folder, path))
    const { items } = notesReader.parse({ path, bytes, stamp: '', modifiedAt: 0 })
    for (const draft of items)
      for (const chunk of notesReader.chunk(draft)) lines += `${termsOfChunk(draft, chunk, wordOf).join(' ')}\n`
    if (lines.length > FLUSHED) flush()
  }
  flush()
  closeSync(output)
}

/** The fields that an index run counts, each once. */
const termsOfChunk = (
  { text, title, path }: DraftDocument,
  { start, end, headings }: DraftChunk,
  wordOf: ReturnType<typeof rememberWords>,
): readonly string[] =>
  [text.slice(start, end), title, ...headings.filter((heading) => heading !== title), path]
    .flatMap((field) => termsOf(field, wordOf))
    .flatMap(({ terms }) => terms)

const [folder = '', file = ''] = process.argv.slice(2)
dumpTerms(folder, file)
