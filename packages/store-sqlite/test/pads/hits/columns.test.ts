import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeOf } from '@wuku/core/ports/pads'
import { changeColumn, intersectLeast, tabulate, within, type Column } from '../../../src/pads/find-hits.ts'

const columnOf = (entries: ReadonlyMap<number, number>): Column => {
  const sorted = [...entries].toSorted(([a], [b]) => a - b)
  return {
    places: Float64Array.from(sorted, ([place]) => place),
    counts: Uint32Array.from(sorted, ([, count]) => count),
  }
}

const anyEntries = fc
  .array(fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 9 })), { maxLength: 10 })
  .map((entries) => new Map(entries))
const anyColumns = fc.array(anyEntries, { minLength: 1, maxLength: 4 })

describe('tabulate', () => {
  it('has a row for each place of any column', () => {
    fc.assert(
      fc.property(anyColumns, (columns) => {
        const { places, counts } = tabulate(columns.map(columnOf))
        const all = new Set(columns.flatMap((column) => [...column.keys()]))
        expect([...places]).toEqual([...all].toSorted((a, b) => a - b))
        expect(counts).toEqual(columns.map((column) => Uint32Array.from(places, (place) => column.get(place) ?? 0)))
      }),
    )
  })

  it('has no row for no column', () => expect(tabulate([])).toEqual({ places: new Float64Array(0), counts: [] }))
})

describe('intersectLeast', () => {
  it('keeps the least count of the places that all have', () => {
    fc.assert(
      fc.property(anyColumns, (columns) => {
        const least = new Map<number, number>()
        for (const place of columns[0]?.keys() ?? [])
          least.set(place, Math.min(...columns.map((column) => column.get(place) ?? 0)))
        const expected = columnOf(new Map([...least].filter(([, count]) => count > 0)))
        expect(intersectLeast(columns.map(columnOf))).toEqual(expected)
      }),
    )
  })
})

describe('changeColumn', () => {
  it('adds changes up, also those of one place', () => {
    const changes = fc.array(fc.record({ place: fc.nat(12), by: fc.integer({ min: -9, max: 9 }) }))
    fc.assert(
      fc.property(anyEntries, changes, (entries, changed) => {
        const truth = new Map(entries)
        for (const { place, by } of changed) truth.set(place, (truth.get(place) ?? 0) + by)
        const expected = columnOf(new Map([...truth].filter(([, count]) => count > 0)))
        expect(changeColumn(columnOf(entries), changed)).toEqual(expected)
      }),
    )
  })
})

describe('within', () => {
  it('keeps the places of the workflows', () => {
    const places = [placeOf(1, 0, 'name'), placeOf(1, 1_023, 'content'), placeOf(2, 0, 'name'), placeOf(3, 4, 'title')]
    const column = columnOf(new Map(places.map((place, at) => [place, at + 1])))
    expect(within(column, new Set([1, 3]))).toEqual({
      places: Float64Array.of(places[0] ?? 0, places[1] ?? 0, places[3] ?? 0),
      counts: Uint32Array.of(1, 2, 4),
    })
  })
})
