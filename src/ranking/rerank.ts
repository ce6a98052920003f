/**
 * Weight of a reranker's order relative to the given one: as much as it can have while the first, even if the reranker puts
 * it last, stays among the first three, whatever the others are.
 */
const RERANKED = 0.6

/**
 * Ranked items in a new order: each by the sum of the reciprocals of both of its ranks. Higher scores of the
 * reranker are better, and items without one keep their place behind those that have one; of equals the one that
 * came first wins. A reranker that gives all the same score leaves the order.
 */
export function blendByRank<Item>(ranked: readonly Item[], scores: readonly number[]): readonly Item[] {
  const judged = ranked.slice(0, scores.length)
  const rankOf = ranksOf(scores)
  const worth = judged.map((_, at) => (1 - RERANKED) / (at + 1) + RERANKED / (rankOf[at] ?? Infinity))
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
