/** The best few of many: a heap whose root is the worst of them, so that most of what is offered costs one comparison. */
export interface TopK {
  /** Score below which nothing can enter any more; below every score while there is room. */
  floor(): number
  /** Equal scores prefer the lower id. */
  offer(chunk: number, score: number): void
  /** TopK first. */
  ranked(): readonly Ranked[]
}

export interface Ranked {
  readonly chunk: number
  readonly score: number
}

export function createTopK(depth: number): TopK {
  const heap: Ranked[] = []
  return {
    floor: () => (heap.length < depth ? -1 : (heap[0]?.score ?? Infinity)),
    offer: (chunk, score) => {
      const root = heap[0]
      if (heap.length < depth) rise(heap, { chunk, score })
      else if (root && isWorse(root, chunk, score)) sink(heap, { chunk, score })
    },
    ranked: () => heap.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk),
  }
}

const isWorse = (than: Ranked, chunk: number, score: number): boolean =>
  than.score < score || (than.score === score && than.chunk > chunk)

/** Enters at the end and climbs over every parent that is better. */
function rise(heap: Ranked[], entry: Ranked): void {
  let at = heap.length
  while (at > 0) {
    const parent = (at - 1) >>> 1
    const above = heap[parent]
    if (!above || !isWorse(entry, above.chunk, above.score)) break
    heap[at] = above
    at = parent
  }
  heap[at] = entry
}

/** Takes the root's place and goes down under the worse child. */
function sink(heap: Ranked[], entry: Ranked): void {
  let at = 0
  for (;;) {
    const left = heap[2 * at + 1]
    const right = heap[2 * at + 2]
    const child = right && left && isWorse(right, left.chunk, left.score) ? right : left
    if (!child || !isWorse(child, entry.chunk, entry.score)) break
    heap[at] = child
    at = child === left ? 2 * at + 1 : 2 * at + 2
  }
  heap[at] = entry
}
