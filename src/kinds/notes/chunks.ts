import type { ChunkFacts } from '../../core/words.ts'
import type { DraftDocument } from '../../ports/reader.ts'
import { createLineIndex } from '../../text/lines.ts'
import { splitToFit, type Span } from '../../text/split.ts'
import { frontMatterEnd } from './frontmatter.ts'
import { readSections, type Section } from './sections.ts'

/**
 * In estimated tokens. Means over the benchmark rise a little from 250 to 350 and hardly to 500; this lies between
 * (docs/decisions/0004-weights.md). Smaller passages also make more postings.
 */
const size = { target: 400, max: 650 }
/** What weighs less says too little by itself. */
const TINY = 50

/** Chunks follow one another and cover the text. A text of blanks has none. */
export function chunkNote({ path, text }: DraftDocument): readonly ChunkFacts[] {
  if (!/\S/.test(text)) return []
  const lines = createLineIndex(text)
  return piecesOf(path, text).map(({ start, end, headings }) => ({
    start,
    end,
    line: lines.lineAt(start),
    endLine: lines.lineAt(end - 1),
    headings,
  }))
}

interface Titled extends Span {
  readonly headings: readonly string[]
}

function piecesOf(path: string, text: string): readonly Titled[] {
  if (isMarkdown(path)) return fitSection(text, readSections(text, frontMatterEnd(text)))
  return splitToFit(text, { start: 0, end: text.length }, size).map((span) => ({ ...span, headings: [] }))
}

export const isMarkdown = (path: string): boolean => /\.(?:md|mdx|markdown|mkd|qmd|rmd)$/i.test(path)

interface Piece extends Titled {
  readonly weight: number
  /** A whole section, or the whole text before its subsections: it may be joined with the next whole one. */
  readonly isWhole: boolean
  /** A heading without text or the like, which goes with whatever follows. */
  readonly leads: boolean
}

/** A section that is small enough whole; of another its own text and its subsections, small neighbours joined. */
function fitSection(text: string, section: Section): readonly Piece[] {
  const { start, end, weight } = section
  if (weight <= size.target)
    return [{ start, end, headings: headingsOver(section), weight, isWhole: true, leads: false }]
  const pieces = [...fitOwnText(text, section), ...section.children.flatMap((child) => fitSection(text, child))]
  return joinSmall(pieces).map((piece) => ({ ...piece, isWhole: false }))
}

/** What all of its text stands under: also the one subsection that it is nothing but. */
function headingsOver({ headings, hasBody, children }: Section): readonly string[] {
  const [only, ...others] = children
  return only && !hasBody && others.length === 0 ? headingsOver(only) : headings
}

function fitOwnText(text: string, { start, ownEnd, ownWeight, headings, hasBody }: Section): readonly Piece[] {
  const own = { start, end: ownEnd }
  const leads = !hasBody || (headings.length === 0 && ownWeight < TINY)
  if (ownWeight <= size.max)
    return start < ownEnd ? [{ ...own, headings, weight: ownWeight, isWhole: true, leads }] : []
  return splitToFit(text, own, size).map((piece) => ({ ...piece, headings, isWhole: false, leads: false }))
}

function joinSmall(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (before && belongTogether(before, piece)) joined[joined.length - 1] = join(before, piece)
    else joined.push(piece)
  }
  return joined
}

function belongTogether(a: Piece, b: Piece): boolean {
  const weight = a.weight + b.weight
  if (a.leads) return weight <= size.max + TINY
  if (!a.isWhole || !b.isWhole) return false
  return weight <= size.target || (Math.min(a.weight, b.weight) < TINY && weight <= size.max)
}

/** What both stand under; a lead-in stands under what it leads to. */
const join = (a: Piece, b: Piece): Piece => ({
  start: a.start,
  end: b.end,
  headings: a.leads ? b.headings : commonStart(a.headings, b.headings),
  weight: a.weight + b.weight,
  isWhole: a.leads ? b.isWhole : true,
  leads: a.leads && b.leads,
})

function commonStart(a: readonly string[], b: readonly string[]): readonly string[] {
  const differs = a.findIndex((heading, at) => heading !== b[at])
  return differs === -1 ? a : a.slice(0, differs)
}
