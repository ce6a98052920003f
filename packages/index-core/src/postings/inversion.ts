import { BLOCK_BITS, BLOCK_SIZE, emptyPostings, type Postings, pushPosting } from './posting-codec.ts'
import type { TermTable } from '@wuku/core/ports/store'

/**
 * A term table turned round: `chunks[j]`, ascending within a word, holds word `i` with `strengths[j]` for
 * `starts[i] <= j < starts[i + 1]`. A counting sort: two passes over flat arrays, no object for any of the millions of
 * entries. `ids[row]` is the chunk of a row of the table, ascending.
 */
export function invert(table: TermTable, ids: Uint32Array) {
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

/** Start of each word's entries once they are ordered by word. */
function countWords({ vocabulary, terms }: TermTable): Uint32Array {
  const starts = new Uint32Array(vocabulary.length + 1)
  for (const word of terms) starts[word + 1] = (starts[word + 1] ?? 0) + 1
  for (let word = 0; word < vocabulary.length; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0)
  return starts
}

/**
 * Hands over the postings of new chunks row by row, which `visit` must not keep: the next row is written over them. Ordered
 * by term: neighbours in the table share a page, and a page that is written in order ends up full.
 */
export function eachPostingRow(
  table: TermTable,
  ids: Uint32Array,
  visit: (block: number, term: string, postings: Postings) => void,
): void {
  const { starts, chunks, strengths } = invert(table, ids)
  const postings = emptyPostings(Math.min(ids.length, BLOCK_SIZE))
  for (const word of inKeyOrder(table.vocabulary)) {
    const end = starts[word + 1] ?? 0
    for (let at = starts[word] ?? 0; at < end;) {
      const block = (chunks[at] ?? 0) >>> BLOCK_BITS
      postings.count = 0
      for (; at < end && (chunks[at] ?? 0) >>> BLOCK_BITS === block; at++)
        pushPosting(postings, (chunks[at] ?? 0) % BLOCK_SIZE, strengths[at] ?? 0)
      visit(block, table.vocabulary[word] ?? '', postings)
    }
  }
}

function inKeyOrder(vocabulary: readonly string[]): Uint32Array {
  const before = (a: number, b: number): number => ((vocabulary[a] ?? '') < (vocabulary[b] ?? '') ? -1 : 1)
  return Uint32Array.from(vocabulary.keys()).toSorted(before)
}
