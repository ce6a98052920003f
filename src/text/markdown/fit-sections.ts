import type { PieceSize, Span } from './blocks.ts'
import type { Section } from './sections.ts'
import type { FittedPiece } from '../terms/split.ts'

export interface TitledPiece extends FittedPiece {
  readonly headings: readonly string[]
}

export interface FitRules {
  readonly size: PieceSize
  /** Cuts the text of one section that is longer than `max`. */
  cut(range: Span): readonly FittedPiece[]
}

/** Lighter sections say too little on their own and are joined. */
const TINY = 50

interface Piece extends TitledPiece {
  /** A whole section, or the whole text before its subsections: it may be joined with the next whole one. */
  readonly isWhole: boolean
  /** A heading without text or the like, which goes with whatever follows. */
  readonly leads: boolean
}

/** A section that is small enough whole; of another its own text and its subsections, small neighbours joined. */
export const fitSections = (section: Section, rules: FitRules): readonly TitledPiece[] => fitSection(section, rules)

function fitSection(section: Section, rules: FitRules): readonly Piece[] {
  const { start, end, weight } = section
  if (weight <= rules.size.target)
    return [{ start, end, headings: headingsOver(section), weight, isWhole: true, leads: false }]
  const pieces = [...fitOwnText(section, rules), ...section.children.flatMap((child) => fitSection(child, rules))]
  return joinSmall(pieces, rules.size).map((piece) => ({ ...piece, isWhole: false }))
}

/**
 * The headings above all of a section's text. They include the only subsection of a section that has no text of its
 * own.
 */
function headingsOver({ headings, hasBody, children }: Section): readonly string[] {
  const [only, ...others] = children
  return only && !hasBody && others.length === 0 ? headingsOver(only) : headings
}

function fitOwnText(
  { start, ownEnd, ownWeight, headings, hasBody }: Section,
  { size, cut }: FitRules,
): readonly Piece[] {
  const own = { start, end: ownEnd }
  const leads = !hasBody || (headings.length === 0 && ownWeight < TINY)
  if (ownWeight <= size.max)
    return start < ownEnd ? [{ ...own, headings, weight: ownWeight, isWhole: true, leads }] : []
  return cut(own).map((piece) => ({ ...piece, headings, isWhole: false, leads: false }))
}

function joinSmall(pieces: readonly Piece[], size: PieceSize): readonly Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (before && belongTogether(before, piece, size)) joined[joined.length - 1] = join(before, piece)
    else joined.push(piece)
  }
  return joined
}

function belongTogether(a: Piece, b: Piece, { target, max }: PieceSize): boolean {
  const weight = a.weight + b.weight
  if (a.leads) return weight <= max + TINY
  if (!a.isWhole || !b.isWhole) return false
  return weight <= target || (Math.min(a.weight, b.weight) < TINY && weight <= max)
}

/** The joined piece keeps the common headings; a lead-in takes those of the piece after it. */
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
