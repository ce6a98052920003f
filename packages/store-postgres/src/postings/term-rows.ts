import type { TermPlaces } from '@wuku/index-core/postings/block-bounds'
import { numbersIn } from '../connection/copied-rows.ts'
import type { Session } from '../connection/session.ts'
import { lastUpTo } from '../segment/chunk-lists.ts'
import { keyOf, type SegmentCache, type SegmentFacts } from '../segment/segment-cache.ts'
import { SegmentsReplaced, type Block } from './segment-list.ts'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { findTerm, pageOf, type TermPlace } from '@wuku/index-core/postings/term-pages'

export interface SegmentReader {
  readonly db: Session
  readonly cache: SegmentCache
}

/** A term in some blocks, which are numbered by their places in the list. */
export interface TermRows extends TermPlaces {
  readonly term: string
  readonly blocks: number[]
  readonly peaks: number[]
  readonly places: (TermPlace & { readonly page: number })[]
  /** Postings, as far as they were read. */
  readonly data: (Uint8Array | undefined)[]
}

/** For each term that any of the blocks holds; holders that left are among those. */
export async function findTerms(reader: SegmentReader, blocks: readonly Block[], terms: Iterable<string>) {
  const requested = [...new Set(terms)]
  const directories = await readDirectories(reader, pagesOf(blocks, requested))
  const found = new Map<string, TermRows>()
  for (const term of requested) {
    const rows = rowsOf(blocks, term, directories)
    if (rows.blocks.length > 0) found.set(term, rows)
  }
  return found
}

function rowsOf(blocks: readonly Block[], term: string, directories: ReadonlyMap<string, Uint8Array>): TermRows {
  const rows: TermRows & { holders: number } = { term, holders: 0, blocks: [], peaks: [], places: [], data: [] }
  const key = Buffer.from(term)
  for (const [first, { segment, facts, nth }] of blocks.entries()) {
    const page = nth === 0 ? pageOf(facts.firsts, term) : -1
    if (page < 0) continue
    const directory = facts.only?.directory ?? directories.get(keyOf(segment, page))
    if (!directory) continue
    for (const place of findTerm(directory, key, hasBlocks(facts))) {
      rows.holders += place.holders
      rows.blocks.push(first + place.block)
      rows.peaks.push(place.peak)
      rows.places.push({ ...place, page })
      rows.data.push(facts.only?.data.subarray(place.at, place.at + place.length))
    }
  }
  return rows
}

/** Directories of a segment of one block name none. */
export const hasBlocks = ({ chunks }: Pick<SegmentFacts, 'chunks'>): boolean => chunks > BLOCK_SIZE

export interface SegmentPage {
  /** A block of its segment. */
  readonly first: Block
  readonly page: number
}

function pagesOf(blocks: readonly Block[], terms: readonly string[]): readonly SegmentPage[] {
  const pages = new Map<string, SegmentPage>()
  for (const first of blocks) {
    if (first.facts.only || first.nth > 0) continue
    for (const term of terms) {
      const page = pageOf(first.facts.firsts, term)
      if (page >= 0) pages.set(keyOf(first.segment, page), { first, page })
    }
  }
  return [...pages.values()]
}

/** A megabyte or so of directories. */
const DIRECTORIES_AT_ONCE = 1_000

/** Directories of pages, by `keyOf`. */
export async function readDirectories({ db, cache }: SegmentReader, pages: readonly SegmentPage[]) {
  const found = new Map<string, Uint8Array>()
  const missing = pages.filter(({ first, page }) => {
    const key = keyOf(first.segment, page)
    const directory = cache.directories.get(key)
    if (directory) found.set(key, directory)
    return !directory
  })
  for (let start = 0; start < missing.length; start += DIRECTORIES_AT_ONCE) {
    const part = missing.slice(start, start + DIRECTORIES_AT_ONCE)
    const directories = await columnOfPages(db, 'directory', part)
    for (const [nth, { first, page }] of part.entries()) {
      const directory = directories[nth] as Uint8Array
      found.set(keyOf(first.segment, page), directory)
      cache.directories.set(keyOf(first.segment, page), directory)
    }
  }
  return found
}

interface PagePart extends SegmentPage {
  /** Absent: all of the column. */
  readonly at?: number
  readonly length?: number
}

/** A column of these pages, or parts of it, in their order; each by the source that says in which part of the table it is. */
export async function columnOfPages(
  db: Session,
  column: 'directory' | 'data',
  parts: readonly PagePart[],
): Promise<readonly Uint8Array[]> {
  const lists = [
    `${numbersIn(parts.map(({ first }) => first.segment))}::int8[]`,
    ...[
      parts.map(({ first }) => first.source),
      parts.map(({ page }) => page),
      parts.map(({ at = 0 }) => at),
      parts.map(({ length = 2 ** 31 - 1 }) => length),
    ].map((list) => `${numbersIn(list)}::int4[]`),
  ]
  const rows = await db.bytes<[Uint8Array | null]>(
    `SELECT (SELECT substring(${column} FROM wanted.at + 1 FOR wanted.length) FROM posting_pages AS kept
             WHERE kept.segment = wanted.segment AND kept.source = wanted.source AND kept.page = wanted.page)
     FROM unnest(${lists.join(', ')}) WITH ORDINALITY AS wanted (segment, source, page, at, length, nth) ORDER BY nth`,
  )
  return rows.map(([found]) => {
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
  blocks: readonly Block[],
  requested: Iterable<PostingsRow>,
): PostingsRow[] =>
  [...requested].filter(({ rows, at }) => {
    rows.data[at] ??= cache.postings.get(postingsKey(blocks[rows.blocks[at] ?? -1], rows.term))
    return rows.data[at] === undefined
  })

const postingsKey = (block: Block | undefined, term: string): string =>
  keyOf(block?.segment ?? 0, keyOf(block?.nth ?? 0, term))

const BYTES_AT_ONCE = 8_000_000

/** Reads postings into `data` of their terms, in one round trip unless they are very many. */
export async function readPostings(
  reader: SegmentReader,
  blocks: readonly Block[],
  requested: Iterable<PostingsRow>,
): Promise<void> {
  let part: PostingsRow[] = []
  let bytes = 0
  for (const row of eachOnce(fillFromCache(reader, blocks, requested))) {
    part.push(row)
    bytes += bytesOf(row)
    if (bytes < BYTES_AT_ONCE) continue
    await readPart(reader, blocks, part)
    part = []
    bytes = 0
  }
  if (part.length > 0) await readPart(reader, blocks, part)
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

/** Parts of pages: the rest of a page is of terms that nobody asked for. Blocks of a term that lie side by side are one. */
async function readPart({ db, cache }: SegmentReader, blocks: readonly Block[], part: readonly PostingsRow[]) {
  const pieces = piecesOf(blocks, part)
  const read = await columnOfPages(db, 'data', pieces)
  for (const [nth, piece] of pieces.entries()) {
    const data = read[nth] ?? new Uint8Array(0)
    let at = 0
    for (const row of piece.rows) {
      const own = data.subarray(at, (at += bytesOf(row)))
      row.rows.data[row.at] = own
      cache.postings.set(postingsKey(blocks[row.rows.blocks[row.at] ?? -1], row.rows.term), own)
    }
  }
}

interface Piece extends SegmentPage {
  readonly at: number
  length: number
  readonly rows: PostingsRow[]
}

function piecesOf(blocks: readonly Block[], part: readonly PostingsRow[]): readonly Piece[] {
  const pieces: Piece[] = []
  const inOrder = [...Map.groupBy(part, ({ rows }) => rows).values()].flatMap((own) =>
    own.toSorted((a, b) => a.at - b.at),
  )
  for (const row of inOrder) {
    const first = blocks[row.rows.blocks[row.at] ?? -1]
    const { page = 0, at = 0, length = 0 } = row.rows.places[row.at] ?? {}
    const last = pieces.at(-1)
    if (last?.first.segment === first?.segment && last?.page === page && last.at + last.length === at) {
      last.rows.push(row)
      last.length += length
    } else if (first) pieces.push({ first, page, at, length, rows: [row] })
  }
  return pieces
}
