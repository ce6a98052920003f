import { expect, it } from 'vitest'
import { bestFirst, boundRows } from '../../src/postings/block-bounds.ts'

const saturation = Float64Array.from({ length: 256 }, (_, strength) => strength / 256)
const places = new Map([
  ['tide', { holders: 3, blocks: [0, 2], peaks: [64, 128] }],
  ['ebb', { holders: 1, blocks: [2], peaks: [128] }],
])
const terms = [
  { term: 'ebb', weight: 4 },
  { term: 'tide', weight: 2 },
  { term: 'gone', weight: 1 },
]

it('tells the most that the rows of each block can add, heaviest term first', () =>
  expect(Object.fromEntries(boundRows({ terms, saturation }, places))).toEqual({
    0: [{ term: 'tide', weight: 2, rest: 0.5 }],
    2: [
      { term: 'ebb', weight: 4, rest: 3 },
      { term: 'tide', weight: 2, rest: 1 },
    ],
  }))

it('puts blocks that can hold the best first, those without a row last, others in their order', () => {
  const ranges = [0, 1, 2, 3].map((block) => [block, [{ first: 0, last: 9 }]] as const)
  const parts = bestFirst(ranges, boundRows({ terms, saturation }, places))
  expect(parts.map(({ block }) => block)).toEqual([2, 0, 1, 3])
})
