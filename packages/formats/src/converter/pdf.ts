import { createRequire } from 'node:module'
import type * as LiteParser from '@llamaindex/liteparse'
import { attempt } from '@wuku/core/environment'
import { findPart, parts } from '@wuku/core/parts/part'
import type { Readable } from './markdown-output.ts'
import { refusals } from './format-refusals.ts'

export async function readPdf(bytes: Uint8Array, home: string): Promise<Readable> {
  const pages: string[] = []
  const breaks = new Set<string>()
  for await (const page of pagesOf(bytes, home)) {
    pages.push(withoutEmptyFences(page.markdown))
    for (const broken of brokenLines(page.textItems)) breaks.add(broken)
  }
  const text = joinPages(withoutHeads(pages))
  if (text.trim() === '') throw refusals.noText()
  return { as: 'markdown', text: correctText(text, breaks), title: pdfTitle(bytes) }
}

/** Positions of all words of a thousand pages would take a gigabyte; headings are recognised over some pages. */
const PAGES_AT_ONCE = 100
/** More than any book has. */
const MAX_PAGES = 20_000

async function* pagesOf(
  bytes: Uint8Array,
  home: string,
): AsyncGenerator<Pick<LiteParser.ParsedPage, 'markdown' | 'textItems'>> {
  const { LiteParse } = loadParser(home)
  const parser = new LiteParse({ ...OPTIONS, maxPages: MAX_PAGES })
  try {
    for await (const { result } of parser.parseBatches(bytes, { batchSize: PAGES_AT_ONCE })) {
      yield* result.pages
      yield* result.pageErrors.map(({ pageNum }) => ({ markdown: `*Page ${pageNum} cannot be read.*`, textItems: [] }))
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/password/i.test(message)) throw refusals.locked()
    throw refusals.damaged('no PDF reader can open it')
  }
}

/** A part that was installed on another platform lacks native code for this one. */
function loadParser(home: string): typeof LiteParser {
  const path = findPart(parts.pdf, home)
  const parser = path === undefined ? undefined : attempt(() => createRequire(import.meta.url)(path))
  if (parser === undefined) throw refusals.noPdfReader()
  return parser
}

const OPTIONS = {
  outputFormat: 'markdown',
  // Its detection of running heads dropped paragraphs now and then: they are detected here, over all pages.
  keepHeadersFooters: true,
  ocrEnabled: false,
  imageMode: 'off',
  continueOnPageError: true,
  quiet: true,
} as const

/** Pages without text come as empty fences. */
const withoutEmptyFences = (markdown: string): string => markdown.replaceAll(/^```\w*\n\s*```$/gm, '').trim()

/** Title in the properties of a PDF; compressed properties are not read. */
export function pdfTitle(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const info = infoOf(file)
  if (info === undefined) return undefined
  const found = /\/Title\s*(?:<([\da-fA-F\s]*)>|\(((?:\\[^]|[^\\)])*)\))/.exec(info)
  const title = found?.[1] === undefined ? unescape(found?.[2] ?? '') : hexBytes(found[1])
  const text = decode(title).replaceAll(/\s+/g, ' ').trim()
  return isTelling(text) ? text : undefined
}

/** Near the end of the file, as a rule; the latest version of it counts. */
const TRAILER_BYTES = 4096
const INFO_BYTES = 16 * 1024

function infoOf(file: Buffer): string | undefined {
  const ends = [file.subarray(-TRAILER_BYTES), file.subarray(0, TRAILER_BYTES)].map((part) => part.toString('latin1'))
  const [number, generation] =
    ends
      .flatMap((end) => [...end.matchAll(/\/Info\s+(\d+)\s+(\d+)\s+R/g)])
      .at(-1)
      ?.slice(1) ?? []
  if (number === undefined || ends.some((end) => end.includes('/Encrypt'))) return undefined
  const start = file.lastIndexOf(`\n${number} ${generation} obj`, undefined, 'latin1')
  if (start < 0) return undefined
  const text = file.toString('latin1', start, start + INFO_BYTES)
  return text.slice(0, text.indexOf('endobj'))
}

const hexBytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescape(string: string): Buffer {
  const plain = string.replaceAll(/\\(?:([0-7]{1,3})|\r?\n|([^]))/g, (_, octal?: string, character?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    return character === undefined ? '' : (ESCAPES[character] ?? character)
  })
  return Buffer.from(plain, 'latin1')
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder().decode(bytes)
  return bytes.toString('latin1')
}

/** Excludes titles that programs write by default. */
const isTelling = (title: string): boolean =>
  title !== '' &&
  !/^(?:untitled|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|rtf|odt))$/i.test(title)

/** Blocks at the top and at the foot of a page among which a running head is looked for. */
const EDGE = 2
/** A running head fits on a line. */
const MAX_CHARACTERS = 120
/** With fewer pages nothing can be concluded. */
const FEWEST_PAGES = 3

/** Removes text at the edge of most pages, equal except for its number: it is a running head. */
export function withoutHeads(pages: readonly string[]): readonly string[] {
  const blocks = pages.map((page) => page.split(/\n{2,}/).filter((block) => block.trim() !== ''))
  const filled = blocks.filter((page) => page.length > 0)
  if (filled.length < FEWEST_PAGES) return pages
  const counts = new Map<string, number>()
  for (const page of filled) {
    for (const key of new Set(edges(page).map((at) => headKey(page[at] ?? '')))) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const isHead = (block: string): boolean => (counts.get(headKey(block)) ?? 0) * 2 > filled.length
  return blocks.map((page) => {
    const dropped = new Set(edges(page).filter((at) => isHead(page[at] ?? '')))
    return page.filter((_, at) => !dropped.has(at)).join('\n\n')
  })
}

/** The places of the first and the last blocks of a page. */
const edges = (page: readonly string[]): readonly number[] =>
  [...page.keys()].filter((at) => (at < EDGE || at >= page.length - EDGE) && mayBeHead(page[at] ?? ''))

const mayBeHead = (block: string): boolean =>
  block.length <= MAX_CHARACTERS && !block.includes('\n') && !/^(?:[-+*] |\||```)/.test(block)

/** `Chapter 3` is a heading on every page of a small book: only what is not one may differ in its number. */
function headKey(block: string): string {
  const plain = block.replaceAll(/[*_`]/g, '').trim()
  if (/^#{1,6} /.test(block)) return plain
  return /^[ivxlcdm]+$/i.test(plain) ? '#' : plain.replaceAll(/\d+/g, '#')
}

/** A paragraph or a block of code that goes on over the page is one. */
export function joinPages(pages: readonly string[]): string {
  let text = ''
  for (const page of pages.filter((each) => each.trim() !== '')) text = text === '' ? page : joinTwo(text, page)
  return text
}

function joinTwo(before: string, after: string): string {
  const opening = /^```(\w*)\n/.exec(after)
  if (opening && before.endsWith('\n```')) return `${before.slice(0, -4)}\n${after.slice(opening[0].length)}`
  const last = before.slice(before.lastIndexOf('\n') + 1)
  if (!isProse(last) || !continuesSentence(last, after)) return `${before}\n\n${after}`
  if (/\p{Ll}-$/u.test(last)) return before.slice(0, -1) + after
  return before + (HAN_END.test(last) ? '' : ' ') + after
}

const isProse = (line: string): boolean => !/^(?:#{1,6} |\||```)/.test(line)

const HAN_END = /[\p{Script=Han}，、；：]$/u

/** It ends in the middle of a sentence, and what comes next begins in the middle of one. */
const continuesSentence = (last: string, after: string): boolean =>
  (/[\p{Ll},;-]$/u.test(last) && /^\p{Ll}/u.test(after)) || (HAN_END.test(last) && /^\p{Script=Han}/u.test(after))

/** Characters between which no space stands in Chinese and Japanese text. */
const WIDE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]`

const WIDE_GAP = new RegExp(`(?<=(${WIDE})) (?=(${WIDE}))`, 'gu')

/** How lines of a page end and the next ones begin: only there a space between Chinese characters is none of the author's. */
export const brokenLines = (lines: readonly { readonly text: string; readonly y: number }[]): readonly string[] =>
  lines.flatMap((line, at) => {
    const next = lines[at + 1]
    return next && next.y !== line.y ? [seam(line.text.trim().at(-1), next.text.trim().at(0))] : []
  })

const seam = (before = '', after = ''): string => `${before} ${after}`

/** Lines of Chinese are joined without a space, and names keep their underscores. Code stays as it is. */
export function correctText(markdown: string, breaks: ReadonlySet<string>): string {
  let inCode = false
  const correctedLines = markdown.split('\n').map((line) => {
    if (line.startsWith('```')) inCode = !inCode
    return inCode ? line : correctLine(line, breaks)
  })
  return `${correctedLines.join('\n').trim()}\n`
}

const correctLine = (line: string, breaks: ReadonlySet<string>): string =>
  line
    .replaceAll(WIDE_GAP, (gap, before: string, after: string) => (breaks.has(seam(before, after)) ? '' : gap))
    // Within a word it marks nothing, with the backslash nobody finds the word.
    .replaceAll(/(?<=[\p{L}\p{N}])((?:\\_)+)(?=[\p{L}\p{N}])/gu, (found) => found.replaceAll('\\', ''))
