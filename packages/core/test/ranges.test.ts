import { expect, it } from 'vitest'
import { mergeRanges, type Range } from '../src/ranges.ts'

type Pair = readonly [first: number, last: number]
const ranges = (pairs: readonly Pair[]): Range[] => pairs.map(([first, last]) => ({ first, last }))
const pairs = (some: readonly Range[]): Pair[] => some.map(({ first, last }) => [first, last])

it.each<[says: string, given: readonly Pair[], merged: readonly Pair[]]>([
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
])('merge: %s', (_, given, merged) => expect(pairs(mergeRanges(ranges(given)))).toEqual(merged))
