import type { EngineAsked } from './search-engine.ts'

/** Values counted by upper bound; each is counted in one bucket, and those above the last bound in none. */
export interface Histogram {
  readonly bounds: readonly number[]
  readonly buckets: number[]
  count: number
  sum: number
}

export const createHistogram = (bounds: readonly number[]): Histogram => ({
  bounds,
  buckets: bounds.map(() => 0),
  count: 0,
  sum: 0,
})

export function addValue(histogram: Histogram, value: number): void {
  const at = histogram.bounds.findIndex((bound) => value <= bound)
  if (at >= 0) histogram.buckets[at] = (histogram.buckets[at] ?? 0) + 1
  histogram.count++
  histogram.sum += value
}

/** Measures of a store on a server since it was opened, for monitors. */
export interface StoreMeasures {
  /** `limit`: what may be open. */
  readonly connections: Readonly<Record<'used' | 'idle' | 'limit', number>>
  readonly waiting: number
  /** Transactions that were made again: another was in the way, or the server was away. */
  readonly retries: number
  /** Seconds that statements took, with the way to the server. */
  readonly statements: Histogram
  readonly merges: Histogram
  /** Seconds by which each replica is behind, by its place in the setting; NaN: it does not answer. */
  readonly replicaLags: Readonly<Record<string, number>>
  readonly engine?: EngineAsked | undefined
}
