import { describe, expect, it } from 'vitest'
import { ndcg, percentile, recall, reciprocalRank, summarise } from '../../../bench/quality/metrics.ts'

type Measure = (found: readonly string[], grades: ReadonlyMap<string, number>, depth: number) => number
type Row = readonly [found: string, judged: Readonly<Record<string, number>>, depth: number, expected: number]

const check = (measure: Measure, [found, judged, depth, expected]: Row) =>
  expect(measure([...found], new Map(Object.entries(judged)), depth)).toBeCloseTo(expected, 6)

it.each<readonly [name: string, ...Row]>([
  ['the best order', 'abc', { a: 1 }, 10, 1],
  ['second place', 'ba', { a: 1 }, 10, 1 / Math.log2(3)],
  ['nothing found', '', { a: 1 }, 10, 0],
  ['nothing judged', 'ab', {}, 10, 0],
  ['past the depth', 'bca', { a: 1 }, 2, 0],
  ['grades are gains', 'ba', { a: 3, b: 1 }, 10, (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3))],
  ['the ideal is cut at the depth too', 'a', { a: 1, b: 1, c: 1 }, 1, 1],
  ['named twice counts once', 'aab', { a: 1, b: 1 }, 2, 1],
])('nDCG: %s', (_, ...row) => check(ndcg, row))

it.each<readonly [name: string, ...Row]>([
  ['half of them', 'axb', { a: 1, b: 1, c: 1, d: 1 }, 10, 0.5],
  ['past the depth', 'xa', { a: 1 }, 1, 0],
  ['grade 0 is not relevant', 'a', { a: 1, b: 0 }, 10, 1],
  ['named twice counts once', 'aa', { a: 1, b: 1 }, 10, 0.5],
])('recall: %s', (_, ...row) => check(recall, row))

it.each<readonly [name: string, ...Row]>([
  ['first', 'a', { a: 1 }, 10, 1],
  ['third', 'xya', { a: 2 }, 10, 1 / 3],
  ['past the depth', 'xya', { a: 1 }, 2, 0],
  ['grade 0 is not relevant', 'ba', { a: 1, b: 0 }, 10, 0.5],
])('reciprocal rank: %s', (_, ...row) => check(reciprocalRank, row))

describe('copies that are named beside a place', () => {
  const grades = new Map([
    ['a', 1],
    ['b', 1],
  ])
  it.each<readonly [name: string, found: readonly (string | readonly string[])[], gained: number, held: number]>([
    ['count as shown there', [['x', 'a'], 'b'], 1, 1],
    ['take no place of their own', [['x', 'y', 'z'], 'a', 'b'], (1 / Math.log2(3) + 1 / 2) / (1 + 1 / Math.log2(3)), 1],
    ['gain no more than the best order', [['a', 'b']], 1, 1],
    ['count once', [['a', 'x'], ['x', 'a'], 'b'], 1, 1],
  ])('%s', (_, found, gained, held) => {
    expect(ndcg(found, grades, 10)).toBeCloseTo(gained, 6)
    expect(recall(found, grades, 10)).toBe(held)
  })
  it('may hold the first answer', () => expect(reciprocalRank(['x', ['y', 'a']], grades, 10)).toBe(0.5))
})

it.each([
  [[5, 1, 3, 2, 4], 0.5, 3],
  [[5, 1, 3, 2, 4], 0.95, 5],
  [[1, 2], 0.5, 1],
  [[], 0.5, 0],
])('percentile of %j at %d', (values, share, expected) => expect(percentile(values, share)).toBe(expected))

it('takes means over all questions, also the empty ones', () =>
  expect(
    summarise(
      [
        { found: ['a'], grades: new Map([['a', 1]]), milliseconds: 2 },
        { found: [], grades: new Map([['a', 1]]), milliseconds: 4 },
      ],
      10,
    ),
  ).toEqual({ depth: 10, questions: 2, ndcg: 0.5, recall: 0.5, recall100: 0.5, mrr: 0.5, empty: 0.5, p50: 2, p95: 4 }))
