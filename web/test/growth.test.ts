import { describe, expect, it } from 'vitest'
import { linesOf, type Growth } from '../src/rooms/statistics/growth.ts'
import { storehousesOf } from '../src/rooms/statistics/storehouses.ts'

const of = (documents: number) => ({ documents, chunks: documents * 10, bytes: documents * 100 })
const growth: Growth = {
  days: [
    { day: '2026-11-20', storehouses: [{ kind: 'notes', ...of(2) }] },
    {
      day: '2026-11-21',
      storehouses: [
        { kind: 'notes', ...of(3) },
        { kind: 'code', ...of(5) },
      ],
    },
  ],
}

describe('growth', () => {
  it.each([
    ['documents', [2, 3], [null, 5]],
    ['chunks', [20, 30], [null, 50]],
    ['bytes', [200, 300], [null, 500]],
  ] as const)('%s have a line for each storehouse, from the day on which it was counted', (measure, notes, code) => {
    expect(linesOf(growth, measure)).toEqual({
      times: [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21)],
      lines: [
        { kind: 'notes', values: notes },
        { kind: 'code', values: code },
      ],
    })
  })

  it('of nothing has no lines', () => {
    expect(linesOf({ days: [] }, 'bytes')).toEqual({ times: [], lines: [] })
  })
})

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
