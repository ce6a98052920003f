import { toText, toWritten, type LineSpan, type WrittenPlaces } from '@wuku/core/written-lines'
import { highlightLines, type Pace } from '@wuku/text/html/code'
import { escapeHtml } from '@wuku/text/html/clean'
import { languageCalled } from '@wuku/text/html/languages'
import { markdownToHtml } from '@wuku/text/html/markdown-to-html'
import { marksOf, type FindMarks } from '@wuku/text/html/highlight-spans'
import type { WrittenMessage } from '../base/kind.ts'
import { conversationHtml } from './conversation.ts'
import { linkFrom, type Place } from './document-links.ts'

/** A text, and the part to show. */
export interface TextToShow {
  readonly text: string
  readonly format: 'markdown' | 'code' | 'plain'
  /** Messages of a conversation, in place of a format. */
  readonly messages?: readonly WrittenMessage[] | undefined
  /** Any name of it. */
  readonly language?: string | undefined
  /** Lines of the file; absent: all. */
  readonly lines?: LineSpan | undefined
  readonly places?: WrittenPlaces | undefined
  readonly place?: Place | undefined
  /** Queries with the words to mark. */
  readonly marks: readonly string[]
  readonly pace: Pace
}

export interface ShownText {
  readonly html: string
  /** Lines of the file. */
  readonly lines: LineSpan
  readonly totalLines: number
  /** Size of the shown text. */
  readonly bytes: number
  readonly isCut: boolean
}

/** Size of the longest page. */
export const MAX_BYTES = 400_000
/** Bytes of code before a passage that are read too: a comment may go on in it. */
const LEAD = 40_000
/** Longest line in characters; longer lines hold data. */
const LONGEST_LINE = 100_000

export async function writeHtml(shown: TextToShow): Promise<ShownText> {
  const { text, places, format } = shown
  const all = text.replace(/\r?\n$/, '').split('\n')
  const requestedLines = shown.lines ? toText(places, shown.lines, all.length) : { from: 1, to: all.length }
  const from = Math.min(requestedLines.from, all.length)
  const { to, bytes, isCut } = within(all, { from, to: Math.min(requestedLines.to, all.length) })
  const isFullText = format === 'markdown' && text.length <= MAX_BYTES
  const first = isFullText ? 1 : leadOf(all, from)
  const lineOf = (line: number): number => toWritten(places, { from: line, to: line }).from
  const find = marksOf(shown.marks)
  const part: Part = {
    ...shown,
    text: all
      .slice(first - 1, isFullText ? all.length : to)
      .map(shortened)
      .join('\n'),
    find,
    lines: { from: from - first + 1, to: to - first + 1 },
    lineOf: (line) => lineOf(line + first - 1),
  }
  const html = await (shown.messages
    ? conversationHtml({ text, messages: shown.messages, lines: { from, to }, find, pace: shown.pace })
    : format === 'markdown'
      ? markdownHtml(part)
      : codeHtml(part))
  return { html, lines: toWritten(places, { from, to }), totalLines: lineOf(all.length), bytes, isCut }
}

interface Part extends TextToShow {
  readonly find: FindMarks
  /** Lines of the text. */
  readonly lines: LineSpan
  lineOf(line: number): number
}

const shortened = (line: string): string => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line)

/** Whole lines within `MAX_BYTES`, at least one. */
function within(all: readonly string[], { from, to }: LineSpan): { to: number; bytes: number; isCut: boolean } {
  let [bytes, isCut] = [0, false]
  for (let line = from; line <= to; line++) {
    const written = all[line - 1] ?? ''
    const more = Buffer.byteLength(shortened(written)) + 1
    if (bytes + more > MAX_BYTES) return { to: Math.max(from, line - 1), bytes, isCut: true }
    bytes += more
    isCut ||= written.length > LONGEST_LINE
  }
  return { to, bytes, isCut }
}

function leadOf(all: readonly string[], from: number): number {
  let first = from
  for (let remaining = LEAD; first > 1 && remaining > 0; first--)
    remaining -= shortened(all[first - 2] ?? '').length + 1
  return first
}

const markdownHtml = ({ text, lines, lineOf, find, place, pace }: Part): Promise<string> =>
  markdownToHtml({ text, lines, lineOf, marks: find, link: linkFrom(place), pace })

async function codeHtml({ text, language, lines, lineOf, find, pace }: Part): Promise<string> {
  const known = languageCalled(language ?? '')
  const written = await highlightLines({ text, language: known, marks: find, pace })
  const shown = written
    .slice(lines.from - 1, lines.to)
    .map((html, at) => `<span class="line" data-line="${lineOf(lines.from + at)}">${html}</span>`)
  const name = known === undefined ? '' : ` data-language="${escapeHtml(known)}"`
  return `<pre class="code"${name}><code>${shown.join('\n')}</code></pre>`
}
