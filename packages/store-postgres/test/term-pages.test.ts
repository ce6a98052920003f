import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRuns, encodeRuns, numberAt, numbersOf, runsOf } from '../src/segment/chunk-lists.ts'
import {
  createPageWriter,
  decodeFirsts,
  encodeFirsts,
  findTerm,
  pageOf,
  termsIn,
  type TermPages,
} from '@wuku/index-core/postings/term-pages'

/** Letters of one to four bytes, of which those of four come before some of three. */
const anyTerm = fc
  .array(fc.constantFrom('a', 'b', '0', ':', 'é', '潮', '\uE000', '\uFFEE', '😀', '𠀀', '\u{0}'), { maxLength: 6 })
  .map((letters) => letters.join(''))

const anyRows = fc
  .dictionary(
    anyTerm,
    fc.record({
      holders: fc.integer({ min: 1, max: 16_384 }),
      peak: fc.integer({ min: 1, max: 255 }),
      postings: fc.uint8Array({ minLength: 1, maxLength: 5_000 }),
    }),
    { maxKeys: 400 },
  )
  .map((rows) => Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1)))

type Rows = Awaited<ReturnType<typeof anyRows.generate>>['value']

function write(rows: Rows): TermPages {
  const writer = createPageWriter()
  for (const [term, row] of rows) writer.add({ term, ...row })
  return writer.end()
}

function look({ pages, firsts }: TermPages, term: string) {
  const page = pages[pageOf(firsts, term)]
  const [place] = page ? findTerm(page.directory, Buffer.from(term)) : []
  if (!page || !place) return undefined
  const { holders, peak, at, length } = place
  return { holders, peak, postings: page.data.slice(at, at + length) }
}

describe('pages of terms', () => {
  it('find every term that was written, and no other', () =>
    fc.assert(
      fc.property(anyRows, fc.array(anyTerm, { maxLength: 50 }), (rows, others) => {
        const written = new Map(rows)
        const pages = write(rows)
        for (const [term, row] of rows) expect(look(pages, term)).toEqual({ ...row })
        for (const term of others) if (!written.has(term)) expect(look(pages, term)).toBeUndefined()
      }),
    ))

  it('find a term in each block of a large segment', () =>
    fc.assert(
      fc.property(anyRows, fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 1 }), (rows, blocks) => {
        const inOrder = blocks.toSorted((one, other) => one - other)
        const written = rows.flatMap(([term, row], nth) =>
          inOrder.slice(nth % inOrder.length).map((block) => ({ term, block, ...row })),
        )
        const writer = createPageWriter(true)
        for (const row of written) writer.add(row)
        const { pages, firsts } = writer.end()
        const found = rows.flatMap(([term]) => {
          const { directory, data } = pages[pageOf(firsts, term)] ?? expect.fail(term)
          const places = findTerm(directory, Buffer.from(term), true)
          return places.map(({ at, length, ...place }) => ({ term, ...place, postings: data.slice(at, at + length) }))
        })
        expect(found).toEqual(written)
        const all = pages.flatMap(({ directory }) => [...termsIn(directory, true)])
        expect(all.map(({ term, block }) => [term, block])).toEqual(written.map(({ term, block }) => [term, block]))
      }),
    ))

  it('tell all terms in order', () =>
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { pages } = write(rows)
        const told = pages.flatMap(({ directory, data }) =>
          [...termsIn(directory)].map(({ term, holders, peak, at, length }) => [
            term,
            { holders, peak, postings: data.slice(at, at + length) },
          ]),
        )
        expect(told).toEqual(rows)
      }),
    ))

  it('remember their first terms', () =>
    fc.assert(
      fc.property(fc.uniqueArray(anyTerm), (terms) => {
        expect(decodeFirsts(encodeFirsts(terms.toSorted()))).toEqual(terms.toSorted())
      }),
    ))

  it('hold few terms, and little unless one term has much', () => {
    const many = Array.from({ length: 1_000 }, (_, nth) => ({ term: `t${String(nth).padStart(4, '0')}`, size: 10 }))
    const writer = createPageWriter()
    for (const { term, size } of [...many, { term: 'u', size: 60_000 }, { term: 'v', size: 10 }])
      writer.add({ term, holders: 1, peak: 1, postings: new Uint8Array(size) })
    expect(writer.end().pages.map(({ data }) => data.length)).toEqual([
      ...Array.from({ length: 7 }, () => 1_280),
      1_040,
      60_000,
      10,
    ])
  })
})

it.each<[says: string, numbers: readonly number[], step: 0 | 1, runs: number]>([
  ['nothing', [], 1, 0],
  ['ids in a row', [7, 8, 9], 1, 1],
  ['ids of several writers', [7, 9, 11, 12], 1, 3],
  ['ids that were merged out of order', [900, 901, 3, 4], 1, 2],
  ['ids past 32 bits', [2 ** 52, 2 ** 52 + 1, 5], 1, 2],
  ['documents', [4, 4, 4, 5, 5, 2 ** 40], 0, 3],
])('a list of numbers by ordinal keeps %s', (_, numbers, step, runs) => {
  const list = decodeRuns(encodeRuns(runsOf(numbers, step)), step)
  expect(list.starts.length).toBe(runs)
  expect(numbersOf(list, numbers.length)).toEqual(numbers)
  expect(numbers.map((__, ordinal) => numberAt(list, ordinal))).toEqual(numbers)
})
