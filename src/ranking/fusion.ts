/** A list in its order, best first, with its weight relative to the others. */
export interface RankedList<Key> {
  readonly weight: number
  readonly keys: readonly Key[]
}

/** Keeps the first ranks of one list from outweighing what several lists that answer the same question agree on. */
export const SAME_QUESTION = 60
/** Lists that answer different questions: what is first in one of them is wanted, whatever the others say. */
export const OTHER_QUESTIONS = 2

/**
 * Reciprocal rank fusion: what stands high in several lists stands high in all. Best first; of two that are as good the
 * one that was met first.
 */
export function fuseByRank<Key>(
  lists: readonly RankedList<Key>[],
  smoothing = SAME_QUESTION,
): readonly { readonly key: Key; readonly score: number }[] {
  const scores = new Map<Key, number>()
  for (const { weight, keys } of lists)
    for (const [rank, key] of keys.entries()) scores.set(key, (scores.get(key) ?? 0) + weight / (smoothing + rank + 1))
  return [...scores].map(([key, score]) => ({ key, score })).toSorted((a, b) => b.score - a.score)
}
