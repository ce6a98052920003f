import type { TermTable } from '../ports/store.ts'
import type { SliceResult } from '../ports/workshop.ts'

/** Two slices as if they had been analysed as one: the vocabulary holds every term once. */
export const joinResults = (first: SliceResult, second: SliceResult): SliceResult => ({
  slice: {
    documents: [...first.slice.documents, ...second.slice.documents],
    terms: joinTables(first.slice.terms, second.slice.terms),
  },
  amend: [...first.amend, ...second.amend],
  problems: [...first.problems, ...second.problems],
  skipped: [...first.skipped, ...second.skipped],
  masked: [...first.masked, ...second.masked],
  repeated: [...first.repeated, ...second.repeated],
})

function joinTables(first: TermTable, second: TermTable): TermTable {
  const numbers = new Map(first.vocabulary.map((term, number) => [term, number]))
  const renumbered = second.vocabulary.map((term) => {
    const number = numbers.get(term) ?? numbers.size
    numbers.set(term, number)
    return number
  })
  const end = first.terms.length
  return {
    vocabulary: [...numbers.keys()],
    starts: Uint32Array.from([...first.starts.slice(0, -1), ...second.starts.map((start) => start + end)]),
    terms: Uint32Array.from([...first.terms, ...second.terms.map((term) => renumbered[term] ?? 0)]),
    strengths: Uint8Array.from([...first.strengths, ...second.strengths]),
  }
}
