import { describe, expect, it } from 'vitest'
import { createTableBuilder, cutSlice, pickDocuments } from '../../src/index/table.ts'
import type { AnalysedDocument, AnalysedSlice, TermTable } from '@wuku/core/ports/store'

const rowsOf = ({ vocabulary, starts, terms, strengths }: TermTable) =>
  Array.from({ length: starts.length - 1 }, (_, row) =>
    Object.fromEntries(
      Array.from(terms.slice(starts[row], starts[row + 1]), (term, at) => [
        vocabulary[term],
        strengths[(starts[row] ?? 0) + at],
      ]),
    ),
  )

function tableOf(vocabulary: readonly string[], rows: readonly (readonly (readonly [number, number])[])[]): TermTable {
  const table = createTableBuilder()
  for (const row of rows) {
    table.startRow()
    for (const [term, strength] of row) table.add(term, strength)
  }
  return table.finish(vocabulary)
}

const documentWith = (path: string, chunks: number): AnalysedDocument =>
  ({ facts: { path }, chunks: Array.from({ length: chunks }, () => ({})) }) as unknown as AnalysedDocument

const slice: AnalysedSlice = {
  documents: [documentWith('a', 1), documentWith('empty', 0), documentWith('b', 2)],
  terms: tableOf(
    ['ebb', 'tide', 'moon'],
    [
      [
        [0, 7],
        [1, 8],
      ],
      [[2, 9]],
      [
        [1, 3],
        [2, 4],
      ],
    ],
  ),
}

describe('term tables', () => {
  it('rows of a term table are kept apart', () =>
    expect(rowsOf(slice.terms)).toEqual([{ ebb: 7, tide: 8 }, { moon: 9 }, { tide: 3, moon: 4 }]))
  it('grows past its first arrays', () => {
    const row = Array.from({ length: 40_000 }, (_, at) => [at, at % 256] as const)
    expect(tableOf([], [row]).strengths[39_999]).toBe(39_999 % 256)
  })
  it.each([
    [0, 1, [{ ebb: 7, tide: 8 }], ['ebb', 'tide']],
    [1, 2, [], []],
    [2, 3, [{ moon: 9 }, { tide: 3, moon: 4 }], ['moon', 'tide']],
    [0, 3, rowsOf(slice.terms), ['ebb', 'tide', 'moon']],
  ])('cuts documents %d to %d out with their own vocabulary', (first, end, rows, vocabulary) => {
    const cut = cutSlice(slice, first, end)
    expect(rowsOf(cut.terms)).toEqual(rows)
    expect(cut.terms.vocabulary).toEqual(vocabulary)
    expect(cut.documents).toEqual(slice.documents.slice(first, end))
  })
  it.each([
    [['a'], [{ ebb: 7, tide: 8 }], ['ebb', 'tide']],
    [['empty'], [], []],
    [['a', 'b'], rowsOf(slice.terms), ['ebb', 'tide', 'moon']],
    [
      ['b', 'empty'],
      [{ moon: 9 }, { tide: 3, moon: 4 }],
      ['moon', 'tide'],
    ],
  ])('picks %j out with their own vocabulary', (paths, rows, vocabulary) => {
    const picked = pickDocuments(slice, ({ facts }) => paths.includes(facts.path))
    expect(picked.documents.map(({ facts }) => facts.path).toSorted()).toEqual(paths)
    expect(rowsOf(picked.terms)).toEqual(rows)
    expect(picked.terms.vocabulary).toEqual(vocabulary)
  })
})
