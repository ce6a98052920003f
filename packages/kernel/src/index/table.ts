import type { AnalysedDocument, AnalysedSlice, TermTable } from '@wuku/core/ports/store'

/** Fills a term table row by row in arrays that double, so that a slice of millions of entries costs no objects; once. */
export interface TableBuilder {
  startRow(): void
  add(term: number, strength: number): void
  finish(vocabulary: readonly string[]): TermTable
}

export function createTableBuilder(): TableBuilder {
  const starts: number[] = []
  let terms = new Uint32Array(1 << 14)
  let strengths = new Uint8Array(1 << 14)
  let used = 0
  const grow = (): void => {
    terms = new Uint32Array(terms.buffer.transfer(2 * terms.byteLength))
    strengths = new Uint8Array(strengths.buffer.transfer(2 * strengths.byteLength))
  }
  return {
    startRow: () => void starts.push(used),
    add(term, strength) {
      if (used === terms.length) grow()
      terms[used] = term
      strengths[used++] = strength
    },
    finish: (vocabulary) => ({
      vocabulary: [...vocabulary],
      starts: Uint32Array.from([...starts, used]),
      terms: new Uint32Array(terms.buffer.transfer(used * terms.BYTES_PER_ELEMENT)),
      strengths: new Uint8Array(strengths.buffer.transfer(used)),
    }),
  }
}

/** The documents from `first` up to `end` of a slice as a slice of their own, with no more vocabulary than they use. */
export function cutSlice(slice: AnalysedSlice, first: number, end: number): AnalysedSlice {
  const rowsBefore = countRows(slice, 0, first)
  const rows = countRows(slice, first, end)
  const { vocabulary, starts, terms, strengths } = slice.terms
  const from = starts[rowsBefore] ?? 0
  const to = starts[rowsBefore + rows] ?? from
  const renumbered = new Map<number, number>()
  const newTerms = terms.slice(from, to).map((term) => numberFor(renumbered, term))
  return {
    documents: slice.documents.slice(first, end),
    terms: {
      vocabulary: [...renumbered.keys()].map((term) => vocabulary[term] ?? ''),
      starts: starts.slice(rowsBefore, rowsBefore + rows + 1).map((start) => start - from),
      terms: newTerms,
      strengths: strengths.slice(from, to),
    },
  }
}

/** Some documents of a slice as a slice of their own, with no more vocabulary than they use. */
export function pickDocuments(slice: AnalysedSlice, isPicked: (document: AnalysedDocument) => boolean): AnalysedSlice {
  const documents = slice.documents.filter(isPicked)
  if (documents.length === slice.documents.length) return slice
  const { vocabulary, starts, terms, strengths } = slice.terms
  const table = createTableBuilder()
  const numbers = new Map<number, number>()
  let row = 0
  for (const document of slice.documents) {
    const end = row + document.chunks.length
    if (!isPicked(document)) row = end
    for (; row < end; row++) {
      table.startRow()
      for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++)
        table.add(numberFor(numbers, terms[at] ?? 0), strengths[at] ?? 0)
    }
  }
  return { documents, terms: table.finish([...numbers.keys()].map((term) => vocabulary[term] ?? '')) }
}

const countRows = (slice: AnalysedSlice, first: number, end: number): number =>
  slice.documents.slice(first, end).reduce((rows, document) => rows + document.chunks.length, 0)

function numberFor(numbers: Map<number, number>, term: number): number {
  const known = numbers.get(term)
  if (known !== undefined) return known
  numbers.set(term, numbers.size)
  return numbers.size - 1
}
