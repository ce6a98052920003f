import type { Hit, PassageLines } from '../../../engine/search/types.ts'

/** Lines of a file, from 1, both included. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Spread extends Span {
  /** Other places of the file that answer, best first. */
  readonly also: readonly Span[]
}

const MOST_ALSO = 2
/** Lines between two passages that are one for their reader. */
const GAP = 1
/** What was united is still read in one go. */
const LONGEST = 160

/** The lines of a hit, grown by neighbours that match too. */
export const spreadOf = ({ passage, others }: Pick<Hit, 'passage' | 'others'>): Spread =>
  gather(spanOf(passage), others.map(spanOf))

function gather(main: Span, others: readonly Span[]): Spread {
  const near = others.find((other) => touches(main, other) && lengthOf(unite(main, other)) <= LONGEST)
  if (near)
    return gather(
      unite(main, near),
      others.filter((other) => other !== near),
    )
  return { ...main, also: others.filter((other) => !touches(main, other)).slice(0, MOST_ALSO) }
}

const spanOf = ({ line, endLine }: PassageLines): Span => ({ from: line, to: endLine })
const touches = (one: Span, other: Span): boolean => other.from <= one.to + 1 + GAP && one.from <= other.to + 1 + GAP
const unite = (one: Span, other: Span): Span => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
})
const lengthOf = ({ from, to }: Span): number => to - from + 1
