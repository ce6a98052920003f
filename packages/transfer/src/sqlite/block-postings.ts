import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { PostingsRecord, TermRecord } from '../rows/records.ts'
import {
  BLOCK_BITS,
  BLOCK_SIZE,
  BYTES_PER_CHUNK,
  decodePostings,
  emptyPostings,
  encodePostings,
  peakOf,
  pushPosting,
  type Postings,
} from '@wuku/index-core/postings/posting-codec'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { counter } from '@wuku/store-sql/sqlite/counters'
import { isMarkTerm } from '@wuku/text/terms/mark-terms'
import { packShort } from '@wuku/store-sql/packed-text'
import { marksOf } from '@wuku/store-sqlite/documents/outlines'
import { rowWriter } from '@wuku/store-sqlite/postings/postings'

/** A block has hundreds of thousands of terms: all of them at once would take hundreds of megabytes. */
const PARTS = 4
const CHUNKS_OF_PART = BLOCK_SIZE / PARTS

/** Postings of one part of a block after the other, each taken apart by source. The last part of a block has its number. */
export async function* readPostings(db: Connection, after: ReadonlyMap<SourceId, number>) {
  const last = (counter(db, 'next_chunk') - 1) >>> BLOCK_BITS
  const first = [...after.values()].reduce((least, at) => Math.min(least, at), Infinity) + 1
  for (let part = Math.floor(first) * PARTS; part < (last + 1) * PARTS; part++) {
    const at = (part + 1) / PARTS - 1
    const pendingSources = new Set([...after].flatMap(([source, done]) => (done < at ? [source] : [])))
    const parts = readPart(db, part, pendingSources)
    if (parts.length > 0) yield { at, parts }
  }
}

/** A chunk that is kept in a block, as a source knows it. */
interface KnownChunk {
  /** Place in the block. */
  readonly kept: number
  readonly id: ChunkId
  readonly document: DocumentId
  readonly source: SourceId
}

interface StoredRow {
  readonly id: number
  readonly document: DocumentId
  readonly source: SourceId
  readonly first_chunk: number
  readonly kept_at: number | null
}

function knownChunks(db: Connection, part: number): readonly KnownChunk[] {
  const rows = db.rows<StoredRow>(
    `SELECT chunks.id, document, source, first_chunk, kept_at FROM chunks JOIN documents ON documents.id = document
     WHERE chunks.id >= ? AND chunks.id < ? ORDER BY chunks.id`,
    [part * CHUNKS_OF_PART, (part + 1) * CHUNKS_OF_PART],
  )
  const guests = db.rows<StoredRow & { readonly kept_by: DocumentId }>(
    `SELECT id AS document, id, source, first_chunk, kept_at, kept_by FROM documents
     WHERE kept_by IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...new Set(rows.map(({ document }) => document))])],
  )
  const guestsOf = Map.groupBy(guests, ({ kept_by: owner }) => owner)
  return rows.flatMap((row) =>
    [row, ...(guestsOf.get(row.document) ?? [])].map(({ document, source, first_chunk: own, kept_at: stored }) => ({
      kept: row.id % BLOCK_SIZE,
      id: (stored === null ? row.id : row.id - stored + own) as ChunkId,
      document,
      source,
    })),
  )
}

/** Chunks of one source in a block, and what is gathered of a term for them. */
interface Share {
  readonly source: SourceId
  readonly chunks: readonly KnownChunk[]
  readonly gathered: Postings
  readonly terms: TermRecord[]
}

function readPart(db: Connection, part: number, pendingSources: ReadonlySet<SourceId>): readonly PostingsRecord[] {
  const known = knownChunks(db, part).filter(({ source }) => pendingSources.has(source))
  if (known.length === 0) return []
  const shares = [...Map.groupBy(known, ({ source }) => source)].map(([source, own]): Share => ({
    source,
    chunks: own.toSorted((a, b) => a.id - b.id),
    gathered: emptyPostings(own.length),
    terms: [],
  }))
  const placesOf = Array.from({ length: BLOCK_SIZE }, (): { share: Share; place: number }[] => [])
  for (const share of shares)
    for (const [place, { kept: stored }] of share.chunks.entries()) placesOf[stored]?.push({ share, place })
  const [row, pack] = [emptyPostings(), createPacking()]
  for (const { term, data } of termsOfBlock(db, Math.floor(part / PARTS))) {
    decodePostings(data, row)
    const touched = new Set<Share>()
    for (let at = 0; at < row.count; at++)
      for (const { share, place } of placesOf[row.chunks[at] ?? 0] ?? []) {
        pushPosting(share.gathered, place, row.strengths[at] ?? 0)
        touched.add(share)
      }
    for (const share of touched) addTerm(share, term, pack)
  }
  return shares.map(({ source, chunks, terms }) => ({
    source,
    chunks: chunks.map(({ id }) => id),
    documents: chunks.map(({ document }) => document),
    terms: terms.toSorted((a, b) => (a.term < b.term ? -1 : 1)),
  }))
}

const TERMS_AT_ONCE = 2_000

interface TermRow {
  readonly term: string
  readonly data: Uint8Array
}

/** Some at a time: a whole block of them would take more megabytes. */
function* termsOfBlock(db: Connection, block: number): Generator<TermRow> {
  for (let after = ''; ;) {
    const rows = db.rows<TermRow>(
      'SELECT term, data FROM postings WHERE block = ? AND term > ? ORDER BY term LIMIT ?',
      [block, after, TERMS_AT_ONCE],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.term
  }
}

function addTerm({ gathered, terms }: Share, term: string, pack: (postings: Postings) => Uint8Array): void {
  sortByChunk(gathered)
  terms.push({ term, holders: gathered.count, peak: peakOf(gathered), data: pack(gathered) })
  gathered.count = 0
}

const SLAB = 65_536

/** Bytes of many terms lie together: most have a few, and a buffer of its own for each would take a hundred more. */
function createPacking(): (postings: Postings) => Uint8Array {
  const buffer = new Uint8Array(BYTES_PER_CHUNK * BLOCK_SIZE)
  let slab = new Uint8Array(SLAB)
  let used = 0
  return (postings) => {
    const length = encodePostings(postings, buffer)
    if (used + length > slab.length) [slab, used] = [new Uint8Array(Math.max(SLAB, length)), 0]
    slab.set(buffer.subarray(0, length), used)
    used += length
    return slab.subarray(used - length, used)
  }
}

/** Mostly they are: chunks are kept in the order of their ids, but for those that moved. */
function sortByChunk({ count, chunks, strengths }: Postings): void {
  let isSorted = true
  for (let at = 1; at < count && isSorted; at++) isSorted = (chunks[at] ?? 0) > (chunks[at - 1] ?? 0)
  if (isSorted) return
  const entries = Array.from({ length: count }, (_, at) => [chunks[at] ?? 0, strengths[at] ?? 0] as const)
  for (const [at, [chunk, strength]] of entries.toSorted(([a], [b]) => a - b).entries()) {
    chunks[at] = chunk
    strengths[at] = strength
  }
}

/** Beside the postings it writes what removals need: how many each chunk has, and which marks each document. */
export function putPostings(db: Connection, { chunks, documents, terms }: PostingsRecord): void {
  const { write, flush: finish } = rowWriter(db, Math.min(chunks.length, BLOCK_SIZE))
  const [from, into] = [emptyPostings(), emptyPostings()]
  const counts = new Uint32Array(chunks.length)
  const marks = new Map<DocumentId, Set<string>>()
  for (const { term, data } of terms) {
    decodePostings(data, from)
    const isMark = isMarkTerm(term)
    let block = 0
    into.count = 0
    const flush = (): void => {
      if (into.count > 0) write(block, term, into)
      into.count = 0
    }
    for (let at = 0; at < from.count; at++) {
      const place = from.chunks[at] ?? 0
      const chunk = chunks[place] ?? 0
      if (chunk >>> BLOCK_BITS !== block) flush()
      block = chunk >>> BLOCK_BITS
      pushPosting(into, chunk % BLOCK_SIZE, from.strengths[at] ?? 0)
      counts[place] = (counts[place] ?? 0) + 1
      if (isMark) addMark(marks, documents[place], term)
    }
    flush()
  }
  finish()
  writeCounts(db, { chunks, documents }, counts)
  for (const [document, own] of marks) writeMarks(db, document, own)
}

function addMark(marks: Map<DocumentId, Set<string>>, document: DocumentId | undefined, term: string): void {
  if (document === undefined) return
  const own = marks.get(document)
  if (own) own.add(term)
  else marks.set(document, new Set([term]))
}

function writeCounts(
  db: Connection,
  { chunks, documents }: Pick<PostingsRecord, 'chunks' | 'documents'>,
  counts: Uint32Array,
): void {
  const sums = new Map<DocumentId, number>()
  for (const [place, count] of counts.entries()) {
    db.run('UPDATE chunks SET postings = postings + ? WHERE id = ?', [count, chunks[place] ?? 0])
    const document = documents[place]
    if (document !== undefined) sums.set(document, (sums.get(document) ?? 0) + count)
  }
  for (const [document, sum] of sums)
    db.run('UPDATE documents SET postings = postings + ? WHERE id = ?', [sum, document])
}

function writeMarks(db: Connection, document: DocumentId, found: ReadonlySet<string>): void {
  const marks = packShort(JSON.stringify([...new Set([...marksOf(db, document), ...found])]))
  db.run(
    'INSERT INTO outlines (document, marks) VALUES (?, ?) ON CONFLICT (document) DO UPDATE SET marks = excluded.marks',
    [document, marks],
  )
}
