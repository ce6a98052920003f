import type { ChunkId, DocumentId, Passage } from '../../core/words.ts'
import { bodyOf } from './bodies.ts'
import { toFacts, type ChunkRow } from './chunks.ts'
import { documentById } from './documents.ts'
import type { Connection } from './driver.ts'
import type { DocumentPlace } from './places.ts'

/** A chunk by the id that it is known by, and the document that it is known as a part of. */
interface Known {
  readonly document: DocumentId
  readonly row: ChunkRow
}

/** A chunk may be kept under another id than its own, and under its own id another. */
function knownChunk(db: Connection, id: ChunkId): Known | undefined {
  const elsewhere = placeElsewhere(db, id)
  const row = elsewhere ? chunkRow(db, elsewhere.kept) : ownRow(db, id)
  return row && { document: elsewhere?.document ?? row.document, row }
}

function placeElsewhere(db: Connection, id: ChunkId): { document: DocumentId; kept: number } | undefined {
  const place = db.row<DocumentPlace>(
    `SELECT id, first_chunk, chunks, kept_at FROM documents WHERE kept_at IS NOT NULL AND first_chunk <= ?
     ORDER BY first_chunk DESC LIMIT 1`,
    [id],
  )
  const nth = id - (place?.first_chunk ?? 0)
  return place && nth < place.chunks ? { document: place.id, kept: (place.kept_at ?? 0) + nth } : undefined
}

const chunkRow = (db: Connection, id: number): ChunkRow | undefined =>
  db.row<ChunkRow>('SELECT * FROM chunks WHERE id = ?', [id])

const ownRow = (db: Connection, id: ChunkId): ChunkRow | undefined =>
  db.row<ChunkRow>(
    'SELECT chunks.* FROM chunks JOIN documents ON documents.id = document AND kept_at IS NULL WHERE chunks.id = ?',
    [id],
  )

/** Those that are there. `areShared`: some may be known by another id than the one under which they are kept. */
export function documentsOfChunks(
  db: Connection,
  chunks: readonly ChunkId[],
  areShared: boolean,
): ReadonlyMap<ChunkId, DocumentId> {
  if (areShared) return new Map(chunks.flatMap((id) => entryOf(id, knownChunk(db, id)?.document)))
  const rows = db.rows<{ id: ChunkId; document: DocumentId }>(
    'SELECT chunks.id, document FROM json_each(?) JOIN chunks ON chunks.id = value',
    [JSON.stringify(chunks)],
  )
  return new Map(rows.map(({ id, document }) => [id, document]))
}

const entryOf = (id: ChunkId, document: DocumentId | undefined): readonly [ChunkId, DocumentId][] =>
  document === undefined ? [] : [[id, document]]

/** A document that several of the chunks belong to is unpacked once. */
export function textsOf(db: Connection, chunks: readonly ChunkId[]): ReadonlyMap<ChunkId, string> {
  const bodies = new Map<DocumentId, string>()
  const texts = new Map<ChunkId, string>()
  for (const chunk of chunks) {
    const { document, row } = knownChunk(db, chunk) ?? {}
    if (document === undefined || !row) continue
    const body = bodies.get(document) ?? bodyOf(db, document) ?? ''
    bodies.set(document, body)
    texts.set(chunk, body.slice(row.start, row.stop))
  }
  return texts
}

/** A document that several of the chunks belong to is read and unpacked once. */
export function passagesOf(db: Connection, chunks: readonly ChunkId[]): Passage[] {
  const documents = new Map<DocumentId, Pick<Passage, 'document' | 'text'>>()
  const whole = (id: DocumentId): Pick<Passage, 'document' | 'text'> => {
    const known = documents.get(id)
    if (known) return known
    const document = documentById(db, id)
    const text = bodyOf(db, id)
    if (!document || text === undefined) throw new Error(`Chunks of document ${id} are stored, but not the document.`)
    documents.set(id, { document, text })
    return { document, text }
  }
  return chunks.flatMap((chunk) => {
    const known = knownChunk(db, chunk)
    if (!known) return []
    const { document, text } = whole(known.document)
    const facts = toFacts(known.row)
    return [{ chunk, document, facts, text: text.slice(facts.start, facts.end) }]
  })
}
