import { expect, it } from 'vitest'
import { linesOf } from '../src/rooms/overview/growth.ts'

const of = (kind: 'code' | 'notes', documents: number) => ({ kind, documents, chunks: 0, bytes: 0 })

it('a line begins on the day on which its storehouse was first counted', () => {
  const days = [
    { day: '2026-11-22', storehouses: [of('notes', 1)] },
    { day: '2026-11-23', storehouses: [of('code', 5), of('notes', 2)] },
  ]
  expect(linesOf(days)).toEqual([
    { kind: 'code', values: [null, 5] },
    { kind: 'notes', values: [1, 2] },
  ])
  expect(linesOf([])).toEqual([])
})
