import { expect, it } from 'vitest'
import { countOf, countIn } from '../../src/formats/fields.ts'

it.each([
  [12, 12, 12],
  [12.4, 12, 12],
  [0, 0, undefined],
  [1e9, 1e9, 1e9],
  [1e308, undefined, undefined],
  [-1, undefined, undefined],
  [Number.NaN, undefined, undefined],
  [Infinity, undefined, undefined],
  ['12', undefined, undefined],
])('%j counts as %j, or of what must be there %j', (value, count, some) => {
  expect(countOf(value)).toBe(count)
  expect(countIn({ a: value }, 'a')).toBe(some)
})
