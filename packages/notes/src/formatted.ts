import type { Json, Parsed } from '@wuku/core/core-types'
import { convertedEndings, knownFormats } from '@wuku/formats'
import { endingOf, openFormats, type Formats, type Made } from '@wuku/formats/open-formats'
import type { RawItem } from '@wuku/core/ports/feed'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import { alignLines } from '@wuku/text/edits/align-lines'
import { decodeText } from '@wuku/text/decode'
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

function parse({ path, bytes, sidecar }: RawItem, formats: Formats): Parsed<DraftDocument> {
  const made = readMade(sidecar?.about)
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
