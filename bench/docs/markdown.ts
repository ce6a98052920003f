import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chooseFiles, markdownFiles } from '../corpus.ts'
import { randomFrom, type Random } from '../pads/random.ts'

/** A file of documentation, by its path within its library. */
export interface MadeFile {
  readonly path: string
  readonly text: string
}

export interface Amount {
  readonly files: number
  readonly bytes: number
  readonly seed: number
}

/** The same files on every machine: real pages one after another, again from the first with other words where they do not suffice. */
export function makeMarkdown(pages: readonly string[], { files, bytes, seed }: Amount): readonly MadeFile[] {
  const random = randomFrom(seed)
  const endless = changedPages(pages, random)
  const made: MadeFile[] = []
  let written = 0
  for (let nth = 1; nth <= files; nth++) {
    const parts: string[] = []
    do {
      const page = endless.next().value
      parts.push(page)
      written += Buffer.byteLength(page)
    } while (written < (bytes * nth) / files)
    made.push({ path: `part-${nth % 12}/page-${nth}.md`, text: parts.join('\n\n') })
  }
  return made
}

function* changedPages(pages: readonly string[], random: Random): Generator<string, never> {
  const start = random.whole(pages.length)
  for (let nth = start; ; nth++) {
    const page = pages[nth % pages.length] ?? ''
    yield nth < pages.length ? page : withOtherWords(page, random)
  }
}

/** One word in twenty becomes another of the same page: nothing is equal, and all of it still reads as documentation. */
function withOtherWords(page: string, random: Random): string {
  const words = page.match(LONG_WORD) ?? []
  return page.replaceAll(LONG_WORD, (word) => (random.whole(20) === 0 ? random.pick(words) : word))
}

const LONG_WORD = /[a-zA-Z]{5,}|\p{sc=Han}{2}/gu

/** The texts of all Markdown files of some folders, in an order that is the same everywhere. */
export const readMarkdown = (folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    chooseFiles(markdownFiles(folder), Infinity).map((path) => readFileSync(join(folder, path), 'utf8')),
  )

export function writeMade(files: readonly MadeFile[], folder: string): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
