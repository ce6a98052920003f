import type { DocumentId, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { AnalysedDocument } from '@wuku/core/ports/store'
import type { DocumentFilter, DocumentName, DocumentPlace as Place, ManifestEntry } from '@wuku/core/ports/index-view'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { rowsWithin, selectWithin, sourcesWithin } from '@wuku/store-sql/sqlite/filters'
import { documentColumns, toDocuments, type DocumentRow } from '@wuku/store-sql/document-rows'
import { placeColumns, type DocumentPlace } from './document-places.ts'

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

export const placeOfDocument = (db: Connection, id: DocumentId): DocumentPlace | undefined =>
  placesOfDocuments(db, [id])[0]

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
    const row = db.row<NamesRow>(
      `SELECT json_group_array(id) AS ids, json_group_array(path) AS paths, json_group_array(bytes) AS bytes FROM (${sql})`,
      values,
    )
    return row ? readNames(source, row) : []
  })

function readNames(source: SourceId, row: NamesRow): DocumentName[] {
  const ids = parseStored<DocumentId[]>(row.ids)
  const bytes = parseStored<number[]>(row.bytes)
  const paths = parseStored<string[]>(row.paths)
  return paths.map((path, at) => ({ id: ids[at] as DocumentId, source, path, bytes: bytes[at] ?? 0 }))
}

interface NamesRow {
  readonly ids: string
  readonly paths: string
  readonly bytes: string
}

interface ManifestRow {
  readonly ids: string
  readonly items: string
  readonly stamps: string
  readonly hashes: string
  readonly analysers: string
}

/** Paths of a folder and of those below it stand between these bounds: `0` follows `/`, and nothing follows the last sign. */
const IN_FOLDERS = `
  SELECT d.id, item, stamp, hash, analyser FROM json_each(?2) AS folder CROSS JOIN documents AS d
  WHERE source = ?1 AND item > iif(folder.value = '', '', folder.value || '/')
    AND item < iif(folder.value = '', char(1114111), folder.value || '0')
    AND instr(substr(item, iif(folder.value = '', 1, length(folder.value) + 2)), '/') = 0
  ORDER BY d.id`

/** All in one row, as with names. */
export function manifestOf(
  db: Connection,
  source: SourceId,
  folders?: readonly string[],
): ReadonlyMap<string, ManifestEntry> {
  const rows = folders
    ? IN_FOLDERS
    : 'SELECT id, item, stamp, hash, analyser FROM documents WHERE source = ? ORDER BY id'
  const row = db.row<ManifestRow>(
    `SELECT json_group_array(id) AS ids, json_group_array(item) AS items, json_group_array(stamp) AS stamps,
       json_group_array(hash) AS hashes, json_group_array(analyser) AS analysers
     FROM (${rows})`,
    folders ? [source, JSON.stringify([...new Set(folders)])] : [source],
  )
  const read = <T>(column: keyof ManifestRow): T[] => parseStored<T[]>(row?.[column] ?? '[]')
  const [ids, items, analysers] = [read<DocumentId>('ids'), read<string>('items'), read<string>('analysers')]
  const [stamps, hashes] = [read<string>('stamps'), read<string>('hashes')]
  const entries = new Map<string, ManifestEntry & { documents: DocumentId[] }>()
  for (const [at, id] of ids.entries()) {
    const item = items[at] ?? ''
    const entry = entries.get(item)
    const [stamp = '', hash = '', analyser = ''] = [stamps[at], hashes[at], analysers[at]]
    if (entry) entry.documents.push(id)
    else entries.set(item, { item, stamp, hash, analyser, documents: [id] })
  }
  return entries
}
