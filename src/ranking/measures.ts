/** Grades of a question's relevant documents, as judged; all others are 0. */
export type Grades = ReadonlyMap<string, number>

/** Discounted gain against the best possible order; the grade itself is the gain. */
export function ndcg(found: readonly string[], grades: Grades, depth: number): number {
  const ideal = [...grades.values()].toSorted((a, b) => b - a)
  const best = discounted(ideal.slice(0, depth))
  return best === 0 ? 0 : discounted(first(found, depth).map((id) => grades.get(id) ?? 0)) / best
}

export function recall(found: readonly string[], grades: Grades, depth: number): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0)
  const seen = new Set(first(found, depth))
  return relevant.length === 0 ? 0 : relevant.filter(([id]) => seen.has(id)).length / relevant.length
}

export function reciprocalRank(found: readonly string[], grades: Grades, depth: number): number {
  const at = first(found, depth).findIndex((id) => (grades.get(id) ?? 0) > 0)
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
const first = (found: readonly string[], depth: number): readonly string[] => [...new Set(found)].slice(0, depth)

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
