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

/**
 * Numbers are sorted without a call for each comparison: the beginning of a term and its place in one number, and then what
 * begins alike by the whole terms.
 */
function inKeyOrder(vocabulary: readonly string[]): Uint32Array {
  const before = (a: number, b: number): number => ((vocabulary[a] ?? '') < (vocabulary[b] ?? '') ? -1 : 1)
  if (vocabulary.length > MAX_PLACES) return Uint32Array.from(vocabulary.keys()).toSorted(before)
  const keys = new Float64Array(vocabulary.length)
  for (const [at, term] of vocabulary.entries()) keys[at] = beginningOf(term) * MAX_PLACES + at
  keys.sort()
  const ordered = Uint32Array.from(keys, (key) => key % MAX_PLACES)
  for (let start = 0, end = 0; start < keys.length; start = end) {
    const next = (Math.floor((keys[start] ?? 0) / MAX_PLACES) + 1) * MAX_PLACES
    while (end < keys.length && (keys[end] ?? 0) < next) end++
    if (end - start > 1) ordered.subarray(start, end).sort(before)
  }
  return ordered
}

/** More places leave no room in a number for the 33 bits of a beginning. */
const MAX_PLACES = 2 ** 20
const ASCII = 0x80
/** For the first character of another script, and all behind it. */
const LAST = ASCII - 1

/** In the order of terms: up to four characters of ASCII, behind all of these two code units of other scripts. */
function beginningOf(term: string): number {
  const first = unitAt(term, 0)
  if (first >= ASCII) return ASCII ** 4 + first * 0x10000 + unitAt(term, 1)
  let beginning = first
  for (let at = 1, isAscii = true; at < 4; at++) {
    const unit: number = isAscii ? unitAt(term, at) : 0
    isAscii &&= unit < LAST
    beginning = beginning * ASCII + Math.min(unit, LAST)
  }
  return beginning
}

const unitAt = (term: string, at: number): number => (at < term.length ? term.charCodeAt(at) : 0)
