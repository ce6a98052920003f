import type { Json } from '@wuku/core/core-types'
import type { DraftChunk, DraftDocument, Mark } from '@wuku/core/ports/source-reader'
import { DAY_MARK, TAG_MARK, tagValue, textsIn } from '@wuku/kernel/search/filters/stated-facts'
import { createLineIndex } from '@wuku/text/markdown/line-index'
import { frontMatterEnd } from './frontmatter.ts'
import { lastSegment, withoutEnding } from '@wuku/text/markdown/link-names'
import { readMarkup, type Markup } from './markup.ts'
import { fitSections, type TitledChunk } from '@wuku/text/markdown/fit-sections'
import { nestedHeadings, readSections } from '@wuku/text/markdown/sections'
import { splitToFit, type Span } from '@wuku/text/markdown/split'
import { underTableHeads } from '@wuku/formats/table-heads'
import { isFormatted } from './formatted.ts'
import { countWhile } from '@wuku/core/binary-search'

export interface NoteLink {
  readonly target: string
  readonly isPath: boolean
  /** From 1. */
  readonly line: number
}

/** Families of the marks of notes, in addition to those of all prose. */
export const noteMarks = {
  /** Names by which a link can reach the note: its file, and its aliases. */
  name: 'name',
  /** Names in links of the chunk. */
  link: 'link',
} as const

export const markupOf = ({ path, text }: DraftDocument): Markup =>
  isMarkdown(path) ? readMarkup(text, frontMatterEnd(text)) : { tags: [], links: [] }

/** As it is stored; `undefined` for a note without tags and links. */
export function recordNote(draft: DraftDocument, { tags, links }: Markup): Json | undefined {
  const all = [...new Set([...textsIn(draft.meta['tags']), ...tags.map(({ value }) => value)])]
  if (all.length + links.length === 0) return undefined
  const lines = createLineIndex(draft.text)
  return [all, links.map(({ target, isPath, at }) => [target, lines.lineAt(at), ...(isPath ? [1] : [])])]
}

type Packed = readonly [readonly string[], readonly (readonly [string, number, number?])[]]

/** Reads what `recordNote` wrote. */
export function recordOf(outline: Json | undefined) {
  const [tags, links] = (Array.isArray(outline) ? outline : [[], []]) as unknown as Packed
  return { tags, links: links.map(([target, line, isPath]) => ({ target, line, isPath: isPath === 1 })) }
}

/** Facts of the chunks of a note in addition to their words; the first chunk carries those of the file and its front matter. */
export function markNote(draft: DraftDocument, chunks: readonly DraftChunk[], { tags, links }: Markup) {
  const marks = chunks.map((): Mark[] => [])
  const put = (at: number, mark: Mark): void => void marks[chunkAt(chunks, at)]?.push(mark)
  for (const mark of ownMarks(draft)) put(0, mark)
  for (const { value, at } of tags) for (const mark of tagMarks(value)) put(at, mark)
  for (const { target, at } of links) put(at, markOf(noteMarks.link, withoutEnding(lastSegment(target))))
  return chunks.map((chunk, at) => ({ ...chunk, marks: distinct(marks[at] ?? []) }))
}

const markOf = (family: string, value: string): Mark => ({ family, value, weight: 1 })

function ownMarks({ path, meta }: DraftDocument): readonly Mark[] {
  const days = ['date', 'created', 'updated'].flatMap((key) => textsIn(meta[key]))
  return [
    ...namesOf(path, textsIn(meta['aliases'])).map((name) => markOf(noteMarks.name, name)),
    ...textsIn(meta['tags']).flatMap(tagMarks),
    ...days.map((day) => markOf(DAY_MARK, day)),
  ]
}

/** By which links may call it: `plan`, `plan.pdf` of what is no Markdown, and aliases. */
export function namesOf(path: string, aliases: readonly string[]): readonly string[] {
  const file = lastSegment(path)
  return [...new Set([withoutEnding(file), file.replace(/(?<=.)\.[^.]*$/, ''), ...aliases])]
}

/** `a/b` is a tag of `a` too. */
function tagMarks(tag: string): readonly Mark[] {
  const parts = tagValue(tag).split('/')
  return parts.map((_, at) => markOf(TAG_MARK, parts.slice(0, at + 1).join('/')))
}

const distinct = (marks: readonly Mark[]): readonly Mark[] =>
  marks.length < 2 ? marks : [...new Map(marks.map((mark) => [`${mark.family}:${mark.value}`, mark])).values()]

/** The last chunk that begins there or before. */
const chunkAt = (chunks: readonly DraftChunk[], start: number): number =>
  Math.max(0, countWhile(chunks.length, (at) => (chunks[at]?.start ?? 0) <= start) - 1)

/**
 * In estimated tokens. Means over the benchmark rise a little from 250 to 350 and hardly to 500; this lies between
 * (docs/decisions/0004-weights.md). Smaller passages also make more postings.
 */
export const size = { target: 400, max: 650 }

/** Chunks follow one another and cover the text. A text of blanks has none. */
export function chunkNote({ path, text }: DraftDocument): readonly DraftChunk[] {
  if (!/\S/.test(text)) return []
  const lines = createLineIndex(text)
  const bodyStart = isMarkdown(path) && !isFormatted(path) ? frontMatterEnd(text) : 0
  return splitNote(path, text, bodyStart).map(({ start, end, headings }) => ({
    start,
    end,
    line: lines.lineAt(start),
    endLine: lines.lineAt(end - 1),
    headings,
    lead: leadOf(text, Math.max(start, bodyStart), end),
  }))
}

function splitNote(path: string, text: string, bodyStart: number): readonly TitledChunk[] {
  const fullRange = { start: 0, end: text.length }
  const cut = (range: Span) => splitToFit(text, range, size)
  if (!isMarkdown(path) && !isFormatted(path)) return cut(fullRange).map((chunk) => ({ ...chunk, headings: [] }))
  const root = readSections(text, { ...fullRange, bodyStart, headings: [] }, nestedHeadings(text, bodyStart))
  return underTableHeads(text, fitSections(root, { size, cut }))
}

export const isMarkdown = (path: string): boolean => /\.(?:md|mdx|markdown|mkd|qmd|rmd)$/i.test(path)

/** Blank lines and ATX headings of Markdown. */
const BEFORE = /^(?:\s*#{1,6}(?:[ \t][^\n]*)?(?=\n|$))*\s*/

/**
 * Start of the text after the leading headings of a stretch of Markdown; the end of the stretch when there is no more.
 * The search stops at that end: otherwise each of many chunks of headings alone would scan all that follow.
 */
export const leadOf = (text: string, start: number, end: number): number =>
  start + (BEFORE.exec(text.slice(start, end))?.[0].length ?? 0)
