import type { ChunkSize, Span } from './markdown-blocks.ts'
import type { Section } from './sections.ts'
import type { FittedChunk } from './split.ts'

export interface TitledChunk extends FittedChunk {
  readonly headings: readonly string[]
}

export interface FitRules {
  readonly size: ChunkSize
  /** Cuts the text of one section that is longer than `max`. */
  cut(range: Span): readonly FittedChunk[]
}

/** Lighter sections say too little on their own and are joined. */
const TINY = 50

interface SectionChunk extends TitledChunk {
  /** A whole section, or the whole text before its subsections: it may be joined with the next whole one. */
  readonly isWhole: boolean
  /** A heading without text or the like, which goes with whatever follows. */
  readonly leads: boolean
}

/** A section that is small enough whole; of another its own text and its subsections, small neighbours joined. */
export function fitSections(section: Section, rules: FitRules): readonly SectionChunk[] {
  const { start, end, weight } = section
  if (weight <= rules.size.target)
    return [{ start, end, headings: headingsOver(section), weight, isWhole: true, leads: false }]
  const chunks = [...fitOwnText(section, rules), ...section.children.flatMap((child) => fitSections(child, rules))]
  return joinSmall(chunks, rules.size).map((chunk) => ({ ...chunk, isWhole: false }))
}

/** The headings above all of a section's text. They include the only subsection of a section that has no text of its own. */
function headingsOver({ headings, hasBody, children }: Section): readonly string[] {
  const [only, ...others] = children
  return only && !hasBody && others.length === 0 ? headingsOver(only) : headings
}

function fitOwnText({ start, ownEnd, ownWeight, headings, hasBody }: Section, { size, cut }: FitRules) {
  const own = { start, end: ownEnd }
  const leads = !hasBody || (headings.length === 0 && ownWeight < TINY)
  if (ownWeight <= size.max)
    return start < ownEnd ? [{ ...own, headings, weight: ownWeight, isWhole: true, leads }] : []
  return cut(own).map((chunk) => ({ ...chunk, headings, isWhole: false, leads: false }))
}

function joinSmall(chunks: readonly SectionChunk[], size: ChunkSize): readonly SectionChunk[] {
  const joined: SectionChunk[] = []
  for (const chunk of chunks) {
    const before = joined.at(-1)
    if (before && belongTogether(before, chunk, size)) joined[joined.length - 1] = join(before, chunk)
    else joined.push(chunk)
  }
  return joined
}

function belongTogether(a: SectionChunk, b: SectionChunk, { target, max }: ChunkSize): boolean {
  const weight = a.weight + b.weight
  if (a.leads) return weight <= max + TINY
  if (!a.isWhole || !b.isWhole) return false
  return weight <= target || (Math.min(a.weight, b.weight) < TINY && weight <= max)
}

/** The joined piece keeps the common headings; a lead-in takes those of the piece after it. */
const join = (a: SectionChunk, b: SectionChunk): SectionChunk => ({
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
