import { policy } from '@wuku/core/policy'
import { stepped, type Traced } from './score-trace.ts'

/**
 * Reciprocal rank fusion: what stands high in several lists stands high in all. Best first; of two that are as good the
 * one that was met first.
 */
export function fuseByRank<Key>(
  lists: readonly { readonly weight: number; readonly keys: readonly Key[] }[],
  smoothing = policy.fusion.sameQuestion,
): readonly { readonly key: Key; readonly score: number }[] {
  const scores = new Map<Key, number>()
  for (const { weight, keys } of lists)
    for (const [rank, key] of keys.entries()) scores.set(key, (scores.get(key) ?? 0) + weight / (smoothing + rank + 1))
  return [...scores].map(([key, score]) => ({ key, score })).toSorted((a, b) => b.score - a.score)
}

/** Hits of one storehouse, best first. */
export interface StorehouseList<Item> {
  readonly ranked: readonly Item[]
  /** For scores of the form `1 - exp(-evidence)`: the evidence that says all. Absent if a score is a share already. */
  readonly evidence?: number
  /** Score of its tail where hits are parts of documents, of which one has many; else that of the 100th hit. */
  readonly tail?: number
}

/**
 * Lists of several storehouses on one scale, united. Each hit has the share of the query's information that it holds, less
 * a part of what its own list's tail holds. No list changes its order; one that is alone keeps its scores as well.
 */
export function calibrate<Item extends Traced>(lists: readonly StorehouseList<Item>[]): readonly Scaled<Item>[] {
  const nonEmptyLists = lists.filter(({ ranked }) => ranked.length > 0)
  if (nonEmptyLists.length < 2) return nonEmptyLists.flatMap(({ ranked }) => ranked)
  return nonEmptyLists.flatMap(({ ranked, evidence, tail: last = ranked[policy.storehouses.tail - 1]?.score ?? 0 }) => {
    const tail = shareOf(last, evidence)
    const onScale = (score: number): number => scaleEvidence(shareOf(score, evidence), tail)
    return ranked.map((item) => ({ ...stepped(item, 'storehouses', onScale(item.score)), own: item.score, onScale }))
  })
}

/** A hit with its score within its own list, and what stands for such a score on the scale of all. */
export type Scaled<Item> = Item & { readonly own?: number; readonly onScale?: (score: number) => number }

/** Sums that are squeezed under 1 have lost their scale: the sum itself is a share of what all of it, `evidence`, could be. */
export const shareOf = (score: number, evidence: number | undefined): number =>
  evidence === undefined ? score : -Math.log1p(-Math.min(score, MAX_CERTAINTY)) / evidence

const MAX_CERTAINTY = 1 - 1e-9

/** Above a half, only the half way further counts: the sum of much evidence is no more than certain. */
function scaleEvidence(share: number, tail: number): number {
  const rest = Math.max(0, share - policy.storehouses.tailCounts * tail)
  return rest <= 0.5 ? rest : 1 - 0.25 / rest
}

/**
 * Ranked items in a new order: each by the sum of the reciprocals of both of its ranks. Higher scores of the
 * reranker are better, and items without one keep their place behind those that have one; of equals the one that
 * came first wins. A reranker that gives all the same score leaves the order.
 */
export function blendByRank<Item>(ranked: readonly Item[], scores: readonly number[]): readonly Item[] {
  const judged = ranked.slice(0, scores.length)
  const rankOf = ranksOf(scores)
  const worth = judged.map(
    (_, at) => (1 - policy.fusion.reranked) / (at + 1) + policy.fusion.reranked / (rankOf[at] ?? Infinity),
  )
  const order = judged.map((_, at) => at).toSorted((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b)
  return [...order.flatMap((at) => judged.slice(at, at + 1)), ...ranked.slice(scores.length)]
}

/** From 1; those with the same score stand as they stood. */
function ranksOf(scores: readonly number[]): readonly number[] {
  const ranks: number[] = []
  scores
    .map((score, at) => ({ score, at }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .forEach(({ at }, rank) => (ranks[at] = rank + 1))
  return ranks
}
