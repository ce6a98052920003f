import type { DocumentId, SourceId, StoredDocument, ChunkId } from '@wuku/core/core-types'
import type { AnalysedDocument } from '@wuku/core/ports/store'
import type { DocumentFilter, DocumentName, DocumentPlace as Place } from '@wuku/core/ports/index-view'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { rowsWithin, selectWithin, sourcesWithin } from '@wuku/store-sql/sqlite/filters'
import { documentColumns, toDocuments, type DocumentRow } from '@wuku/store-sql/document-rows'
import { Manifest, type ManifestColumns } from '@wuku/store-sql/manifest'
import { mergeRanges, type Range } from '@wuku/core/ranges'

const readRows = (rows: readonly DocumentRow[]): StoredDocument[] => toDocuments(rows, parseStored)

export interface NewDocument {
  /** Given to a document that keeps its id. */
  readonly id: DocumentId | null
  readonly source: SourceId
  readonly document: AnalysedDocument
  readonly firstChunk: number
  readonly postings: number
  /** When its chunks are not kept under their own ids. */
  readonly storedAt: number | null
}

export function insertDocument(db: Connection, entry: NewDocument): DocumentId {
  const { facts, analyser, chunks } = entry.document
  const identity = [entry.id, entry.source, facts.item, facts.path, facts.title, facts.hash, facts.stamp]
  const measures = [facts.bytes, facts.lines, facts.modifiedAt, JSON.stringify(facts.meta), analyser]
  const place = [entry.firstChunk, chunks.length, entry.postings, entry.storedAt]
  return db.insert(
    `INSERT INTO documents (id, source, item, path, title, hash, stamp, bytes, lines, modified_at, meta, analyser,
       first_chunk, chunks, postings, kept_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...identity, ...measures, ...place],
  ) as DocumentId
}

/** Item, path and title stay; its chunks no longer follow one another. */
export function updateDocument(
  db: Connection,
  { id, document, postings }: { id: DocumentId; document: AnalysedDocument; postings: number },
): void {
  const { facts, analyser, chunks } = document
  const measures = [facts.bytes, facts.lines, facts.modifiedAt, JSON.stringify(facts.meta), analyser]
  db.run(
    `UPDATE documents SET hash = ?, stamp = ?, bytes = ?, lines = ?, modified_at = ?, meta = ?, analyser = ?,
       first_chunk = 0, chunks = ?, postings = ?
     WHERE id = ?`,
    [facts.hash, facts.stamp, ...measures, chunks.length, postings, id],
  )
}

/** A statement for each of the items of a slice, of which most are new, would take as long as storing a tenth of them. */
export const placesOfItems = (db: Connection, source: SourceId, items: readonly string[]): DocumentPlace[] =>
  db.rows<DocumentPlace>(
    `SELECT ${placeColumns} FROM documents WHERE source = ? AND item IN (SELECT value FROM json_each(?)) ORDER BY id`,
    [source, JSON.stringify(items)],
  )

export const placesOfSource = (db: Connection, source: SourceId): DocumentPlace[] =>
  db.rows<DocumentPlace>(`SELECT ${placeColumns} FROM documents WHERE source = ?`, [source])

export const placeOfDocument = (db: Connection, id: DocumentId) => placesOfDocuments(db, [id])[0]

export const placesOfDocuments = (db: Connection, ids: readonly DocumentId[]): DocumentPlace[] =>
  db.rows<DocumentPlace>(`SELECT ${placeColumns} FROM documents WHERE id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(ids),
  ])

export function documentById(db: Connection, id: DocumentId): StoredDocument | undefined {
  const row = db.row<DocumentRow>('SELECT * FROM documents WHERE id = ?', [id])
  return row && readRows([row])[0]
}

export function documentsById(db: Connection, ids: readonly DocumentId[]): StoredDocument[] {
  const rows = db.rows<DocumentRow>(
    `SELECT ${documentColumns} FROM documents WHERE id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  )
  const documents = new Map(readRows(rows).map((document) => [document.id, document]))
  return ids.flatMap((id) => documents.get(id) ?? [])
}

/** In the order asked, each once. */
export const documentsAt = (db: Connection, places: readonly Place[]): StoredDocument[] =>
  places.length === 0
    ? []
    : readRows(
        db.rows<DocumentRow>(
          `SELECT documents.* FROM json_each(?) AS asked CROSS JOIN documents
             ON source = asked.value ->> 'source' AND documents.path = asked.value ->> 'path'
           GROUP BY documents.id ORDER BY min(asked.key)`,
          [JSON.stringify(places.map(({ source, path }) => ({ source, path })))],
        ),
      )

/** The letter after the last hexadecimal digit, so that a prefix becomes a range of the index. */
const AFTER_HEX = 'g'

export const documentsByHash = (db: Connection, prefix: string): StoredDocument[] =>
  readRows(
    db.rows<DocumentRow>('SELECT * FROM documents WHERE hash >= ? AND hash < ? ORDER BY source, path', [
      prefix,
      prefix + AFTER_HEX,
    ]),
  )

/** Distinct hashes: the index alone answers this. */
export const hashesFrom = (db: Connection, prefixes: readonly string[]): string[] =>
  db
    .rows<{ hash: string }>(
      `SELECT DISTINCT hash FROM json_each(?) CROSS JOIN documents ON hash >= value AND hash < value || '${AFTER_HEX}'`,
      [JSON.stringify(prefixes)],
    )
    .map(({ hash }) => hash)

export const documentsWithin = (db: Connection, filter: DocumentFilter): StoredDocument[] =>
  readRows(rowsWithin<DocumentRow>(db, '*', filter))

export const newestDocuments = (db: Connection, source: SourceId, limit: number): StoredDocument[] =>
  readRows(
    db.rows<DocumentRow>('SELECT * FROM documents WHERE source = ? ORDER BY modified_at DESC, path LIMIT ?', [
      source,
      limit,
    ]),
  )

/** All of a source in one row: to hand over a row for each of 50,000 documents takes twice as long. */
export const namesWithin = (db: Connection, filter: DocumentFilter): DocumentName[] =>
  sourcesWithin(db, filter).flatMap((source) => {
    const { sql, values } = selectWithin('id, path, bytes', source, filter)
    const row = db.row<Record<'ids' | 'paths' | 'bytes', string>>(
      `SELECT json_group_array(id) AS ids, json_group_array(path) AS paths, json_group_array(bytes) AS bytes FROM (${sql})`,
      values,
    )
    const read = <T>(column: 'ids' | 'paths' | 'bytes'): T[] => parseStored<T[]>(row?.[column] ?? '[]')
    const [ids, bytes] = [read<DocumentId>('ids'), read<number>('bytes')]
    return read<string>('paths').map((path, at) => ({ id: ids[at] as DocumentId, source, path, bytes: bytes[at] ?? 0 }))
  })

/** Paths of a folder and of those below it stand between these bounds: `0` follows `/`, and nothing follows the last sign. */
const IN_FOLDERS = `
  SELECT d.id FROM json_each(?2) AS folder CROSS JOIN documents AS d
  WHERE source = ?1 AND item > iif(folder.value = '', '', folder.value || '/')
    AND item < iif(folder.value = '', char(1114111), folder.value || '0')
    AND instr(substr(item, iif(folder.value = '', 1, length(folder.value) + 2)), '/') = 0
  ORDER BY d.id`

/** Documents of a manifest that are read together, all in one row, as with names: two megabytes. */
const MANIFEST_ROWS = 10_000

export function manifestOf(db: Connection, source: SourceId, folders?: readonly string[]): Manifest {
  const row = db.row<{ ids: string }>(
    `SELECT json_group_array(id) AS ids
     FROM (${folders ? IN_FOLDERS : 'SELECT id FROM documents WHERE source = ? ORDER BY id'})`,
    folders ? [source, JSON.stringify([...new Set(folders)])] : [source],
  )
  const all = parseStored<DocumentId[]>(row?.ids ?? '[]')
  const manifest = new Manifest()
  for (let at = 0; at < all.length; at += MANIFEST_ROWS) {
    const ids = all.slice(at, at + MANIFEST_ROWS)
    const texts = db.row<{ columns: string }>(
      `SELECT json_object('items', json_group_array(item), 'stamps', json_group_array(stamp),
         'hashes', json_group_array(hash), 'analysers', json_group_array(analyser)) AS columns
       FROM json_each(?) CROSS JOIN documents ON documents.id = value`,
      [JSON.stringify(ids)],
    )
    if (texts) manifest.add({ ids, ...parseStored<Omit<ManifestColumns, 'ids'>>(texts.columns) })
  }
  // Pages of all documents of a source, which no question asks for.
  if (all.length > MANIFEST_ROWS) db.script('PRAGMA shrink_memory')
  return manifest
}

/** Position of a document's chunks, and the number of their postings. */
export interface DocumentPlace {
  readonly id: DocumentId
  readonly source: SourceId
  /** The others follow it. 0 when they do not: the document was amended, and its chunks are marked as loose. */
  readonly first_chunk: number
  readonly chunks: number
  readonly postings: number
  /** Id under which its first chunk is kept, when that is not its own: it was taken over from another document. */
  readonly kept_at: number | null
  /** The document as whose its text and its chunks are kept, when that is another. */
  readonly kept_by: DocumentId | null
}

export const placeColumns = 'id, source, first_chunk, chunks, postings, kept_at, kept_by'

export const isLoose = ({ first_chunk: first, chunks }: DocumentPlace): boolean => first === 0 && chunks > 0

/** Ids of its chunks as everybody outside knows them, in the order of the text. */
export function chunkIdsOf(db: Connection, place: DocumentPlace): ChunkId[] {
  if (!isLoose(place)) return Array.from({ length: place.chunks }, (_, nth) => (place.first_chunk + nth) as ChunkId)
  return db
    .rows<{ id: ChunkId }>('SELECT id FROM chunks WHERE document = ? AND loose = 1 ORDER BY start', [place.id])
    .map(({ id }) => id)
}

/** The ids under which they are kept, ascending. */
export function rangesOf(db: Connection, place: DocumentPlace): Range[] {
  const { first_chunk: own, kept_at: first = null, chunks } = place
  if (chunks === 0) return []
  if (isLoose(place)) return toRanges(chunkIdsOf(db, place))
  return [{ first: first ?? own, last: (first ?? own) + chunks - 1 }]
}

export const toRanges = (ids: readonly number[]): Range[] => mergeRanges(ids.map((id) => ({ first: id, last: id })))
