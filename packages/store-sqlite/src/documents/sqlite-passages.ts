import type { ChunkId, DocumentId, Passage, PassagePlace, SourceId, StoredDocument } from '@wuku/core/core-types'
import { openBodies } from './bodies.ts'
import type { ChunkRow } from './sqlite-chunks.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { lackingPairs } from './outlines.ts'
import { passagesIn, placesIn } from '@wuku/store-sql/document-rows'

export interface FindDocuments {
  /** In the order asked; ids that are gone are left out. */
  byId(db: Connection, ids: readonly DocumentId[]): StoredDocument[]
  /**
   * Owners of existing chunks. `areShared`: some chunks may be known by another id than the one under which they are
   * kept.
   */
  ofChunks(db: Connection, chunks: readonly ChunkId[], areShared: boolean): ReadonlyMap<ChunkId, ChunkOwner>
}

/** A chunk by the id that it is known by, and the document that it is known as a part of. */
interface Known extends ChunkOwner {
  readonly row: ChunkRow
}

export interface ChunkOwner {
  readonly document: DocumentId
  readonly source: SourceId
}

interface KnownRow extends ChunkRow {
  readonly known: ChunkId
  readonly source: SourceId
  /** The document that has taken the chunk over, when it is kept elsewhere than under the id that it is known by. */
  readonly taker: DocumentId | null
}

/** Existing chunks. A chunk may be kept under another id than its own, and under its own id another. */
export function knownChunks(db: Connection, ids: readonly ChunkId[]): ReadonlyMap<ChunkId, Known> {
  if (ids.length === 0) return new Map()
  const rows = db.rows<KnownRow>(
    `WITH asked (known, taker) AS MATERIALIZED (
       SELECT value, (SELECT id FROM documents WHERE kept_at IS NOT NULL AND first_chunk <= value
                      ORDER BY first_chunk DESC LIMIT 1)
       FROM json_each(?))
     SELECT asked.known AS known, taker.id AS taker, coalesce(taker.source, keeper.source) AS source, chunks.*
     FROM asked
     LEFT JOIN documents AS taker ON taker.id = asked.taker AND asked.known < taker.first_chunk + taker.chunks
     CROSS JOIN chunks ON chunks.id = iif(taker.id IS NULL, asked.known, taker.kept_at + asked.known - taker.first_chunk)
     CROSS JOIN documents AS keeper ON keeper.id = chunks.document
     WHERE taker.id IS NOT NULL OR keeper.kept_at IS NULL`,
    [JSON.stringify([...new Set(ids)])],
  )
  return new Map(rows.map((row) => [row.known, { document: row.taker ?? row.document, source: row.source, row }]))
}

export const knownChunk = (db: Connection, id: ChunkId): Known | undefined => knownChunks(db, [id]).get(id)

/** Owners of existing chunks. `areShared`: some chunks may be known by another id than the one under which they are kept. */
export function ownersOfChunks(
  db: Connection,
  chunks: readonly ChunkId[],
  areShared: boolean,
): Iterable<readonly [ChunkId, ChunkOwner]> {
  if (areShared)
    return [...knownChunks(db, chunks)].map(([id, { document, source }]) => [id, { document, source }] as const)
  // All in one row: to hand over hundreds of rows takes twice as long.
  const row = db.row<{ ids: string; documents: string; sources: string }>(
    `SELECT json_group_array(chunks.id) AS ids, json_group_array(document) AS documents,
       json_group_array(source) AS sources
     FROM json_each(?) JOIN chunks ON chunks.id = value JOIN documents ON documents.id = document`,
    [JSON.stringify(chunks)],
  )
  const documents = parseStored<DocumentId[]>(row?.documents ?? '[]')
  const sources = parseStored<SourceId[]>(row?.sources ?? '[]')
  return parseStored<ChunkId[]>(row?.ids ?? '[]').flatMap((id, at) => ownerAt(id, documents[at], sources[at]))
}

const ownerAt = (
  id: ChunkId,
  document: DocumentId | undefined,
  source: SourceId | undefined,
): readonly (readonly [ChunkId, ChunkOwner])[] =>
  document === undefined || source === undefined ? [] : [[id, { document, source }]]

/** A document that several of the chunks belong to is unpacked once. */
export function textsOf(db: Connection, chunks: readonly ChunkId[]): ReadonlyMap<ChunkId, string> {
  const known = knownChunks(db, chunks)
  const bodies = openBodies(db, [...new Set([...known.values()].map(({ document }) => document))])
  return new Map([...known].map(([id, { document, row }]) => [id, textOf(bodies.get(document), row)]))
}

const textOf = (body: (() => string) | undefined, { start, stop }: ChunkRow) => (body?.() ?? '').slice(start, stop)

/** The chunks whose documents may hold all pairs; the caller has looked up these documents just before. */
export function mayHold(
  db: Connection,
  chunks: readonly ChunkId[],
  { pairs, find }: { readonly pairs: readonly number[]; readonly find: FindDocuments },
): readonly ChunkId[] {
  if (pairs.length === 0) return chunks
  const owners = find.ofChunks(db, chunks, true)
  const lacking = lackingPairs(
    db,
    Array.from(owners.values(), ({ document }) => document),
    pairs,
  )
  return chunks.filter((chunk) => !lacking.has(owners.get(chunk)?.document as DocumentId))
}

/** A document that several of the chunks belong to is read once, and unpacked when its text is looked at. */
export function passagesOf(db: Connection, chunks: readonly ChunkId[], find: FindDocuments): readonly Passage[] {
  const places = placesOf(db, chunks, find)
  const bodies = openBodies(db, [...new Set(places.map(({ document: { id } }) => id))])
  return passagesIn(places, bodies)
}

/** The same without their texts. */
export function placesOf(db: Connection, chunks: readonly ChunkId[], find: FindDocuments): readonly PassagePlace[] {
  const there = knownChunks(db, chunks)
  const known = chunks.flatMap((chunk) => {
    const found = there.get(chunk)
    return found ? [{ chunk, ...found }] : []
  })
  const ids = [...new Set(known.map(({ document }) => document))]
  return placesIn(known, find.byId(db, ids), parseStored)
}
