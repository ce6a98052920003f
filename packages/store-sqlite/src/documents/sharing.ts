import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { Adoption } from '@wuku/core/ports/store'
import type { DuplicateProbe } from '@wuku/core/ports/index-view'
import { advance } from '@wuku/store-sql/sqlite/counters'
import { placeOfDocument, isLoose, rangesOf, type DocumentPlace } from './sqlite-documents.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { allocateChunkIds } from './runs.ts'

/**
 * Twins among documents that are an item by themselves; amended ones have no consecutive chunks to share. `among`: only
 * in these sources.
 */
export function duplicatesOf(db: Connection, { source, analyser, items }: DuplicateProbe, among?: readonly SourceId[]) {
  const rows = db.rows<{ readonly id: DocumentId; readonly path: string }>(
    `SELECT min(twin.id) AS id, twin.path FROM sources AS own
       CROSS JOIN sources AS other ON other.kind = own.kind AND other.id <> own.id
       CROSS JOIN json_each(?) AS item
       CROSS JOIN documents AS twin ON twin.source = other.id AND twin.path = item.value ->> 'path'
     WHERE own.id = ? AND twin.hash = item.value ->> 'hash' AND twin.analyser = ? AND twin.item = twin.path
       AND (twin.first_chunk > 0 OR twin.chunks = 0)
       AND NOT EXISTS (SELECT 1 FROM documents WHERE source = other.id AND item = twin.item AND id <> twin.id)
       ${among ? 'AND other.id IN (SELECT value FROM json_each(?))' : ''}
     GROUP BY twin.path`,
    [
      JSON.stringify(items.map(({ path, hash }) => ({ path, hash }))),
      source,
      analyser,
      ...(among ? [JSON.stringify(among)] : []),
    ],
  )
  return new Map(rows.map(({ path, id }) => [path, id]))
}

/** A row in the table of documents, and ids for chunks that stand elsewhere. */
export function adoptDocuments(db: Connection, source: SourceId, adoptions: readonly Adoption[]): void {
  const adopted = adoptions.flatMap((adoption) => {
    const place = placeOfDocument(db, adoption.from)
    return place && !isLoose(place) && isAt(db, adoption) ? [{ adoption, place }] : []
  })
  if (adopted.length > 0) advance(db, 'shares', adopted.length)
  const chunks = adopted.reduce((count, { place }) => count + place.chunks, 0)
  let next = allocateChunkIds(db, source, chunks)
  for (const { adoption, place } of adopted) {
    insertGuest(db, { source, adoption, place, firstChunk: place.chunks === 0 ? 0 : next })
    next += place.chunks
  }
}

const isAt = (db: Connection, { from, path }: Adoption): boolean =>
  db.row('SELECT 1 FROM documents WHERE id = ? AND path = ?', [from, path]) !== undefined

interface Guest {
  readonly source: SourceId
  readonly adoption: Adoption
  readonly place: DocumentPlace
  readonly firstChunk: number
}

function insertGuest(db: Connection, { source, adoption, place, firstChunk }: Guest): void {
  const { item, stamp, modifiedAt } = adoption
  db.run(
    `INSERT INTO documents (source, item, path, title, hash, stamp, bytes, lines, modified_at, meta, analyser,
       first_chunk, chunks, postings, kept_at, kept_by)
     SELECT ?, ?, path, title, hash, ?, bytes, lines, ?, meta, analyser,
       ?, chunks, postings, coalesce(kept_at, first_chunk), coalesce(kept_by, id)
     FROM documents WHERE id = ?`,
    [source, item, stamp, modifiedAt, firstChunk, place.id],
  )
}

/** Whether another document goes on with what this one had: then nothing but its row is to be taken out. */
export function handOver(db: Connection, place: DocumentPlace): boolean {
  if (place.kept_by !== null) return true
  const successor = successorOf(db, place.id)
  if (successor === undefined) return false
  for (const { first, last } of rangesOf(db, place))
    db.run('UPDATE chunks SET document = ? WHERE id >= ? AND id <= ?', [successor, first, last])
  db.run('UPDATE bodies SET document = ? WHERE document = ?', [successor, place.id])
  db.run('UPDATE word_pairs SET document = ? WHERE document = ?', [successor, place.id])
  db.run('UPDATE outlines SET document = ? WHERE document = ?', [successor, place.id])
  db.run('UPDATE documents SET kept_by = ? WHERE kept_by = ?', [successor, place.id])
  db.run('UPDATE documents SET kept_by = NULL WHERE id = ?', [successor])
  return true
}

const successorOf = (db: Connection, id: DocumentId): DocumentId | undefined =>
  db.row<{ id: DocumentId }>('SELECT id FROM documents WHERE kept_by = ? ORDER BY id LIMIT 1', [id])?.id

export const isShared = (db: Connection, { id, kept_at: at }: DocumentPlace): boolean =>
  at !== null || successorOf(db, id) !== undefined
