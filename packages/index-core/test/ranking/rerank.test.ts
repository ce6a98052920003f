import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { blendByRank } from '../../src/ranking/fusion.ts'
import { runs } from '../../../../test/scale.ts'

it.each<[ranked: string, scores: readonly number[], order: string]>([
  ['', [], ''],
  ['a', [1], 'a'],
  ['abc', [], 'abc'],
  ['abc', [5, 5, 5], 'abc'],
  ['abc', [3, 2, 1], 'abc'],
  ['abc', [1, 2, 3], 'cab'],
  ['abc', [1, 3, 2], 'bac'],
  ['abcde', [1, 2, 3], 'cabde'],
  ['abcdefgh', [-1, 0, 0, 0, 0, 0, 9, 0], 'gbacdefh'],
])('%s with %j becomes %s', (ranked, scores, order) => expect(blendByRank([...ranked], scores).join('')).toBe(order))

const scored = fc.array(fc.double({ noNaN: true, min: -10, max: 10 }), { minLength: 1, maxLength: 40 })

it('keeps the first among the first three, whatever the reranker says', () =>
  fc.assert(
    fc.property(scored, (scores) => {
      const order = blendByRank(
        scores.map((_, at) => at),
        scores,
      )
      expect(order.indexOf(0)).toBeLessThan(3)
      expect(order.toSorted((a, b) => a - b)).toEqual(scores.map((_, at) => at))
    }),
    { numRuns: runs(2_000) },
  ))

it('puts what both put first first', () =>
  fc.assert(
    fc.property(scored, (scores) => {
      const ranked = [-1, ...scores.map((_, at) => at)]
      expect(blendByRank(ranked, [11, ...scores])[0]).toBe(-1)
    }),
  ))
