import type { Format, FormatAnswer, FormatFile } from '../format.ts'
import { createPageWriter } from '../writing/page-writer.ts'
import { createReading, readBlocks } from './asciidoc-blocks.ts'
import { isTitle, preprocess } from './preprocess.ts'
import type { Lines } from './reading.ts'

/** AsciiDoc as Asciidoctor reads it. Includes are resolved before it gets here; what is left of them is dropped. */
export const asciiDoc: Format = { name: 'asciidoc', read: readAsciiDoc }

function readAsciiDoc({ path, text }: FormatFile): FormatAnswer {
  const lines = withoutHeader(preprocess(text))
  const writer = createPageWriter()
  const state: { title: string | undefined } = { title: undefined }
  readBlocks(lines, createReading({ writer, titles: titlesOf(lines), state, depth: 0, isNested: false }))
  const page = writer.page(plainWords(state.title) || fileName(path))
  return page.text === '' ? { skipped: { path, why: 'it holds no text' } } : { page }
}

/** Author and revision stand directly below the title of the document. */
function withoutHeader(lines: Lines): Lines {
  const title = lines.findIndex((line) => line !== '')
  const first = lines[title] ?? ''
  const below = /^= \S/.test(first)
    ? title + 1
    : /^=+$/.test(lines[title + 1] ?? '') && isTitle(first, lines[title + 1] ?? '')
      ? title + 2
      : -1
  if (below === -1) return lines
  const end = lines.findIndex(
    (line, at) =>
      at >= below &&
      line.length <= LONGEST_LINE &&
      !/^(?:[\p{L}\w][^=|]*<[^<>\s]+@?[^<>\s]*>.*|v?\d[\w.]*(?:,.*|$)|(?:\p{Lu}[\p{L}.'-]*\s?){2,3})$/u.test(line),
  )
  return [...lines.slice(0, below), '', ...lines.slice(end === -1 ? lines.length : end)]
}

/** Characters of a line with authors, a version or a date. */
const LONGEST_LINE = 500

/** Titles by the ids above them, for references that say no words. */
function titlesOf(lines: Lines): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  lines.forEach((line, at) => {
    const id = /^\[(?:\[([^\],]{1,200})|#([^\].,%]{1,200}))/.exec(line)
    if (!id) return
    const below = lines[at + 1] ?? ''
    const title =
      /^(?:={1,6}\s+|\.(?=[^\s.]))(.+)$/s.exec(below)?.[1] ?? (isTitle(below, lines[at + 2] ?? '') ? below : undefined)
    if (title !== undefined) titles.set(id[1] ?? id[2] ?? '', title.replaceAll(/[`*]/g, ''))
  })
  return titles
}

const plainWords = (title = ''): string => title.replaceAll(/(?<!\\)[`*]/g, '').replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')

const fileName = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '')
