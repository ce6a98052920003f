import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTopK } from '../../src/postings/top-k.ts'

const anyOffers = fc.uniqueArray(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 9 })), {
  selector: ([chunk]) => chunk,
})

it('keeps what sorting everything would keep', () =>
  fc.assert(
    fc.property(anyOffers, fc.integer({ min: 1, max: 20 }), (offers, depth) => {
      const best = createTopK(depth)
      for (const [chunk, score] of offers) best.offer(chunk, score)
      const sorted = offers.map(([chunk, score]) => ({ chunk, score }))
      const expected = sorted.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk).slice(0, depth)
      expect(best.ranked()).toEqual(expected)
      expect(best.floor()).toBe(expected.length < depth ? -1 : expected.at(-1)?.score)
    }),
  ))
