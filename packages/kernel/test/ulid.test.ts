import { expect, it } from 'vitest'
import { newUlid } from '../src/ulid.ts'

it('sorts ids in the order in which they were made, within a moment too', () => {
  const moments = [1, 1, 2, 2, 2, 3, ...Array.from({ length: 5_000 }, () => 4)]
  const ids = moments.map((now) => newUlid(now))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
