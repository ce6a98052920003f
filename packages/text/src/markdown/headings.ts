import { fenceEnd, indentEnd } from './fences.ts'
import { afterLine } from './line-index.ts'

export interface Heading {
  /** 1 to 6. */
  readonly level: number
  /** Start of its first line. */
  readonly start: number
  /** Behind its last line. */
  readonly end: number
  /** As written, without the characters that mark a heading. */
  readonly text: string
}

/** Headings as CommonMark sees them, from `start` on: none in code fences, HTML comments, `<pre>`, quotes and lists. */
export function* headingsOf(text: string, start: number): Generator<Heading> {
  /** Lines of the paragraph so far, and where the last one starts: one line alone can be underlined. */
  let lines = 0
  let last = start
  for (let line = start, end = start; line < text.length; line = end) {
    const at = indentEnd(text, line)
    const block = readBlock(text, at, at - line)
    end = block.end
    if (block.is === 'heading') yield { start: line, end, ...atxHeading(text.slice(at, end)) }
    if (block.is === 'underline' && lines === 1)
      yield { start: last, end, level: text.charAt(at) === '=' ? 1 : 2, text: text.slice(last, line).trim() }
    lines = block.is === 'paragraph' ? lines + 1 : 0
    last = line
  }
}

interface MarkdownBlock {
  readonly is: 'heading' | 'underline' | 'paragraph' | 'other'
  readonly end: number
}

/** Reads the block that starts at `at`, the first character of its line after the indent. */
function readBlock(text: string, at: number, indent: number): MarkdownBlock {
  const end = afterLine(text, at)
  // Letters begin most lines.
  if (isLetter(text.charCodeAt(at))) return { is: 'paragraph', end }
  const fence = fenceEnd(text, at, text.length)
  if (fence > at) return { is: 'other', end: fence }
  if (indent > 3) return { is: 'other', end }
  const line = text.slice(at, Math.min(end, at + TELLING))
  if (/^#{1,6}(?:\s|$)/.test(line)) return { is: 'heading', end }
  if (line.startsWith('<')) return readHtml(text, at, line)
  if (/^(?:=+|--+)\s*$/.test(line)) return { is: 'underline', end }
  return { is: notParagraph.test(line) ? 'other' : 'paragraph', end }
}

export const isLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code > 0x7f
/** Characters of a line that are enough to classify it. */
const TELLING = 400
/** Nothing, list items, quotes and rows of tables. */
const notParagraph = /^(?:\s*$|[-*+>|]|\d{1,9}[.)]\s)/

/** A comment or raw block up to its end mark, over blank lines and whatever looks like Markdown. */
function readHtml(text: string, at: number, line: string): MarkdownBlock {
  const tag = /^<(?:!--|(pre|script|style|textarea)(?=[\s>]))/i.exec(line)
  if (!tag) return { is: 'other', end: afterLine(text, at) }
  const close = new RegExp(tag[1] ? `</${tag[1]}>` : '-->', 'gi')
  close.lastIndex = at
  return { is: 'other', end: close.test(text) ? afterLine(text, close.lastIndex) : text.length }
}

const atxHeading = (line: string): Pick<Heading, 'level' | 'text'> => ({
  level: /^#+/.exec(line)?.[0].length ?? 1,
  text: line
    .replace(/^#+\s*/, '')
    .replace(/(?:^|[ \t])#+\s*$/, '')
    .trim(),
})
