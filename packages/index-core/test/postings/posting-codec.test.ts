import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BLOCK_SIZE,
  decodePostings,
  emptyPostings,
  encodePostings,
  type Postings,
  ROW_CAPACITY,
} from '../../src/postings/posting-codec.ts'

type Entry = readonly [chunk: number, strength: number]

const postingsOf = (entries: readonly Entry[]): Postings => {
  const postings = emptyPostings()
  for (const [chunk, strength] of entries) {
    postings.chunks[postings.count] = chunk
    postings.strengths[postings.count++] = strength
  }
  return postings
}

const encode = (entries: readonly Entry[]): Uint8Array => {
  const room = new Uint8Array(ROW_CAPACITY)
  return room.slice(0, encodePostings(postingsOf(entries), room))
}

const decode = (data: Uint8Array): Entry[] => {
  const postings = emptyPostings()
  decodePostings(data, postings)
  return Array.from({ length: postings.count }, (_, i) => [postings.chunks[i] ?? 0, postings.strengths[i] ?? 0])
}

const anyEntries = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: BLOCK_SIZE - 1 }), fc.integer({ min: 1, max: 255 })),
  { maxLength: 300, selector: ([chunk]) => chunk },
)

describe('pieces', () => {
  const bytes: readonly (readonly [says: string, entries: readonly Entry[], bytes: readonly number[]])[] = [
    ['nothing', [], []],
    ['a single chunk', [[5, 99]], [5, 1, 99]],
    [
      'neighbours',
      [
        [5, 99],
        [6, 98],
        [8, 97],
      ],
      [5, 3, 99, 1, 98, 2, 97],
    ],
    ['a far first chunk', [[300, 7]], [0xac, 2, 1, 7]],
    [
      'a new piece where the order breaks',
      [
        [6, 1],
        [5, 2],
      ],
      [6, 1, 1, 5, 1, 2],
    ],
  ]
  it.each(bytes)('writes %s', (_, entries, expected) => expect([...encode(entries)]).toEqual(expected))

  it('reads what it wrote, in any order', () =>
    fc.assert(
      fc.property(anyEntries, (entries) => {
        expect(decode(encode(entries))).toEqual(entries)
      }),
    ))

  it('reads rows that were written one after the other', () =>
    fc.assert(
      fc.property(anyEntries, fc.nat(300), (entries, cut) => {
        const row = Buffer.concat([encode(entries.slice(0, cut)), encode(entries.slice(cut))])
        expect(decode(row)).toEqual(entries)
      }),
    ))

  it('has room for a whole block in either order', () => {
    const full = Array.from({ length: BLOCK_SIZE }, (_, chunk): Entry => [chunk, (chunk % 255) + 1])
    expect(decode(encode(full))).toEqual(full)
    expect(decode(encode(full.toReversed()))).toEqual(full.toReversed())
  })
})
