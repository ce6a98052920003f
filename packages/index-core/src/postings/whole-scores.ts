import { saturationTable } from '@wuku/core/strength'
import type { WeightedTerm } from '@wuku/core/ports/index-view'

/** Digits of a whole number that is exact, less one for what is rounded up. */
const DIGITS = 52

/**
 * A score of lists that are added up in different places, in whatever order: all weights and saturations are whole numbers
 * of steps, so few that every sum of their products is exact. Chunks that are equal tie, wherever each of them is kept.
 * Weights come in the order of the terms, saturations for each strength; `step` is a weight or a saturation of 1.
 */
export function wholeScores(terms: readonly WeightedTerm[], k1: number) {
  const most = terms.reduce((sum, { weight }) => sum + weight, 1)
  const step = 2 ** Math.floor((DIGITS - Math.ceil(Math.log2(most))) / 2)
  const whole = (value: number): number => Math.max(1, Math.round(value * step))
  return {
    step,
    weights: terms.map(({ weight }) => whole(weight)),
    saturation: Array.from(saturationTable(k1), (value, strength) => (strength === 0 ? 0 : whole(value))),
  }
}
