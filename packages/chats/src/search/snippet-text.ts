import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { termsOf } from '@wuku/text/terms/terms'
import type { Word } from '@wuku/text/terms/word-terms'

/** A stretch of a text that answers, and how much. */
export interface Spot {
  readonly start: number
  readonly end: number
  readonly term: string
  readonly weight: number
}

export const spotsIn = (text: string, termWeights: ReadonlyMap<string, number>, wordOf?: (raw: string) => Word) =>
  termsOf(text, wordOf).flatMap(({ start, end, terms }) =>
    terms
      .filter((term) => termWeights.has(term))
      .map((term) => ({ start, end, term, weight: termWeights.get(term) ?? 0 })),
  )

/** So many characters on each side of the spot around which most is answered, and `…` where the text goes on. */
export function cutAround(text: string, spots: readonly Spot[], window: number): string {
  const { start, end } = mergeNeighbours(bestSpot(spots, window), spots)
  const from = graphemeBorder(text, Math.max(0, start - window))
  const to = borderAfter(text, Math.min(text.length, end + window))
  const shown = text.slice(from, to).trim()
  const isCutBefore = text.slice(0, from).trim() !== ''
  const isCutBehind = text.slice(to).trim() !== ''
  return `${isCutBefore ? '…' : ''}${shown}${isCutBehind ? '…' : ''}`
}

/** Never within what a reader sees as one character. */
function borderAfter(text: string, at: number): number {
  const border = graphemeBorder(text, at)
  if (border === at) return at
  let next = at
  while (next < text.length && graphemeBorder(text, next) <= border) next++
  return next
}

/** A spot joined with its neighbours: each character of a Chinese word is a spot. */
function mergeNeighbours(spot: Spot | undefined, spots: readonly Spot[]): Pick<Spot, 'start' | 'end'> {
  let { start, end } = spot ?? { start: 0, end: 0 }
  for (const other of spots.toReversed()) if (other.start < start && other.end >= start) start = other.start
  for (const other of spots) if (other.start <= end && other.end > end) end = other.end
  return { start, end }
}

/** The spot in whose window different terms weigh most; of equal ones the first. */
function bestSpot(spots: readonly Spot[], window: number): Spot | undefined {
  let [first, next] = [0, 0]
  const termCounts = new Map<string, number>()
  let weight = 0
  let best: { readonly spot: Spot; readonly weight: number } | undefined
  for (const spot of spots) {
    for (let other = spots[next]; other && other.end <= spot.end + window; other = spots[++next]) {
      if (!termCounts.get(other.term)) weight += other.weight
      termCounts.set(other.term, (termCounts.get(other.term) ?? 0) + 1)
    }
    for (let other = spots[first]; other && other.start < spot.start - window; other = spots[++first]) {
      const left = (termCounts.get(other.term) ?? 0) - 1
      termCounts.set(other.term, left)
      if (left <= 0) weight -= other.weight
    }
    const own = weight + spot.weight / 1_000
    if (!best || own > best.weight * (1 + 1e-9)) best = { spot, weight: own }
  }
  return best?.spot
}
