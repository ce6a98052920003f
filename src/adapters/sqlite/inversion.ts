import type { TermTable } from '../../ports/store.ts'

/** A term table turned round: `chunks[j]` holds word `i` with `strengths[j]` for `starts[i] <= j < starts[i + 1]`. */
export interface InvertedTerms {
  readonly starts: Uint32Array
  /** Ascending within a word. */
  readonly chunks: Uint32Array
  readonly strengths: Uint8Array
}

/**
 * A counting sort: two passes over flat arrays, no object for any of the millions of entries. `ids[row]` is the chunk of
 * a row of the table, ascending.
 */
export function invert(table: TermTable, ids: Uint32Array): InvertedTerms {
  const entries = table.terms.length
  const starts = countWords(table)
  const next = starts.slice()
  const chunks = new Uint32Array(entries)
  const strengths = new Uint8Array(entries)
  for (let row = 0; row < ids.length; row++) {
    const chunk = ids[row] ?? 0
    const end = table.starts[row + 1] ?? 0
    for (let entry = table.starts[row] ?? 0; entry < end; entry++) {
      const word = table.terms[entry] ?? 0
      const at = next[word] ?? 0
      next[word] = at + 1
      chunks[at] = chunk
      strengths[at] = table.strengths[entry] ?? 0
    }
  }
  return { starts, chunks, strengths }
}

/** Where each word's entries begin once they stand word by word. */
function countWords({ vocabulary, terms }: TermTable): Uint32Array {
  const starts = new Uint32Array(vocabulary.length + 1)
  for (const word of terms) starts[word + 1] = (starts[word + 1] ?? 0) + 1
  for (let word = 0; word < vocabulary.length; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0)
  return starts
}
