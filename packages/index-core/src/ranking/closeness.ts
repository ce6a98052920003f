import { policy } from '@wuku/core/policy'
/** Positions of the words of a query in a passage: for each word its positions, counted in words of the passage. */
export interface WordPlaces {
  readonly weight: number
  readonly at: readonly number[]
}

/**
 * 0 to 1: how much of the query stands together. For each two words that follow each other in the query, 1 when they do
 * so in the passage, less the further apart, weighed by the rarer of the two.
 */
export function closeness(words: readonly WordPlaces[]): number {
  let possible = 0
  let found = 0
  for (let i = 0; i + 1 < words.length; i++) {
    const [one, two] = [words[i] as WordPlaces, words[i + 1] as WordPlaces]
    const weight = Math.min(one.weight, two.weight)
    possible += weight
    found += weight * nearness(smallestGap(one.at, two.at))
  }
  return possible === 0 ? 0 : found / possible
}

const nearness = (gap: number): number => (gap > policy.closeness.near ? 0 : 1 - (gap - 1) / policy.closeness.near)

/** Both lists ascend; one walk over each. */
function smallestGap(one: readonly number[], two: readonly number[]): number {
  let smallest = Infinity
  for (let i = 0, j = 0; i < one.length && j < two.length;) {
    const gap = (two[j] as number) - (one[i] as number)
    // Out of order costs one word: "search engine" is closer to "search engine" than "engine search" is.
    smallest = Math.min(smallest, gap > 0 ? gap : 1 - gap)
    if (gap > 0) i++
    else j++
  }
  return Math.max(1, smallest)
}
