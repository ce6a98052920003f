import { isCitation, parseCitation, writeCitation, type Citation } from '@wuku/core/citation'
import { decodePercent } from '@wuku/core/lenient-parsing'
import { toText, toWritten, type LineSpan, type WrittenPlaces } from '@wuku/core/written-lines'
import { highlightLines, type Pace } from '@wuku/text/html/code'
import { escapeHtml, type Link } from '@wuku/text/html/clean'
import { languageCalled } from '@wuku/text/html/languages'
import { markdownToHtml } from '@wuku/text/html/markdown-to-html'
import { marksOf, type FindMarks, writeMarked } from '@wuku/text/html/highlight-spans'
import { createLineIndex, type LineIndex } from '@wuku/text/markdown/line-index'
import type { WrittenMessage } from '../base/kind.ts'

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

/** The document around a link: relative links start from it. */
type Place = Pick<Citation, 'kind' | 'source' | 'path'>

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

interface Conversation {
  readonly text: string
  readonly pace: Pace
  readonly messages: readonly WrittenMessage[]
  /** Lines to show, with the whole messages around the first of them. */
  readonly lines: LineSpan
  readonly find: FindMarks
}

/** Messages with their roles. Each piece is cleaned by itself: no text closes the element of its message. */
async function conversationHtml(conversation: Conversation): Promise<string> {
  const { text, messages, lines } = conversation
  const index = createLineIndex(text)
  const [start, end] = [
    index.startOf(lines.from),
    lines.to >= index.lineAt(text.length) ? text.length : index.startOf(lines.to + 1),
  ]
  const shown = messages.filter(
    ({ pieces: [first], pieces: blocks }) => first && first.start < end && (blocks.at(-1)?.end ?? 0) >= start,
  )
  const written: string[] = []
  for (const message of shown) written.push(await messageHtml(message, { ...conversation, index, end }))
  return written.join('\n')
}

interface Writing extends Conversation {
  readonly index: LineIndex
  /** Offset behind the last text to show. */
  readonly end: number
}

async function messageHtml({ role, pieces: blocks }: WrittenMessage, writing: Writing): Promise<string> {
  const written: string[] = []
  for (const block of blocks) if (block.start < writing.end) written.push(await blockHtml(block, writing))
  const line = writing.index.lineAt(blocks[0]?.start ?? 0)
  return `<section class="message" data-role="${escapeHtml(role)}" data-line="${line}">\n${written.join('\n')}\n</section>`
}

async function blockHtml(
  { kind, start, end, name }: WrittenMessage['pieces'][number],
  { text, index, end: last, find, pace }: Writing,
): Promise<string> {
  const own = text.slice(start, Math.min(end, last))
  const line = index.lineAt(start)
  const open = `data-piece="${escapeHtml(kind)}" data-line="${line}">`
  if (kind === 'text') {
    const html = await markdownToHtml({
      text: own,
      link: linkFrom(undefined),
      lineOf: (each) => each + line - 1,
      marks: find,
      pace,
    })
    return `<div class="piece" ${open}${html}</div>`
  }
  const language = kind === 'call' ? 'json' : undefined
  const code = (await highlightLines({ text: own, language, marks: find, pace })).join('\n')
  const label = writeMarked(name ?? kind, [])
  return `<details class="piece" ${open}<summary>${label}</summary><pre><code>${code}</code></pre></details>`
}

const foreign = new Set(['http:', 'https:', 'mailto:'])

/** Targets of links: documents of the index, http(s) and mailto. Other schemes get none. */
export function linkFrom(place: Place | undefined): (href: string) => Link | undefined {
  return (href) => {
    const target = href.trim()
    if (isCitation(target)) return linkTo(citationIn(target))
    const url = urlOf(target.startsWith('//') ? `https:${target}` : target)
    if (url) return foreign.has(url.protocol) ? { href: url.href, isForeign: true } : undefined
    const near = place && nearBy(target, place)
    const link = linkTo(near)
    return near && link && PICTURE.test(near.path) && !near.anchor ? { ...link, picture: pictureAt(near, place) } : link
  }
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i

const pictureAt = (picture: Citation, of: Place): string =>
  `/api/v1/pictures?${new URLSearchParams({ citation: writeCitation(picture), of: writeCitation(of) })}`

/** Reads an address as browsers do, which ignore blanks and line breaks in it. */
const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

function citationIn(text: string): Citation | undefined {
  try {
    return parseCitation(text)
  } catch {
    return undefined
  }
}

const linkTo = (found: Citation | undefined): Link | undefined => {
  if (!found) return undefined
  const citation = writeCitation(found)
  return { href: `/ask?open=${encodeURIComponent(citation)}`, citation }
}

/** A document of the same source, from the folder of the place or, after a slash, from the root. */
function nearBy(href: string, { kind, source, path }: Place): Citation | undefined {
  const [, target = '', fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? []
  const segments = target.startsWith('/') ? [] : path.split('/').slice(0, -1)
  for (const segment of decodePercent(target).split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined
    if (segment !== '..' && segment !== '.' && segment !== '') segments.push(segment)
  }
  if (target === '' || segments.length === 0) return undefined
  const stubCitation = `wuku://${kind}/x/x${fragment ? `#${fragment}` : ''}`
  return { ...citationIn(stubCitation), kind, source, path: segments.join('/') }
}
