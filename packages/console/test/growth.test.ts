import { describe, expect, it } from 'vitest'
import { storehousesOf } from '../src/rooms/statistics/storehouses.ts'
import { linesOf } from '../src/ui/growth-lines.ts'

const of = (kind: 'code' | 'notes', documents: number) => ({
  kind,
  documents,
  chunks: documents * 10,
  bytes: documents * 100,
})
const days = [
  { day: '2026-11-22', storehouses: [of('notes', 1)] },
  { day: '2026-11-23', storehouses: [of('code', 5), of('notes', 2)] },
]

it.each([
  [undefined, [null, 5], [1, 2]],
  ['chunks', [null, 50], [10, 20]],
  ['bytes', [null, 500], [100, 200]],
] as const)(
  'a line of the growth of %s begins on the day on which its storehouse was first counted',
  (measure, code, notes) => {
    expect(linesOf(days, measure)).toEqual([
      { kind: 'code', values: code },
      { kind: 'notes', values: notes },
    ])
    expect(linesOf([], measure)).toEqual([])
  },
)

describe('storehouses', () => {
  const sources = [
    { kind: 'notes', documents: 2, chunks: 4, bytes: 8 },
    { kind: 'notes', documents: 1, chunks: 1, bytes: 1 },
  ] as const

  it.each([
    [undefined, 3],
    [{ notes: 30 }, 30],
  ])('with totals %j', (totals, documents) => {
    const rows = storehousesOf(sources, totals)
    expect(rows.map(({ kind }) => kind)).toEqual(['code', 'notes', 'chats', 'pads', 'docs'])
    expect(rows[1]).toEqual({ kind: 'notes', path: '/notes', sources: 2, documents, chunks: 5, bytes: 9 })
    expect(rows[0]).toMatchObject({ sources: 0, documents: 0 })
  })
})
