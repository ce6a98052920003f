import type { Json, Parsed } from '../../core/words.ts'
import { convertedEndings, knownFormats } from '../../formats/index.ts'
import { endingOf, openFormats, type Formats, type Made } from '../../formats/open-formats.ts'
import type { RawItem } from '../../ports/feed.ts'
import type { DraftDocument } from '../../ports/reader.ts'
import { alignLines } from '../../text/edits/align-lines.ts'
import { decodeText } from '../../text/decode.ts'
import { readFrontMatter } from './frontmatter.ts'

/**
 * Notes that are neither Markdown nor plain text: HTML, Org, PDF and the like become Markdown, by the formats that
 * documentation has. Markdown and plain text are taken as they lie there.
 */
export const isFormatted = (path: string): boolean => formattedEndings.has(endingOf(path))

/** `asc` is a signature among notes, and JSON and YAML are settings. */
const noteFormats = knownFormats.filter(({ name }) => !['markdown', 'text', 'openapi'].includes(name))
const formattedEndings: ReadonlySet<string> = new Set([
  'mdx',
  ...noteFormats.flatMap(({ endings }) => endings).filter((ending) => ending !== 'asc'),
  ...convertedEndings,
])

/** Text is made of it elsewhere: what lies there cannot be written as text. */
export const isForeignFormat = (path: string): boolean => convertedEndings.includes(endingOf(path))

/** Grows when a format gives other documents or chunks of the same bytes. */
const FORMATS_VERSION = 1
export const formatVersionOf = (path: string): number | undefined => (isFormatted(path) ? FORMATS_VERSION : undefined)

export function createFormattedReader() {
  const formats = openFormats()
  return {
    /** Loads nothing for Markdown. */
    prepare: (paths: readonly string[]): Promise<void> => formats.prepare(paths.filter(isFormatted)),
    parse: (item: RawItem): Parsed<DraftDocument> => parse(item, formats),
  }
}

function parse({ path, bytes, sidecar: sibling }: RawItem, formats: Formats): Parsed<DraftDocument> {
  const made = readMade(sibling?.about)
  const answer = formats.read({ path, bytes, ...made, mayBeShort: true })
  if ('problem' in answer) return { items: [], problems: [answer.problem] }
  if ('skipped' in answer) return { items: [], problems: answer.problems ?? [], skipped: [answer.skipped] }
  const { page, problems, format, written } = answer
  const front = format === 'markdown' && made.as === undefined ? readFrontMatter(textOf(bytes)) : undefined
  const meta = {
    ...page.meta,
    ...front?.meta,
    format,
    ...(made.as !== undefined && { convertedFrom: endingOf(path) }),
  }
  const draft = { path, title: front?.title ?? page.title, text: page.text, meta }
  return { items: [written === undefined ? draft : { ...draft, notes: { written } }], problems }
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeText(bytes)
  return decoded === 'binary' ? '' : decoded.text
}

/** Unreadable metadata is ignored. */
function readMade(about: string | undefined): Made {
  if (about === undefined) return {}
  const { as, title } = JSON.parse(about) as Made
  return { as, title }
}

/** Lines of the text in the file, for formats that people write line by line. */
export function outlineFormatted({ text, notes }: DraftDocument): Json | undefined {
  const { written } = (notes ?? {}) as { readonly written?: string }
  return written === undefined ? undefined : { lines: alignLines(text, written) }
}
