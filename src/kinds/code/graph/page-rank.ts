/** Edges of a graph whose nodes are numbers from 0; an edge may stand several times. */
export interface Edges {
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Above 0. */
  readonly weights: readonly number[]
}

/** The share of attention that follows an import; the rest falls on any file. */
const DAMPING = 0.85
const MOST_ROUNDS = 50
/** Changes in all ranks together below which another round tells nothing. */
const ENOUGH = 1e-7

/** PageRank: a node is as central as those that point at it, each sharing what it has. Adds up to 1; no chance in it. */
export function pageRank(count: number, edges: Edges): Float64Array {
  const shares = sharesOf(count, edges)
  let ranks = new Float64Array(count).fill(1 / Math.max(1, count))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = passOn(ranks, edges, shares)
    const change = next.reduce((sum, rank, at) => sum + Math.abs(rank - (ranks[at] ?? 0)), 0)
    ranks = next
    if (change < ENOUGH) break
  }
  return ranks
}

interface Shares {
  /** What each edge hands on of its node's rank. */
  readonly ofEdge: Float64Array
  /** Whether a node points nowhere: then it shares with all. */
  readonly isEnd: Uint8Array
}

function sharesOf(count: number, { from, weights }: Edges): Shares {
  const sums = new Float64Array(count)
  for (const [at, node] of from.entries()) sums[node] = (sums[node] ?? 0) + (weights[at] ?? 0)
  return {
    ofEdge: Float64Array.from(from, (node, at) => (weights[at] ?? 0) / (sums[node] ?? 1)),
    isEnd: Uint8Array.from(sums, (sum) => (sum > 0 ? 0 : 1)),
  }
}

function passOn(ranks: Float64Array, { from, to }: Edges, { ofEdge, isEnd }: Shares): Float64Array<ArrayBuffer> {
  const loose = ranks.reduce((sum, rank, at) => (isEnd[at] === 1 ? sum + rank : sum), 0)
  const next = new Float64Array(ranks.length).fill((1 - DAMPING + DAMPING * loose) / ranks.length)
  for (let at = 0; at < from.length; at++) {
    const target = to[at] ?? 0
    next[target] = (next[target] ?? 0) + DAMPING * (ranks[from[at] ?? 0] ?? 0) * (ofEdge[at] ?? 0)
  }
  return next
}
