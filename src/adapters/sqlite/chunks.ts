import type { ChunkFacts, ChunkId, DocumentId, Passage } from '../../core/words.ts'
import type { Range } from './blocks.ts'
import { bodyOf } from './bodies.ts'
import { documentById, placeOfDocument } from './documents.ts'
import type { Connection } from './driver.ts'
import { isLoose, type DocumentPlace } from './places.ts'

export interface ChunkRow {
  readonly id: ChunkId
  readonly document: DocumentId
  readonly start: number
  readonly stop: number
  readonly line: number
  readonly end_line: number
  readonly headings: string | null
  readonly anchor: string | null
  /** 1 in a document that was amended. */
  readonly loose: number | null
  /** How many terms it holds; `null` in a file of the first format. */
  readonly postings: number | null
}

export const toFacts = (row: ChunkRow): ChunkFacts => ({
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
  readonly isLoose: boolean
  /** How many terms it holds. */
  readonly postings: number
}

export function insertChunk(db: Connection, { id, document, facts, isLoose: loose, postings }: NewChunk): void {
  db.run(
    `INSERT INTO chunks (start, stop, line, end_line, headings, anchor, loose, postings, id, document)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...valuesOf(facts), loose ? 1 : null, postings, id, document],
  )
}

/** Its place is another, or its document was amended for the first time. */
export function placeChunk(db: Connection, row: ChunkRow, facts: ChunkFacts): void {
  const values = valuesOf(facts)
  const before = [row.start, row.stop, row.line, row.end_line, row.headings, row.anchor]
  if (row.loose === 1 && values.every((value, at) => value === before[at])) return
  db.run(
    'UPDATE chunks SET start = ?, stop = ?, line = ?, end_line = ?, headings = ?, anchor = ?, loose = 1 WHERE id = ?',
    [...values, row.id],
  )
}

const valuesOf = ({ start, end, line, endLine, headings, anchor }: ChunkFacts): (string | number | null)[] => [
  start,
  end,
  line,
  endLine,
  headings.length === 0 ? null : JSON.stringify(headings),
  anchor ?? null,
]

export function deleteChunks(db: Connection, ranges: readonly Range[]): void {
  for (const { first, last } of ranges) db.run('DELETE FROM chunks WHERE id >= ? AND id <= ?', [first, last])
}

const chunkRow = (db: Connection, id: ChunkId): ChunkRow | undefined =>
  db.row<ChunkRow>('SELECT * FROM chunks WHERE id = ?', [id])

export const documentOfChunk = (db: Connection, id: ChunkId): DocumentId | undefined =>
  db.row<{ document: DocumentId }>('SELECT document FROM chunks WHERE id = ?', [id])?.document

/** Chunks of a document, in the order of its text. */
export const chunkRowsOf = (db: Connection, place: DocumentPlace): ChunkRow[] =>
  isLoose(place)
    ? db.rows<ChunkRow>('SELECT * FROM chunks WHERE document = ? AND loose = 1 ORDER BY start', [place.id])
    : db.rows<ChunkRow>('SELECT * FROM chunks WHERE id >= ? AND id < ?', [
        place.first_chunk,
        place.first_chunk + place.chunks,
      ])

export function chunksOfDocument(db: Connection, id: DocumentId): ChunkFacts[] {
  const place = placeOfDocument(db, id)
  return place ? chunkRowsOf(db, place).map(toFacts) : []
}

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
