import { expect, it } from 'vitest'
import { countIn, type Range } from '@wuku/core/ranges'
import { BLOCK_SIZE, splitByBlock } from '../../src/postings/posting-codec.ts'

type Pair = readonly [first: number, last: number]
const ranges = (pairs: readonly Pair[]): Range[] => pairs.map(([first, last]) => ({ first, last }))
const pairs = (some: readonly Range[]): Pair[] => some.map(({ first, last }) => [first, last])

const last = BLOCK_SIZE - 1
it.each<[says: string, given: readonly Pair[], parts: readonly (readonly [number, readonly Pair[]])[]]>([
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
])('split: %s', (_, given, parts) => {
  const split = [...splitByBlock(ranges(given))]
  expect(split.map(([block, some]) => [block, pairs(some)])).toEqual(parts)
  expect(split.reduce((sum, [, some]) => sum + countIn(some), 0)).toBe(countIn(ranges(given)))
})
