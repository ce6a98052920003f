import type { ChunkFacts, ChunkId, DocumentId, Passage } from '../../core/words.ts'
import { bodyOf } from './bodies.ts'
import { documentById } from './documents.ts'
import type { Connection } from './driver.ts'

interface ChunkRow {
  readonly id: ChunkId
  readonly document: DocumentId
  readonly start: number
  readonly stop: number
  readonly line: number
  readonly end_line: number
  readonly headings: string | null
  readonly anchor: string | null
}

const toFacts = (row: ChunkRow): ChunkFacts => ({
  start: row.start,
  end: row.stop,
  line: row.line,
  endLine: row.end_line,
  headings: row.headings === null ? [] : (JSON.parse(row.headings) as string[]),
  ...(row.anchor === null ? {} : { anchor: row.anchor }),
})

export interface NewChunk {
  readonly id: number
  readonly document: DocumentId
  readonly facts: ChunkFacts
}

export function insertChunk(db: Connection, { id, document, facts }: NewChunk): void {
  db.run(
    'INSERT INTO chunks (id, document, start, stop, line, end_line, headings, anchor) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [
      id,
      document,
      facts.start,
      facts.end,
      facts.line,
      facts.endLine,
      facts.headings.length === 0 ? null : JSON.stringify(facts.headings),
      facts.anchor ?? null,
    ],
  )
}

const chunkRow = (db: Connection, id: ChunkId): ChunkRow | undefined =>
  db.row<ChunkRow>('SELECT * FROM chunks WHERE id = ?', [id])

export const documentOfChunk = (db: Connection, id: ChunkId): DocumentId | undefined =>
  db.row<{ document: DocumentId }>('SELECT document FROM chunks WHERE id = ?', [id])?.document

export const chunksOfDocument = (db: Connection, first: number, count: number): ChunkFacts[] =>
  db.rows<ChunkRow>('SELECT * FROM chunks WHERE id >= ? AND id < ?', [first, first + count]).map(toFacts)

/** A document that several of the chunks belong to is unpacked once. */
export function textsOf(db: Connection, chunks: readonly ChunkId[]): ReadonlyMap<ChunkId, string> {
  const bodies = new Map<DocumentId, string>()
  const texts = new Map<ChunkId, string>()
  for (const chunk of chunks) {
    const row = db.row<TextPlace>('SELECT document, start, stop FROM chunks WHERE id = ?', [chunk])
    if (!row) continue
    const body = bodies.get(row.document) ?? bodyOf(db, row.document) ?? ''
    bodies.set(row.document, body)
    texts.set(chunk, body.slice(row.start, row.stop))
  }
  return texts
}

type TextPlace = Pick<ChunkRow, 'document' | 'start' | 'stop'>

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
    const row = chunkRow(db, chunk)
    if (!row) return []
    const { document, text } = whole(row.document)
    const facts = toFacts(row)
    return [{ chunk, document, facts, text: text.slice(facts.start, facts.end) }]
  })
}
