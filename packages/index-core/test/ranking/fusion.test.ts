import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuseByRank } from '../../src/ranking/fusion.ts'

it.each<[lists: readonly (readonly [weight: number, keys: string])[], order: string]>([
  [[], ''],
  [[[1, '']], ''],
  [[[1, 'abc']], 'abc'],
  [
    [
      [1, 'abc'],
      [1, 'cab'],
    ],
    'acb',
  ],
  [
    [
      [1, 'ab'],
      [1, 'cd'],
    ],
    'acbd',
  ],
  [
    [
      [1, 'abx'],
      [1, 'cdx'],
    ],
    'xacbd',
  ],
  [
    [
      [1, 'ab'],
      [2, 'ba'],
    ],
    'ba',
  ],
  [
    [
      [1, 'ab'],
      [0, 'ba'],
    ],
    'ab',
  ],
])('%j in the order %s', (lists, order) =>
  expect(
    fuseByRank(lists.map(([weight, keys]) => ({ weight, keys: [...keys] })))
      .map(({ key }) => key)
      .join(''),
  ).toBe(order),
)

it('of one list scores as the rank says', () =>
  expect(fuseByRank([{ weight: 3, keys: ['a', 'b'] }])).toEqual([
    { key: 'a', score: 3 / 61 },
    { key: 'b', score: 3 / 62 },
  ]))

it('keeps every key once, and what leads in every list leads', () => {
  const list = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 9 }).map((keys) => [0, ...keys])
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 5 }), (lists) => {
      const fused = fuseByRank(lists.map((keys) => ({ weight: 1, keys })))
      expect(fused.map(({ key }) => key).toSorted()).toEqual([...new Set(lists.flat())].toSorted())
      expect(fused[0]).toMatchObject({ key: 0 })
      expect(fused.map(({ score }) => score)).toEqual(fused.map(({ score }) => score).toSorted((a, b) => b - a))
    }),
  )
})
