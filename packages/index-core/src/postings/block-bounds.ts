import type { Range } from '@wuku/core/ranges'
import type { WeightedTerm } from '@wuku/core/ports/index-view'

/** Position of a term. */
export interface TermPlaces {
  /** Chunks that hold it. */
  readonly holders: number
  /** Blocks that have a row of it, and the strongest that it is in each. */
  readonly blocks: readonly number[]
  readonly peaks: readonly number[]
}

export interface BoundRow extends WeightedTerm {
  /** The most that this row and those after it can add to a chunk. */
  readonly rest: number
}

/** Bounds of each block, heaviest term first. */
export function boundRows(
  { terms, saturation }: { readonly terms: readonly WeightedTerm[]; readonly saturation: Float64Array },
  places: ReadonlyMap<string, TermPlaces>,
): ReadonlyMap<number, readonly BoundRow[]> {
  const rows = new Map<number, BoundRow[]>()
  for (const { term, weight } of terms.toReversed()) {
    const { blocks = [], peaks = [] } = places.get(term) ?? {}
    for (const [at, block] of blocks.entries()) {
      const own = rows.get(block) ?? []
      const rest = (own.at(-1)?.rest ?? 0) + weight * (saturation[peaks[at] ?? 0] ?? 0)
      own.push({ term, weight, rest })
      rows.set(block, own)
    }
  }
  for (const own of rows.values()) own.reverse()
  return rows
}

export interface BlockPart {
  readonly block: number
  readonly ranges: readonly Range[]
}

/** The first blocks raise the score that the others must reach: in a large store, more blocks stay unread. */
export function bestFirst(
  ranges: Iterable<readonly [block: number, ranges: readonly Range[]]>,
  rows: ReadonlyMap<number, readonly BoundRow[]>,
): readonly BlockPart[] {
  const upperBound = ({ block }: BlockPart): number => rows.get(block)?.[0]?.rest ?? 0
  return Array.from(ranges, ([block, within]) => ({ block, ranges: within })).toSorted(
    (a, b) => upperBound(b) - upperBound(a),
  )
}
