import type { Contender } from './contenders.ts'

/** Settles the first open place of a contender. */
export type Settle = (contender: Contender) => Promise<Contender>

export interface Ranking {
  /** Settled, best first: as many as were wanted, and all that have the score of the last. */
  readonly first: readonly Contender[]
  /** None is better. */
  readonly rest: readonly Contender[]
}

/**
 * The one that can be best is settled place by place, until it is settled whole and still can; then it is the best. So no
 * text is read that cannot change the order.
 */
export async function rankFirst(all: readonly Contender[], wanted: number, settle: Settle): Promise<Ranking> {
  const queue = all.toSorted((a, b) => a.most - b.most)
  const first: Contender[] = []
  for (let best = queue.at(-1); best; best = queue.at(-1)) {
    if (best.most < (first[wanted - 1]?.settled ?? 0)) break
    queue.pop()
    if (best.open.length === 0) first.push(best)
    else insert(queue, await settle(best))
  }
  return { first, rest: queue }
}

/** How many have a score above 0. */
export async function countHit(contenders: readonly Contender[], settle: Settle): Promise<number> {
  let count = 0
  for (const each of contenders) {
    let contender = each
    while (!contender.isHit && contender.open.length > 0) contender = await settle(contender)
    if (contender.isHit) count++
  }
  return count
}

function insert(queue: Contender[], contender: Contender): void {
  if (contender.most === 0) return
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((queue[middle]?.most ?? 0) <= contender.most) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, contender)
}
