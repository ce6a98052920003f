import { expect, it } from 'vitest'
import { spreadOf } from '../../src/pack/find-files.ts'

type Lines = readonly [from: number, to: number]

const linesOf = ([line, endLine]: Lines) => ({ line, endLine })

it.each<[says: string, hit: readonly [main: Lines, ...others: Lines[]], shown: readonly Lines[]]>([
  ['alone', [[10, 20]], [[10, 20]]],
  [
    'grow by the passage that follows',
    [
      [10, 20],
      [21, 30],
    ],
    [[10, 30]],
  ],
  [
    'grow by the one before, past a blank line',
    [
      [10, 20],
      [1, 8],
    ],
    [[1, 20]],
  ],
  [
    'grow on both sides and further',
    [
      [10, 20],
      [31, 40],
      [21, 30],
      [1, 9],
    ],
    [[1, 40]],
  ],
  [
    'leave others apart',
    [
      [10, 20],
      [50, 60],
    ],
    [
      [10, 20],
      [50, 60],
    ],
  ],
  [
    'name two others at most',
    [
      [10, 20],
      [50, 60],
      [70, 80],
      [90, 95],
    ],
    [
      [10, 20],
      [50, 60],
      [70, 80],
    ],
  ],
  [
    'stay readable in one go',
    [
      [1, 150],
      [151, 200],
    ],
    [[1, 150]],
  ],
  [
    'take in one that overlaps',
    [
      [10, 20],
      [15, 25],
    ],
    [[10, 25]],
  ],
])('the lines of a hit: %s', (_says, [main, ...others], shown) => {
  const { from, to, also } = spreadOf({ passage: linesOf(main), others: others.map(linesOf) })
  expect([[from, to], ...also.map((each) => [each.from, each.to])]).toEqual(shown)
})
