import type { Hit } from '../../../engine/search/types.ts'

/** Lines of a file, from 1, both included. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Spread extends Span {
  /** Other places of the file that answer, best first. */
  readonly also: readonly Span[]
}

/** Another passage of the file is worth a word when it answers nearly as well. */
const NEARLY = 0.6
const MOST_ALSO = 2
/** Lines between two passages that are one for their reader. */
const GAP = 1
/** What was united is still read in one go. */
const LONGEST = 160

/** The lines of a hit, grown by neighbours that match too. `others`: passages of the same file, best first. */
export function spreadOf(hit: Pick<Hit, 'chunk' | 'passage'>, others: readonly Hit[]): Spread {
  const main = spanOf(hit)
  const best = others[0]?.score ?? 0
  const worthy = others.filter((other) => other.chunk !== hit.chunk && other.score >= best * NEARLY).map(spanOf)
  return gather(main, worthy)
}

function gather(main: Span, others: readonly Span[]): Spread {
  const near = others.find((other) => touches(main, other) && lengthOf(unite(main, other)) <= LONGEST)
  if (near)
    return gather(
      unite(main, near),
      others.filter((other) => other !== near),
    )
  return { ...main, also: others.filter((other) => !touches(main, other)).slice(0, MOST_ALSO) }
}

const spanOf = ({ passage }: Pick<Hit, 'passage'>): Span => ({ from: passage.line, to: passage.endLine })
const touches = (one: Span, other: Span): boolean => other.from <= one.to + 1 + GAP && one.from <= other.to + 1 + GAP
const unite = (one: Span, other: Span): Span => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
})
const lengthOf = ({ from, to }: Span): number => to - from + 1
