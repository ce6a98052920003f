import type { Range } from '@wuku/core/ranges'
import type { TermCount, TextProbe } from '@wuku/core/ports/index-view'
import { decodePostings, emptyPostings, peakOf, type Postings } from '@wuku/index-core/postings/posting-codec'
import { createScoreBufferPool } from '@wuku/index-core/postings/score-buffers'
import { topChunks, type Rows } from '@wuku/index-core/postings/scoring'
import type { Ranked } from '@wuku/index-core/postings/top-k'
import type { PackedIndex } from './packed-index.ts'

/** The rows of a packed index: one block of postings, scored by the scorer of the stores. */
export interface Terms {
  holders(terms: readonly string[]): ReadonlyMap<string, number>
  /** Commonest first. */
  startingWith(prefix: string): readonly TermCount[]
  chunksWith(term: string): readonly number[]
  best(probe: TextProbe, ranges: readonly Range[]): readonly Ranked[]
}

export function openTerms(packed: PackedIndex, chunks: number): Terms {
  const rows = rowsOf(packed)
  const postings = emptyPostings(chunks)
  const decoded = (term: string): Postings => {
    postings.count = 0
    const row = rows.get(term)
    if (row) decodePostings(row, postings)
    return postings
  }
  const countOf = (term: string): TermCount => ({ term, holders: decoded(term).count })
  const pool = createScoreBufferPool()
  return {
    holders: (terms) =>
      new Map(terms.map((term) => [term, countOf(term).holders] as const).filter(([, count]) => count > 0)),
    startingWith: (prefix) =>
      [...rows.keys()]
        .filter((term) => term.startsWith(prefix))
        .map(countOf)
        .toSorted((a, b) => b.holders - a.holders || (a.term < b.term ? -1 : 1)),
    chunksWith: (term) => Array.from(decoded(term).chunks.subarray(0, postings.count)),
    best(probe, ranges) {
      const asked = new Set(
        [...probe.terms.map(({ term }) => term), ...probe.required].filter((term) => rows.has(term)),
      )
      const places = new Map(
        Array.from(asked, (term) => {
          const { count } = decoded(term)
          return [term, { holders: count, blocks: [0], peaks: [peakOf(postings)] }] as const
        }),
      )
      if (ranges.length === 0 || !probe.required.every((term) => places.has(term))) return []
      return topChunks({ ...probe, places, ranges }, pool, ({ terms }) => pick(rows, terms))
    },
  }
}

function rowsOf({ rows, sizes, terms }: PackedIndex): Rows {
  const bytes = Uint8Array.from(atob(rows), (each) => each.charCodeAt(0))
  let at = 0
  return new Map(
    terms.split('\n').map((term, number) => {
      const start = at
      at += sizes[number] ?? 0
      return [term, bytes.subarray(start, at)] as const
    }),
  )
}

function pick(rows: Rows, terms: readonly string[]): Rows {
  return new Map(
    terms.flatMap((term) => {
      const row = rows.get(term)
      return row ? [[term, row] as const] : []
    }),
  )
}
