import { array, assert, integer, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutIntoBatches } from '../src/batches.ts'

describe('batches', () => {
  it.each<[texts: readonly string[], most: [texts: number, chars: number], expected: string[][]]>([
    [[], [2, 9], []],
    [
      ['a', 'b', 'c'],
      [2, 9],
      [['a', 'b'], ['c']],
    ],
    [
      ['aaa', 'bbb', 'c'],
      [9, 6],
      [['aaa', 'bbb'], ['c']],
    ],
    [
      ['aaa', 'bbb', 'c'],
      [9, 5],
      [['aaa'], ['bbb', 'c']],
    ],
    [
      ['a', 'longer than that', 'b'],
      [9, 5],
      [['a'], ['longer than that'], ['b']],
    ],
    [
      ['', '', ''],
      [2, 1],
      [['', ''], ['']],
    ],
  ])('of %j, at most %j', (texts, [most, chars], expected) =>
    expect(cutIntoBatches(texts, { texts: most, chars })).toEqual(expected),
  )

  const sizes = record({ texts: integer({ min: 1, max: 9 }), chars: integer({ min: 1, max: 40 }) })
  it('hold every text in its order, and never more than they may', () =>
    assert(
      property(array(string({ maxLength: 20 })), sizes, (texts, most) => {
        const batches = cutIntoBatches(texts, most)
        expect(batches.flat()).toEqual(texts)
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0)
          expect(batch.length).toBeLessThanOrEqual(most.texts)
          if (batch.length > 1) expect(batch.join('').length).toBeLessThanOrEqual(most.chars)
        }
      }),
    ))
})
