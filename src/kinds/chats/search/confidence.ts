import type { ShownChat } from './shown.ts'

/**
 * `coverage * (0.5 + 0.2 * strength + 0.2 * agreement + 0.1 * margin)`, each of them 0 to 1: how much of the query's
 * information the best conversation holds anywhere, how strongly its best message does (full from 0.6 on), how many of its
 * messages agree (one counts nothing, five all), and how far the second is behind. More of any of them never lowers it.
 */
export function confidenceOf(shown: readonly ShownChat[]): number {
  const [best, second] = shown
  if (!best) return 0
  const strength = Math.min(1, best.strength / 0.6)
  const agreement = Math.min(1, (best.hits - 1) / 4)
  const margin = best.score === 0 ? 0 : 1 - (second?.score ?? 0) / best.score
  const sum = best.coverage * (0.5 + 0.2 * strength + 0.2 * agreement + 0.1 * Math.max(0, margin))
  return Math.round(1_000 * Math.min(1, sum)) / 1_000
}
