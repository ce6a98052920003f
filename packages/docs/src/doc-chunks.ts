import { hash } from 'node:crypto'
import type { Json } from '@wuku/core/core-types'
import { append } from '@wuku/core/list-helpers'
import type { DraftChunk, DraftDocument, Mark } from '@wuku/core/ports/source-reader'
import type { PageAnchor, PagePart } from '@wuku/formats/format'
import { underTableHeads } from '@wuku/formats/table-heads'
import { alignLines } from '@wuku/text/edits/align-lines'
import { type FitRules, fitSections, type TitledChunk } from '@wuku/text/markdown/fit-sections'
import { createLineIndex } from '@wuku/text/markdown/line-index'
import { type NestedHeading, nestedHeadings, readSections } from '@wuku/text/markdown/sections'
import { packBlocks, type ChunkSize, type Span } from '@wuku/text/markdown/split'
import { estimateTokens, tokenWeight } from '@wuku/text/terms/tokens'
import { describe, dissect, type Dissected } from './reading/describe.ts'
import { docBlocksOf } from './reading/doc-blocks.ts'
import { notesOf, type PlacedPage, placePage } from './reading/draft.ts'
import { type DocOutline, SNIPPET_MARK, type SnippetFacts, type SnippetType } from './snippets.ts'

interface DocSegment extends Span {
  readonly headings: readonly string[]
  readonly anchor: string
  /** Names of joined sections, where `headings` holds only their common part. */
  readonly names: readonly string[]
  readonly part?: PagePart
}

/** Snippets of a page; each is marked as code, as explanation, or as both. */
export function chunkDocs(document: DraftDocument): readonly DraftChunk[] {
  const lines = createLineIndex(document.text)
  return snippetsOf(document).map(({ piece: segment, facts, isGiven }) => {
    const { start, end, headings, anchor } = segment
    return {
      start,
      end,
      line: lines.lineAt(start),
      endLine: lines.lineAt(end - 1),
      headings: isGiven ? [...headings, facts.title] : headings,
      ...(anchor !== '' && { anchor }),
      marks: marks[facts.type],
    }
  })
}

export function outlineDocs(document: DraftDocument): Json {
  const { format, written } = notesOf(document)
  const index = createLineIndex(document.text)
  const outline: DocOutline = {
    format,
    ...(written !== undefined && { lines: alignLines(document.text, written) }),
    headings: headingsOf(placePage(document)).map(({ start, level, anchor }) => ({
      line: index.lineAt(start),
      level,
      anchor,
    })),
    snippets: snippetsOf(document).map(({ facts }) => facts),
  }
  // Plain values all the way down; only the type of an interface does not say so.
  return outline as unknown as Json
}

/** A part is known by its own name, and so is all in it. */
function headingsOf({ text, anchors, parts }: PlacedPage): readonly { start: number; level: number; anchor: string }[] {
  const named = parts.filter(({ anchor }) => anchor !== '')
  const outer: { start: number; level: number; anchor: string }[] = []
  let at = 0
  for (const { start, level, anchor } of placeHeadings(text, anchors)) {
    while ((named[at]?.end ?? Infinity) <= start) at++
    if (start < (named[at]?.start ?? Infinity)) outer.push({ start, level, anchor })
  }
  const own = named.map(({ start, anchor }) => ({ start, level: PART_LEVEL, anchor }))
  return [...outer, ...own].toSorted((a, b) => a.start - b.start)
}

/** Deeper than any heading: a part ends where anything else begins. */
const PART_LEVEL = 7

/** `isGiven`: its words were written for it and stand nowhere in its text. */
function snippetsOf(document: DraftDocument) {
  const { given } = notesOf(document)
  const isAnyGiven = Object.keys(given).length > 0
  const page = placePage(document)
  return segmentsOf(page).map((segment) => {
    const { start, end, headings, names, part } = segment
    const text = page.text.slice(start, end)
    const place = { text, headings, names, pageTitle: page.title, title: part?.title, description: part?.description }
    const own: SnippetFacts = { start, ...factsOf(place) }
    const words = isAnyGiven ? given[snippetKey(text)] : undefined
    if (!words) return { piece: segment, facts: own, isGiven: false }
    const { type = own.type, language = own.language, title, description } = words
    return { piece: segment, facts: { ...own, type, title, description, language }, isGiven: true }
  })
}

/** By which what was said about a snippet is found again. */
export const snippetKey = (text: string): string => hash('sha256', text, 'hex').slice(0, 16)

/** As little as an index can hold: marks narrow a search and speak for nothing. */
const mark = (value: 'code' | 'info'): Mark => ({ family: SNIPPET_MARK, value, weight: 1 / 32 })

const marks: Readonly<Record<SnippetType, readonly Mark[]>> = {
  code: [mark('code')],
  info: [mark('info')],
  mixed: [mark('code'), mark('info')],
}

interface SnippetPlace {
  readonly text: string
  readonly headings: readonly string[]
  readonly pageTitle: string
  /** Names of the sections below `headings` that are joined in this snippet. */
  readonly names: readonly string[]
  /** Title and description of a page part, if the format gave them. */
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** Facts about a snippet, by rules: mostly from its text, the rest from its headings. */
function factsOf({ text, title, description, ...place }: SnippetPlace): Omit<SnippetFacts, 'start'> {
  const dissected = dissect(text)
  return {
    type: typeOf(dissected, place.headings),
    title: title ?? titleOf(place),
    description: description ?? describe(dissected),
    language: largestFence(dissected),
    tokens: estimateTokens(text),
  }
}

/** As many names of sections as a title can hold. */
const MAX_NAMES = 3

function titleOf({ headings, pageTitle, names }: Omit<SnippetPlace, 'text'>): string {
  const joined = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : names
  const all = joined.length > 0 ? [...headings, joined.join(', ')] : headings
  const path = all.filter((heading, at) => heading !== all[at - 1])
  return path.length > 0 ? path.join(' > ') : pageTitle
}

function largestFence({ fences }: Dissected): string {
  let largest = fences[0]
  for (const fence of fences) if (fence.length > (largest?.length ?? 0)) largest = fence
  return largest?.language ?? ''
}

function typeOf(dissected: Dissected, headings: readonly string[]): SnippetType {
  const showsCode = dissected.fences.length > 0 || describesApi(dissected)
  if (!showsCode) return 'info'
  return explains(dissected.prose) || headings.some((heading) => guideWords.test(heading)) ? 'mixed' : 'code'
}

const describesApi = ({ tableHeads, prose }: Dissected): boolean =>
  tableHeads.some((head) => parameterWords.test(head)) || signatureLine.test(prose)

/** Heads of tables that list parameters, properties, options or members. */
const parameterWords =
  /\|[ *`]*(?:param(?:eter)?s?|arg(?:ument)?s?|propert(?:y|ies)|props?|options?|fields?|attributes?|methods?|functions?|events?|slots?|flags?|keys?|types?|defaults?|returns?|参数|类型|属性|默认值?|返回值?|方法|选项|字段|事件|函数|插槽)(?![A-Za-z])[^|]*\|/i

/** A line that is a call with its parentheses, or says of which type something is. */
const signatureLine =
  /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?(?:`[^`\n]*\w\([^`\n]*\)[^`\n]*`(?:\*\*)?[ \t]*$|(?:type|default|returns?|类型|默认值?|返回值?)(?:\*\*)?[:：](?:\*\*)?[ \t]*`)/im

const guideWords =
  /\b(?:introduction|overview|guides?|tutorials?|getting started|concepts?|why|quick ?start)\b|介绍|简介|概述|概览|指南|教程|入门|快速上手|为什么/i

/** Enough prose to say something without the code: a sentence of about 10 words, or 15 Han characters. */
function explains(prose: string): boolean {
  const han = prose.match(/[\u3400-\u9fff]/g)?.length ?? 0
  const words = prose.match(/[A-Za-z\u00c0-\u024f\u0370-\u1fff]{2,}/g)?.length ?? 0
  return han / 15 + words / 10 >= 1
}

/** In estimated tokens: an answer of a few snippets fits a reply, and a function with its example fits a snippet. */
const size: ChunkSize = { target: 512, max: 800 }
/** A part is one snippet up to `max`. */
const partSize: ChunkSize = { target: 1_000, max: 2_000 }

/** A page in the order of its text, without overlaps; only blank lines are in no piece. */
function segmentsOf({ text, anchors, parts }: PlacedPage): readonly DocSegment[] {
  const headings = placeHeadings(text, anchors)
  const segments: DocSegment[] = []
  /** The headings of the page that are in no part, up to where we are. */
  const outer: PlacedHeading[] = []
  let from = 0
  let next = 0
  const headingsTo = (end: number): readonly PlacedHeading[] => {
    const first = next
    while ((headings[next]?.start ?? end) < end) next++
    return headings.slice(first, next)
  }
  const appendGap = (end: number): void => {
    const inside = headingsTo(end)
    append(segments, gapSegments(text, { start: from, end }, { inside, before: outer.at(-1) }))
    append(outer, inside)
  }
  for (const part of parts) {
    appendGap(part.start)
    append(segments, partSegments(text, part, above(outer, headingsTo(part.end)[0], part)))
    from = part.end
  }
  appendGap(text.length)
  return segments.flatMap((segment) => trimmed(text, segment))
}

interface GapHeadings {
  readonly inside: readonly PlacedHeading[]
  readonly before: PlacedHeading | undefined
}

function gapSegments(text: string, gap: Span, { inside, before }: GapHeadings): readonly DocSegment[] {
  if (gap.start >= gap.end) return []
  const root = readSections(text, { ...gap, bodyStart: gap.start, headings: before?.headings ?? [] }, inside)
  const place = createPlacer(text, inside, before?.anchor ?? '')
  const chunks = fitSections(root, rulesFor(text))
  const headed = underTableHeads(text, chunks)
  return chunks.map((chunk, at) => ({
    start: chunk.start,
    end: chunk.end,
    headings: headed[at]?.headings ?? chunk.headings,
    ...place(chunk),
  }))
}

const rulesFor = (text: string): FitRules => ({
  size,
  cut: (range) => packBlocks(docBlocksOf(text, range, size), size),
})

/** For pieces in order: the anchor of the heading that it stands under, or else begins with. */
function createPlacer(text: string, headings: readonly PlacedHeading[], before: string) {
  let next = 0
  let anchor = before
  return ({ start, end, headings: path }: TitledChunk): Pick<DocSegment, 'anchor' | 'names'> => {
    for (; (headings[next]?.start ?? Infinity) < start; next++) anchor = headings[next]?.anchor ?? anchor
    let body = start
    let leading: PlacedHeading | undefined
    for (let at = next; ; at++) {
      const heading = headings[at]
      if (!heading || /\S/.test(text.slice(body, heading.start))) break
      leading = heading
      if (heading.headings.length === path.length) break
      body = heading.end
    }
    const isJoined = leading !== undefined && leading.headings.length > path.length
    return { anchor: leading?.anchor ?? anchor, names: isJoined ? namesIn(headings, next, { end, path }) : [] }
  }
}

/** Names of the sections directly below a path, from a heading on. */
function namesIn(
  headings: readonly PlacedHeading[],
  first: number,
  { end, path }: { readonly end: number; readonly path: readonly string[] },
): readonly string[] {
  const names: string[] = []
  for (let at = first; (headings[at]?.start ?? end) < end; at++) {
    const name = headings[at]?.headings[path.length]
    if (name !== undefined && name !== names.at(-1)) names.push(name)
  }
  return names
}

function partSegments(text: string, part: PagePart, over: readonly string[]): readonly DocSegment[] {
  const headings = over.at(-1) === part.title ? over : [...over, part.title]
  const fullSegment: DocSegment = { start: part.start, end: part.end, headings, anchor: part.anchor, names: [], part }
  if (tokenWeight(text, part.start, part.end) <= partSize.max) return [fullSegment]
  const chunks = packBlocks(docBlocksOf(text, part, partSize), partSize).map((chunk) => ({ ...chunk, headings }))
  return underTableHeads(text, chunks).map(({ start, end, headings: own }) => ({
    ...fullSegment,
    headings: own,
    start,
    end,
  }))
}

/** The last heading before a part whose section the part's own heading, if it begins with one, does not end. */
function above(outer: readonly PlacedHeading[], first: PlacedHeading | undefined, part: PagePart): readonly string[] {
  const last = outer.at(-1)
  if (!last || first?.start !== part.start) return last?.headings ?? []
  return outer.findLast(({ level }) => level < first.level)?.headings ?? []
}

function trimmed(text: string, segment: DocSegment): readonly DocSegment[] {
  const own = text.slice(segment.start, segment.end)
  const blanks = own.length - own.trimStart().length
  if (blanks === own.length) return []
  const start = segment.start + (blanks === 0 ? 0 : own.lastIndexOf('\n', blanks - 1) + 1)
  return [{ ...segment, start, end: segment.start + own.trimEnd().length }]
}

interface PlacedHeading extends NestedHeading {
  /** Behind the `#` of the page's address; empty where its words leave nothing. */
  readonly anchor: string
}

/** The headings of a page with their anchors: names of their own, or else their words as GitHub makes an address of them. */
function placeHeadings(text: string, named: readonly PageAnchor[]): readonly PlacedHeading[] {
  const own = new Map(named.map(({ at, name }) => [at, name]))
  const usedSlugs = new Map<string, number>(named.map(({ name }) => [name, 0]))
  return [...nestedHeadings(text, 0)].map((heading) => ({
    ...heading,
    anchor: own.get(heading.start) ?? uniqueSlug(heading.headings.at(-1) ?? '', usedSlugs),
  }))
}

function uniqueSlug(words: string, usedSlugs: Map<string, number>): string {
  const slug = slugOf(words)
  if (slug === '') return ''
  let count = usedSlugs.get(slug)
  if (count === undefined) {
    usedSlugs.set(slug, 0)
    return slug
  }
  do count++
  while (usedSlugs.has(`${slug}-${count}`))
  usedSlugs.set(slug, count)
  usedSlugs.set(`${slug}-${count}`, 0)
  return `${slug}-${count}`
}

/** Letters of every script stay, punctuation is dropped, each blank becomes a dash. */
const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')
