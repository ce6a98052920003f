import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forEachEntry, mergeEntries, sumByPlace, type Change, BLOCK_PLACES } from '../../../src/pads/hits/entries.ts'

/** Where the row's places begin. */
const FIRST = 3 * BLOCK_PLACES

const anyChange: fc.Arbitrary<Change> = fc.record({
  place: fc.oneof(fc.nat(20), fc.nat(BLOCK_PLACES - 1)),
  by: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 300_000 })),
})

function entriesOf(data: Uint8Array): [number, number][] {
  const entries: [number, number][] = []
  forEachEntry(data, FIRST, (place, count) => entries.push([place - FIRST, count]))
  return entries
}

const merge = (data: Uint8Array, changes: readonly Change[]): Uint8Array =>
  mergeEntries(
    data,
    changes.map(({ place, by }) => ({ place: place + FIRST, by })),
    FIRST,
  )

describe('mergeEntries', () => {
  const nothing: Uint8Array = new Uint8Array(0)
  const check = (merges: readonly (readonly (readonly [place: number, by: number])[])[], entries: unknown): void => {
    let data = nothing
    for (const changes of merges)
      data = merge(
        data,
        changes.map(([place, by]) => ({ place, by })),
      )
    expect(entriesOf(data)).toEqual(entries)
  }

  it('writes what is new', () =>
    check(
      [
        [
          [0, 1],
          [7, 128],
          [BLOCK_PLACES - 1, 300_000],
        ],
      ],
      [
        [0, 1],
        [7, 128],
        [BLOCK_PLACES - 1, 300_000],
      ],
    ))
  it('puts between, before and behind', () =>
    check(
      [
        [
          [5, 1],
          [9, 2],
        ],
        [
          [0, 1],
          [7, 1],
          [12, 1],
        ],
      ],
      [
        [0, 1],
        [5, 1],
        [7, 1],
        [9, 2],
        [12, 1],
      ],
    ))
  it('adds where there is something', () => check([[[5, 1]], [[5, 200]]], [[5, 201]]))
  it('leaves nothing of nothing', () =>
    check(
      [
        [
          [5, 3],
          [6, 1],
        ],
        [[5, -3]],
      ],
      [[6, 1]],
    ))
  it('does not fall below nothing', () =>
    check(
      [
        [[5, 3]],
        [
          [4, -1],
          [5, -4],
        ],
      ],
      [],
    ))
  it('takes no byte for an empty row', () =>
    expect(merge(merge(nothing, [{ place: 5, by: 1 }]), [{ place: 5, by: -1 }])).toHaveLength(0))

  it('says the same as a map', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyChange, { maxLength: 8 }), { maxLength: 6 }), (merges) => {
        const truth = new Map<number, number>()
        let data: Uint8Array = new Uint8Array(0)
        for (const changes of merges) {
          const net = sumByPlace(changes)
          data = merge(data, net)
          for (const { place, by } of net) truth.set(place, Math.max(0, (truth.get(place) ?? 0) + by))
        }
        expect(entriesOf(data)).toEqual([...truth].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b))
      }),
    )
  })
})

describe('sumByPlace', () => {
  it('adds up, sorts, and drops what comes to nothing', () =>
    expect(
      sumByPlace([
        { place: 9, by: 1 },
        { place: 3, by: 2 },
        { place: 9, by: 1 },
        { place: 4, by: 1 },
        { place: 4, by: -1 },
      ]),
    ).toEqual([
      { place: 3, by: 2 },
      { place: 9, by: 2 },
    ]))
})
