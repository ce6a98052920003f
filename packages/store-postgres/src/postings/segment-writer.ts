import type { SourceId } from '@wuku/core/core-types'
import type { TermTable } from '@wuku/core/ports/store'
import { eachPostingRow } from '@wuku/index-core/postings/inversion'
import {
  BLOCK_SIZE,
  BYTES_PER_CHUNK,
  encodePostings,
  peakOf,
  type Postings,
} from '@wuku/index-core/postings/posting-codec'
import type { Session, SqlValue } from '../connection/session.ts'
import { newStateName } from '../connection/postgres-dialect.ts'
import { encodeRuns, runsOf } from '../segment/chunk-lists.ts'
import { levelOf } from './merge-plan.ts'
import { createPageWriter, encodeFirsts, type PageWriter, type TermPages } from '../segment/term-pages.ts'

/** A segment that is not written yet. */
export interface SegmentDraft {
  /** By ordinal. */
  readonly chunks: readonly number[]
  readonly documents: readonly number[]
  readonly terms: TermPages
}

export interface DraftedChunks {
  /** Row `i` of the terms is this chunk. */
  readonly chunks: readonly number[]
  readonly documents: readonly number[]
  readonly terms: TermTable
}

/** Writes as many segments as the chunks need. */
export function draftSegments({ chunks, documents, terms }: DraftedChunks): readonly SegmentDraft[] {
  const parts = Array.from({ length: Math.ceil(chunks.length / BLOCK_SIZE) }, createPageWriter)
  const add = parts.map((part) => rowWriter(part, Math.min(chunks.length, BLOCK_SIZE)))
  eachPostingRow(terms, Uint32Array.from(chunks.keys()), (block, term, postings) => add[block]?.(term, postings))
  return parts.map((part, nth) => {
    const [start, end] = [nth * BLOCK_SIZE, (nth + 1) * BLOCK_SIZE]
    return { chunks: chunks.slice(start, end), documents: documents.slice(start, end), terms: part.end() }
  })
}

/** Adds postings of terms in order. `maxPostings`: how many one may have. */
export function rowWriter(pages: PageWriter, maxPostings = BLOCK_SIZE): (term: string, postings: Postings) => void {
  const buffer = new Uint8Array(BYTES_PER_CHUNK * maxPostings)
  return (term, postings) =>
    pages.add({
      term,
      holders: postings.count,
      peak: peakOf(postings),
      postings: buffer.subarray(0, encodePostings(postings, buffer)),
    })
}

/** Answers with its id. */
export async function writeSegment(db: Session, source: SourceId, draft: SegmentDraft): Promise<number> {
  const segment = newStateName()
  const { pages } = draft.terms
  const [only] = pages
  const columns = columnsOf(segment, source, draft)
  // A document or two, as of a pad that grows: one statement.
  if (only && pages.length === 1) await db.run(WITH_ONE_PAGE, [...columns, only.directory, only.data])
  else
    await Promise.all([
      db.run(INSERT_SEGMENT, columns),
      db.insert(
        'posting_pages',
        pages.map(({ directory, data }, page) => ({ segment, source, page, directory, data })),
      ),
    ])
  return segment
}

// The column would count by itself.
const INSERT_SEGMENT = `
  INSERT INTO segments (id, source, level, chunks, pages, first_chunk, last_chunk, ids, documents, firsts)
  OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
const WITH_ONE_PAGE = `
  WITH segment AS (${INSERT_SEGMENT})
  INSERT INTO posting_pages (segment, source, page, directory, data) VALUES ($1, $2, 0, $11, $12)`

function columnsOf(
  segment: number,
  source: SourceId,
  { chunks, documents, terms: { pages, firsts } }: SegmentDraft,
): SqlValue[] {
  const ids = runsOf(chunks, 1)
  const lasts = ids.firsts.map(
    (first, run) => first + (ids.starts[run + 1] ?? chunks.length) - (ids.starts[run] ?? 0) - 1,
  )
  return [
    segment,
    source,
    levelOf(chunks.length),
    chunks.length,
    pages.length,
    ids.firsts.reduce((a, b) => Math.min(a, b), Infinity),
    lasts.reduce((a, b) => Math.max(a, b), 0),
    encodeRuns(ids),
    encodeRuns(runsOf(documents, 0)),
    encodeFirsts(firsts),
  ]
}
