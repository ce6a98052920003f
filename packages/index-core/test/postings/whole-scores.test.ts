import { expect, it } from 'vitest'
import { wholeScores } from '../../src/postings/whole-scores.ts'

const terms = Array.from({ length: 96 }, (_, at) => ({ term: `t${at}`, weight: 0.01 + at * 0.09 }))

it('adds up to the same in any order, to the last digit', () => {
  const { weights, saturation, step } = wholeScores(terms, 1.2)
  const parts = weights.map((weight, at) => (weight / step) * ((saturation[1 + ((at * 37) % 255)] ?? 0) / step))
  const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0)
  expect(sum(parts.toReversed())).toBe(sum(parts))
  expect(sum(parts.toSorted((a, b) => a - b))).toBe(sum(parts))
  expect(Number.isSafeInteger(sum(parts) * step * step)).toBe(true)
})
it('stays near what the scorer gives', () => {
  const { weights, step } = wholeScores(terms, 1.2)
  for (const [at, { weight }] of terms.entries()) expect((weights[at] ?? 0) / step).toBeCloseTo(weight, 5)
})
it('gives no strength nothing, and the weakest something', () => {
  const { saturation } = wholeScores(terms, 1.2)
  expect(saturation[0]).toBe(0)
  expect(saturation.slice(1).every((value) => value >= 1)).toBe(true)
})
