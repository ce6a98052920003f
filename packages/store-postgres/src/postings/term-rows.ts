import type { TermPlaces } from '@wuku/index-core/postings/block-bounds'
import type { Session } from '../connection/session.ts'
import { lastUpTo } from '../segment/chunk-lists.ts'
import { keyOf, type SegmentCache } from '../segment/segment-cache.ts'
import { SegmentsReplaced, type Segment } from './segment-list.ts'
import { findTerm, pageOf, type TermPlace } from '../segment/term-pages.ts'

/** Reads parts of segments that are not in memory yet. */
export interface SegmentReader {
  readonly db: Session
  readonly cache: SegmentCache
}

/** A term in some segments. A block is the place of a segment in their list. */
export interface TermRows extends TermPlaces {
  readonly term: string
  readonly blocks: number[]
  readonly peaks: number[]
  readonly places: (TermPlace & { readonly page: number })[]
  /** Postings, as far as they were read. */
  readonly data: (Uint8Array | undefined)[]
}

/** For each term that any of the segments holds; holders that left are among those. */
export async function findTerms(
  reader: SegmentReader,
  segments: readonly Segment[],
  terms: Iterable<string>,
): Promise<ReadonlyMap<string, TermRows>> {
  const requested = [...new Set(terms)]
  const directories = await readDirectories(reader, pagesOf(segments, requested))
  const found = new Map<string, TermRows>()
  for (const term of requested) {
    const rows = rowsOf(segments, term, directories)
    if (rows.blocks.length > 0) found.set(term, rows)
  }
  return found
}

function rowsOf(segments: readonly Segment[], term: string, directories: ReadonlyMap<string, Uint8Array>): TermRows {
  const rows: TermRows & { holders: number } = { term, holders: 0, blocks: [], peaks: [], places: [], data: [] }
  const key = Buffer.from(term)
  for (const [block, { id, facts }] of segments.entries()) {
    const page = pageOf(facts.firsts, term)
    if (page < 0) continue
    const directory = facts.only?.directory ?? directories.get(keyOf(id, page))
    const place = directory && findTerm(directory, key)
    if (!place) continue
    rows.holders += place.holders
    rows.blocks.push(block)
    rows.peaks.push(place.peak)
    rows.places.push({ ...place, page })
    rows.data.push(facts.only?.data.subarray(place.at, place.at + place.length))
  }
  return rows
}

export interface SegmentPage {
  readonly segment: Segment
  readonly page: number
}

function pagesOf(segments: readonly Segment[], terms: readonly string[]): readonly SegmentPage[] {
  const pages = new Map<string, SegmentPage>()
  for (const segment of segments) {
    if (segment.facts.only) continue
    for (const term of terms) {
      const page = pageOf(segment.facts.firsts, term)
      if (page >= 0) pages.set(keyOf(segment.id, page), { segment, page })
    }
  }
  return [...pages.values()]
}

/** A megabyte or so of directories. */
const DIRECTORIES_AT_ONCE = 1_000

/** Directories of pages, by `keyOf`. */
export async function readDirectories(
  { db, cache }: SegmentReader,
  pages: readonly SegmentPage[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  const missing = pages.filter(({ segment, page }) => {
    const key = keyOf(segment.id, page)
    const directory = cache.directories.get(key)
    if (directory) found.set(key, directory)
    return !directory
  })
  for (let start = 0; start < missing.length; start += DIRECTORIES_AT_ONCE) {
    const part = missing.slice(start, start + DIRECTORIES_AT_ONCE)
    const directories = await columnOfPages(db, 'directory', part)
    for (const [nth, { segment, page }] of part.entries()) {
      const directory = directories[nth] as Uint8Array
      found.set(keyOf(segment.id, page), directory)
      cache.directories.set(keyOf(segment.id, page), directory)
    }
  }
  return found
}

/** A column of these pages, in their order. */
export async function columnOfPages(
  db: SegmentReader['db'],
  column: 'directory' | 'data',
  pages: readonly SegmentPage[],
): Promise<readonly Uint8Array[]> {
  const rows = await db.rows<{ found: Uint8Array | null }>(
    `SELECT (SELECT ${column} FROM posting_pages AS kept
             WHERE kept.segment = wanted.segment AND kept.source = wanted.source AND kept.page = wanted.page) AS found
     FROM unnest($1::int8[], $2::int4[], $3::int4[]) WITH ORDINALITY AS wanted (segment, source, page, nth) ORDER BY nth`,
    [pages.map(({ segment }) => segment.id), pages.map(({ segment }) => segment.source), pages.map(({ page }) => page)],
  )
  return rows.map(({ found }) => {
    if (!found) throw new SegmentsReplaced()
    return found
  })
}

/** Postings of a term in one of its blocks. */
export interface PostingsRow {
  readonly rows: TermRows
  /** Place in the lists of `rows`. */
  readonly at: number
}

export const rowIn = (rows: TermRows | undefined, block: number): PostingsRow | undefined => {
  if (!rows) return undefined
  const at = lastUpTo(rows.blocks, block)
  return rows.blocks[at] === block ? { rows, at } : undefined
}

export const bytesOf = ({ rows, at }: PostingsRow): number => rows.places[at]?.length ?? 0

/** Takes what is in memory, and answers what is not. */
export const fillFromCache = (
  { cache }: SegmentReader,
  segments: readonly Segment[],
  requested: Iterable<PostingsRow>,
): PostingsRow[] =>
  [...requested].filter(({ rows, at }) => {
    rows.data[at] ??= cache.postings.get(keyOf(segments[rows.blocks[at] ?? -1]?.id ?? 0, rows.term))
    return rows.data[at] === undefined
  })

const BYTES_AT_ONCE = 8_000_000

/** Reads postings into `data` of their terms, in one round trip unless they are very many. */
export async function readPostings(
  reader: SegmentReader,
  segments: readonly Segment[],
  requested: Iterable<PostingsRow>,
): Promise<void> {
  let part: PostingsRow[] = []
  let bytes = 0
  for (const row of eachOnce(fillFromCache(reader, segments, requested))) {
    part.push(row)
    bytes += bytesOf(row)
    if (bytes < BYTES_AT_ONCE) continue
    await readPart(reader, segments, part)
    part = []
    bytes = 0
  }
  if (part.length > 0) await readPart(reader, segments, part)
}

/** Probes of one call ask for the same ones. */
function eachOnce(requested: readonly PostingsRow[]): Iterable<PostingsRow> {
  const places = new Map<TermRows, Set<number>>()
  return requested.filter(({ rows, at }) => {
    const own = places.get(rows) ?? new Set()
    places.set(rows, own)
    return own.size < own.add(at).size
  })
}

/** Parts of pages: the rest of a page is of terms that nobody asked for. */
async function readPart(
  { db, cache }: SegmentReader,
  segments: readonly Segment[],
  part: readonly PostingsRow[],
): Promise<void> {
  const segmentOf = ({ rows, at }: PostingsRow): Segment | undefined => segments[rows.blocks[at] ?? -1]
  const placeOf = ({ rows, at }: PostingsRow) => rows.places[at] ?? { page: 0, at: 0, length: 0 }
  const rows = await db.rows<{ data: Uint8Array | null }>(
    `SELECT (SELECT substring(data FROM wanted.at + 1 FOR wanted.length) FROM posting_pages AS kept
             WHERE kept.segment = wanted.segment AND kept.source = wanted.source AND kept.page = wanted.page) AS data
     FROM unnest($1::int8[], $2::int4[], $3::int4[], $4::int4[], $5::int4[])
       WITH ORDINALITY AS wanted (segment, source, page, at, length, nth) ORDER BY nth`,
    [
      part.map((each) => segmentOf(each)?.id ?? 0),
      part.map((each) => segmentOf(each)?.source ?? 0),
      part.map((each) => placeOf(each).page),
      part.map((each) => placeOf(each).at),
      part.map((each) => placeOf(each).length),
    ],
  )
  for (const [nth, each] of part.entries()) {
    const data = rows[nth]?.data
    if (!data) throw new SegmentsReplaced()
    each.rows.data[each.at] = data
    cache.postings.set(keyOf(segmentOf(each)?.id ?? 0, each.rows.term), data)
  }
}
