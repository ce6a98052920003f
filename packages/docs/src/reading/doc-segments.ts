import { append } from '@wuku/core/list-helpers'
import type { PageAnchor, PagePart } from '@wuku/formats/format'
import { type FitRules, fitSections, type TitledChunk } from '@wuku/text/markdown/fit-sections'
import { type NestedHeading, nestedHeadings, readSections } from '@wuku/text/markdown/sections'
import { packBlocks, type ChunkSize, type Span } from '@wuku/text/markdown/split'
import { underTableHeads } from '@wuku/formats/table-heads'
import { tokenWeight } from '@wuku/text/terms/tokens'
import { docBlocksOf } from './doc-blocks.ts'
import type { PlacedPage } from './draft.ts'

/** In estimated tokens: an answer of a few snippets fits a reply, and a function with its example fits a snippet. */
const size: ChunkSize = { target: 512, max: 800 }
/** A part is one snippet up to `max`. */
const partSize: ChunkSize = { target: 1_000, max: 2_000 }

export interface DocSegment extends Span {
  readonly headings: readonly string[]
  readonly anchor: string
  /** Names of joined sections, where `headings` holds only their common part. */
  readonly names: readonly string[]
  readonly part?: PagePart
}

/** A page in the order of its text, without overlaps; only blank lines are in no piece. */
export function segmentsOf({ text, anchors, parts }: PlacedPage): readonly DocSegment[] {
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
export function placeHeadings(text: string, named: readonly PageAnchor[]): readonly PlacedHeading[] {
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
