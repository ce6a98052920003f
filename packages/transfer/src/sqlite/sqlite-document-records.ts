import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { ChunkRecord, DocumentRecord, TableRow } from '../rows/records.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { documentFacts, MAX_DOCUMENTS, pageOfIds } from '../rows/record-tables.ts'
import { rangesOf, type DocumentPlace } from '@wuku/store-sqlite/documents/document-places'

type DocumentRow = DocumentPlace &
  TableRow & {
    readonly text: Uint8Array
    readonly outline: Uint8Array | null
    readonly pairs: Uint8Array | null
  }

interface Listed {
  readonly id: DocumentId
  readonly bytes: number
}

/** Documents of a source page by page. No index has them by id: they are listed once, and the list of the last source is kept. */
export function createDocumentReader(
  db: Connection,
): (source: SourceId, after: DocumentId | 0) => readonly DocumentRecord[] {
  let known: { readonly source: SourceId; readonly documents: readonly Listed[] } | undefined
  return (source, after) => {
    if (known?.source !== source)
      known = {
        source,
        documents: db.rows<Listed>('SELECT id, bytes FROM documents WHERE source = ? ORDER BY id', [source]),
      }
    const { documents } = known
    const start = documents.findIndex(({ id }) => id > after)
    const ids = start < 0 ? [] : pageOfIds(documents.slice(start, start + MAX_DOCUMENTS))
    return ids.length === 0 ? [] : readDocuments(db, ids)
  }
}

/** A document that several sources share comes out once for each of them, with the chunk ids of that source. */
function readDocuments(db: Connection, ids: readonly DocumentId[]): readonly DocumentRecord[] {
  const rows = db.rows<DocumentRow>(
    `SELECT documents.*, bodies.text, outlines.outline, word_pairs.bits AS pairs
     FROM json_each(?) AS wanted CROSS JOIN documents ON documents.id = wanted.value
       LEFT JOIN bodies ON bodies.document = coalesce(kept_by, documents.id)
       LEFT JOIN outlines ON outlines.document = coalesce(kept_by, documents.id)
       LEFT JOIN word_pairs ON word_pairs.document = coalesce(kept_by, documents.id) ORDER BY documents.id`,
    [JSON.stringify(ids)],
  )
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    facts: Object.fromEntries(documentFacts.map((name) => [name, row[name] ?? null])),
    text: row.text,
    outline: row.outline,
    pairs: row.pairs,
    chunks: chunksOf(db, row),
  }))
}

const chunkColumns = 'id, start, stop, line, end_line, headings, anchor'

/** Their ids are those that the document gives them, wherever they are kept. */
function chunksOf(db: Connection, place: DocumentPlace): readonly ChunkRecord[] {
  const { id, first_chunk: own, kept_at: storedAt, chunks } = place
  if (chunks === 0) return []
  if (own === 0)
    return db.rows<ChunkRecord>(
      `SELECT ${chunkColumns} FROM chunks WHERE document = ? AND loose = 1 ORDER BY start, id`,
      [id],
    )
  return rangesOf(db, place).flatMap(({ first, last }) =>
    db
      .rows<ChunkRecord>(`SELECT ${chunkColumns} FROM chunks WHERE id >= ? AND id <= ? ORDER BY id`, [first, last])
      .map((chunk) => ({ ...chunk, id: (chunk.id - (storedAt ?? own) + own) as ChunkId })),
  )
}

export function putDocuments(db: Connection, documents: readonly DocumentRecord[]): void {
  for (const document of documents) putDocument(db, document)
}

const INSERT = `INSERT INTO documents (id, source, ${documentFacts.join(', ')}, first_chunk, chunks, postings)
  VALUES (?, ?, ${documentFacts.map(() => '?').join(', ')}, ?, ?, 0)`

function putDocument(db: Connection, { id, source, facts, text, outline, pairs, chunks }: DocumentRecord): void {
  // Ids that follow one another are known by the first one.
  const first = chunks[0]?.id ?? 0
  const isLoose = chunks.some((chunk, nth) => chunk.id !== first + nth)
  const values = documentFacts.map((name) => facts[name] as string | number)
  db.run(INSERT, [id, source, ...values, isLoose ? 0 : first, chunks.length])
  db.run('INSERT INTO bodies (document, text) VALUES (?, ?)', [id, text])
  if (outline) db.run('INSERT INTO outlines (document, outline) VALUES (?, ?)', [id, outline])
  if (pairs) db.run('INSERT INTO word_pairs (document, bits) VALUES (?, ?)', [id, pairs])
  for (const { id: chunk, start, stop, line, end_line: end, headings, anchor } of chunks)
    db.run(
      `INSERT INTO chunks (id, document, start, stop, line, end_line, headings, anchor, loose, postings)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      [chunk, id, start, stop, line, end, headings, anchor, isLoose ? 1 : null],
    )
}
