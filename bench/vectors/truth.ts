/** The nearest of all, by whole vectors, kept while they come by one after the other. */
export interface Truth {
  add(nth: number, vector: Float32Array): void
  /** Numbers, nearest first. */
  nearest(): readonly number[]
}

export function createTruth(query: Float32Array, depth: number): Truth {
  const best: { readonly nth: number; readonly cosine: number }[] = []
  return {
    add: (nth, vector) => {
      let cosine = 0
      for (let at = 0; at < query.length; at++) cosine += (query[at] ?? 0) * (vector[at] ?? 0)
      if (best.length === depth && cosine <= (best.at(-1)?.cosine ?? 0)) return
      const place = best.findIndex((each) => each.cosine < cosine)
      best.splice(place < 0 ? best.length : place, 0, { nth, cosine })
      if (best.length > depth) best.pop()
    },
    nearest: () => best.map(({ nth }) => nth),
  }
}
