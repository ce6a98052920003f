import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { ChunkRecord, DocumentRecord, TableRow } from '../rows/records.ts'
import { documentFacts, MAX_DOCUMENTS, pageOfIds } from '../rows/record-tables.ts'
import { unpackShort } from '@wuku/store-sql/packed-text'
import { hashContent } from '@wuku/store-sql/stored-passages'
import { toChunkFacts } from '@wuku/store-sql/document-rows'
import { parseStored } from '@wuku/store-postgres/connection/postgres-rows'
import { readStored } from '@wuku/store-postgres/connection/postgres-rows'
import type { Session } from '@wuku/store-postgres/connection/session'

type DocumentRow = TableRow & {
  readonly id: DocumentId
  readonly text: Uint8Array
  readonly outline: Uint8Array | null
  readonly pairs: Uint8Array | null
}

type ChunkRow = ChunkRecord & { readonly document: DocumentId }

export async function readDocuments(
  db: Session,
  source: SourceId,
  after: DocumentId | 0,
): Promise<readonly DocumentRecord[]> {
  const ids = pageOfIds(
    await db.rows<{ id: DocumentId; bytes: number }>(
      `SELECT id, bytes FROM documents WHERE source = $1 AND id > $2 ORDER BY id LIMIT ${MAX_DOCUMENTS}`,
      [source, after],
    ),
  )
  if (ids.length === 0) return []
  const [rows, chunks] = await Promise.all([
    db.rows<DocumentRow>(
      `SELECT id, ${documentFacts.join(', ')}, text, outline, pairs
       FROM documents JOIN bodies ON bodies.document = id AND bodies.source = $1
       WHERE documents.source = $1 AND id = ANY($2::int8[]) ORDER BY id`,
      [source, ids],
    ),
    db.rows<ChunkRow>(
      `SELECT document, id, start, stop, line, end_line, headings, anchor FROM chunks
       WHERE source = $1 AND document = ANY($2::int8[]) ORDER BY document, start, id`,
      [source, ids],
    ),
  ])
  const chunksOf = Map.groupBy(chunks, ({ document }) => document)
  return rows.map(({ id, text, outline, pairs, ...facts }) => ({
    id,
    source,
    facts,
    text,
    outline,
    pairs,
    chunks: (chunksOf.get(id) ?? []).map(chunkRecord),
  }))
}

const chunkRecord = ({ id, start, stop, line, end_line, headings, anchor }: ChunkRow): ChunkRecord => ({
  id,
  start,
  stop,
  line,
  end_line,
  headings,
  anchor,
})

export async function putDocuments(db: Session, documents: readonly DocumentRecord[]): Promise<void> {
  await db.insert('documents', documents.map(documentRow))
  await db.insert(
    'bodies',
    documents.map(({ id, source, text, outline, pairs }) => ({ document: id, source, text, outline, pairs })),
  )
  await db.insert('chunks', documents.flatMap(chunkRows))
}

const documentRow = ({ id, source, facts, chunks }: DocumentRecord) => {
  const path = String(facts['path'])
  return { id, source, ...facts, folder: path.slice(0, path.lastIndexOf('/') + 1), chunks: chunks.length }
}

/** Every chunk of this store has a hash of its words, also without sets of vectors. */
function chunkRows({ id: document, source, facts, text: packed, chunks }: DocumentRecord) {
  const text = readStored(() => unpackShort(packed))
  const title = String(facts['title'])
  return chunks.map((chunk) => {
    const { start, end, headings } = toChunkFacts(chunk, parseStored)
    return { ...chunk, document, source, said: hashContent({ title, headings, text: text.slice(start, end) }) }
  })
}
