/** Grades of a question's relevant documents, as judged; all others are 0. */
export type Grades = ReadonlyMap<string, number>

/** One place of an answer: a document, with its named copies if it has any. */
export type Shown = string | readonly string[]

/**
 * Discounted gain against the best possible order; the grade itself is the gain. Two relevant copies in one place would
 * gain more than any order of them.
 */
export function ndcg(found: readonly Shown[], grades: Grades, depth: number): number {
  const ideal = [...grades.values()].toSorted((a, b) => b - a)
  const best = discounted(ideal.slice(0, depth))
  const gains = first(found, depth).map((ids) => ids.reduce((sum, id) => sum + (grades.get(id) ?? 0), 0))
  return best === 0 ? 0 : Math.min(1, discounted(gains) / best)
}

export function recall(found: readonly Shown[], grades: Grades, depth: number): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0)
  const seen = new Set(first(found, depth).flat())
  return relevant.length === 0 ? 0 : relevant.filter(([id]) => seen.has(id)).length / relevant.length
}

export function reciprocalRank(found: readonly Shown[], grades: Grades, depth: number): number {
  const at = first(found, depth).findIndex((ids) => ids.some((id) => (grades.get(id) ?? 0) > 0))
  return at < 0 ? 0 : 1 / (at + 1)
}

/** Nearest rank: the smallest value that at least `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** A document that is named twice counts once, where it stands first. */
function first(found: readonly Shown[], depth: number): readonly (readonly string[])[] {
  const seen = new Set<string>()
  const places: string[][] = []
  for (const shown of found) {
    const ids = [...new Set(typeof shown === 'string' ? [shown] : shown)].filter((id) => !seen.has(id))
    for (const id of ids) seen.add(id)
    if (ids.length > 0) places.push(ids)
  }
  return places.slice(0, depth)
}

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
