import { describe, expect, it } from 'vitest'
import { BLOCK_SIZE, countIn, mergeRanges, splitByBlock, type Range } from '../../../../src/adapters/sqlite/blocks.ts'

type Pair = readonly [first: number, last: number]
const ranges = (pairs: readonly Pair[]): Range[] => pairs.map(([first, last]) => ({ first, last }))
const pairs = (some: readonly Range[]): Pair[] => some.map(({ first, last }) => [first, last])

describe('ranges', () => {
  const merges: readonly (readonly [says: string, given: readonly Pair[], merged: readonly Pair[]])[] = [
    ['nothing', [], []],
    [
      'neighbours',
      [
        [1, 2],
        [3, 4],
      ],
      [[1, 4]],
    ],
    [
      'overlaps, in any order',
      [
        [5, 9],
        [1, 6],
      ],
      [[1, 9]],
    ],
    [
      'one within another',
      [
        [1, 9],
        [2, 3],
      ],
      [[1, 9]],
    ],
    [
      'gaps are kept',
      [
        [1, 2],
        [4, 5],
      ],
      [
        [1, 2],
        [4, 5],
      ],
    ],
  ]
  it.each(merges)('merge: %s', (_, given, merged) => expect(pairs(mergeRanges(ranges(given)))).toEqual(merged))

  const last = BLOCK_SIZE - 1
  const splits: readonly (readonly [
    says: string,
    given: readonly Pair[],
    parts: readonly (readonly [number, readonly Pair[]])[],
  ])[] = [
    [
      'within a block',
      [
        [1, 5],
        [9, 9],
      ],
      [
        [
          0,
          [
            [1, 5],
            [9, 9],
          ],
        ],
      ],
    ],
    [
      'across a border',
      [[last, BLOCK_SIZE]],
      [
        [0, [[last, last]]],
        [1, [[0, 0]]],
      ],
    ],
    [
      'over a whole block',
      [[5, 2 * BLOCK_SIZE]],
      [
        [0, [[5, last]]],
        [1, [[0, last]]],
        [2, [[0, 0]]],
      ],
    ],
  ]
  it.each(splits)('split: %s', (_, given, parts) => {
    const split = [...splitByBlock(ranges(given))]
    expect(split.map(([block, some]) => [block, pairs(some)])).toEqual(parts)
    expect(split.reduce((sum, [, some]) => sum + countIn(some), 0)).toBe(countIn(ranges(given)))
  })
})
