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
import type { Change } from '@wuku/store-sql/sql-session'
import type { Session, SqlValue } from '../connection/session.ts'
import { newStateName } from '../connection/postgres-dialect.ts'
import { encodeRuns, runsOf } from '../segment/chunk-lists.ts'
import { levelOf } from './merge-plan.ts'
import { createPageWriter, encodeFirsts, type PageWriter, type TermPage } from '@wuku/index-core/postings/term-pages'

/** A new segment but for its pages. */
export interface MergedSegment {
  /** By ordinal. */
  readonly chunks: readonly number[]
  readonly documents: readonly number[]
  /** The first term of each page. */
  readonly firsts: readonly string[]
}

export interface SegmentDraft extends MergedSegment {
  readonly pages: readonly TermPage[]
}

export interface DraftedChunks {
  /** Row `i` of the terms is this chunk. */
  readonly chunks: readonly number[]
  readonly documents: readonly number[]
  readonly terms: TermTable
}

/** Writes as many segments as the chunks need. */
export function draftSegments({ chunks, documents, terms }: DraftedChunks): readonly SegmentDraft[] {
  const parts = Array.from({ length: Math.ceil(chunks.length / BLOCK_SIZE) }, () => createPageWriter())
  const add = parts.map((part) => rowWriter(part, Math.min(chunks.length, BLOCK_SIZE)))
  eachPostingRow(terms, Uint32Array.from(chunks.keys()), (block, term, postings) => add[block]?.(term, postings))
  return parts.map((part, nth) => {
    const [start, end] = [nth * BLOCK_SIZE, (nth + 1) * BLOCK_SIZE]
    return { chunks: chunks.slice(start, end), documents: documents.slice(start, end), ...part.end() }
  })
}

/** Adds postings of terms in order. `maxPostings`: how many one may have in a block. */
export function rowWriter(pages: PageWriter, maxPostings = BLOCK_SIZE) {
  const buffer = new Uint8Array(BYTES_PER_CHUNK * maxPostings)
  return (term: string, postings: Postings, block = 0): void =>
    pages.add({
      term,
      block,
      holders: postings.count,
      peak: peakOf(postings),
      postings: buffer.subarray(0, encodePostings(postings, buffer)),
    })
}

/** A document or two, as of a pad that grows, have one page: it goes with other changes. `undefined`: it was not so few. */
export function changesOfSegment(source: SourceId, { pages, ...rest }: SegmentDraft): readonly Change[] | undefined {
  const [only, more] = pages
  if (!only || more) return undefined
  const segment = newStateName()
  const columns = columnsOf({ ...rest, segment, source })
  const { directory, data } = only
  return [
    (value) => insertSegment(columns.map(value)),
    (value) => `INSERT INTO posting_pages (segment, source, page, directory, data)
      VALUES (${[segment, source, 0, directory, data].map(value).join(', ')})`,
  ]
}

export async function writeSegment(db: Session, source: SourceId, draft: SegmentDraft): Promise<void> {
  const segment = newStateName()
  const columns = columnsOf({ ...draft, segment, source })
  await Promise.all([db.run(INSERT_SEGMENT, columns), writePages(db, { segment, source, from: 0 }, draft.pages)])
}

/** `from`: number of the first page. */
export const writePages = (
  db: Session,
  { segment, source, from }: { readonly segment: number; readonly source: SourceId; readonly from: number },
  pages: readonly TermPage[],
): Promise<void> =>
  db.insert(
    'posting_pages',
    pages.map(({ directory, data }, nth) => ({ segment, source, page: from + nth, directory, data })),
  )

/** Its pages are there already. */
export async function writeRow(db: Session, columns: SegmentColumns): Promise<void> {
  await db.run(INSERT_SEGMENT, columnsOf(columns))
}

// The column would count by itself.
const insertSegment = (values: readonly string[]): string => `
  INSERT INTO segments (id, source, level, chunks, pages, first_chunk, last_chunk, ids, documents, firsts, chunk_ids, page_terms)
  OVERRIDING SYSTEM VALUE VALUES (${values.join(', ')})`
const INSERT_SEGMENT = insertSegment(Array.from({ length: 12 }, (_, nth) => `$${nth + 1}`))

export interface SegmentColumns extends MergedSegment {
  readonly segment: number
  readonly source: SourceId
}

function columnsOf({ segment, source, chunks, documents, firsts }: SegmentColumns): SqlValue[] {
  const runs = runsOf(chunks, 1)
  const lasts = runs.firsts.map(
    (first, run) => first + (runs.starts[run + 1] ?? chunks.length) - (runs.starts[run] ?? 0) - 1,
  )
  const [ids, owners, terms] = [encodeRuns(runs), encodeRuns(runsOf(documents, 0)), encodeFirsts(firsts)]
  return [
    segment,
    source,
    levelOf(chunks.length),
    chunks.length,
    firsts.length,
    runs.firsts.reduce((a, b) => Math.min(a, b), Infinity),
    lasts.reduce((a, b) => Math.max(a, b), 0),
    ...(chunks.length > BLOCK_SIZE ? [null, owners, null, ids, terms] : [ids, owners, terms, null, null]),
  ]
}
