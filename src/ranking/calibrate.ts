import { stepped, type Trailed } from './trail.ts'

/** Hits of one storehouse, best first. */
export interface StorehouseList<Item> {
  readonly ranked: readonly Item[]
  /** For scores of the form `1 - exp(-evidence)`: the evidence that says all. Absent if a score is a share already. */
  readonly evidence?: number
}

/** Behind it a list says only how much any text there shares with the query. */
const TAIL = 100
/** How much of that is taken from all of the list: common words are no distinction (docs/decisions/0013-recall.md). */
const TAIL_COUNTS = 0.5

/**
 * Lists of several storehouses on one scale, united. Each hit has the share of the query's information that it holds, less
 * a part of what its own list's tail holds. No list changes its order; one that is alone keeps its scores as well.
 */
export function calibrate<Item extends Trailed>(lists: readonly StorehouseList<Item>[]): readonly Item[] {
  const heard = lists.filter(({ ranked }) => ranked.length > 0)
  if (heard.length < 2) return heard.flatMap(({ ranked }) => ranked)
  return heard.flatMap(({ ranked, evidence }) => {
    const tail = shareOf(ranked[TAIL - 1]?.score ?? 0, evidence)
    return ranked.map((item) => stepped(item, 'storehouses', standing(shareOf(item.score, evidence), tail)))
  })
}

/** Sums that are squeezed under 1 have lost their scale: the sum itself is a share of what all of it, `evidence`, could be. */
export const shareOf = (score: number, evidence: number | undefined): number =>
  evidence === undefined ? score : -Math.log1p(-Math.min(score, SUREST)) / evidence

const SUREST = 1 - 1e-9

/** Above a half, only the half way further counts: the sum of much evidence is no more than certain. */
function standing(share: number, tail: number): number {
  const rest = Math.max(0, share - TAIL_COUNTS * tail)
  return rest <= 0.5 ? rest : 1 - 0.25 / rest
}
