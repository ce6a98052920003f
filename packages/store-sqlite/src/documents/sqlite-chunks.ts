import type { ChunkFacts, ChunkId, DocumentId } from '@wuku/core/core-types'
import type { Range } from '@wuku/core/ranges'
import { placesOfDocuments, isLoose, rangesOf, type DocumentPlace } from './sqlite-documents.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { isSamePlace, toChunkFacts, toPlace, type ChunkPlace } from '@wuku/store-sql/document-rows'
import { dropContents } from '../orphan-contents.ts'

export interface ChunkRow extends ChunkPlace {
  readonly id: ChunkId
  readonly document: DocumentId
  /** 1 in a document that was amended. */
  readonly loose: number | null
  /** How many terms it holds; `null` in a file of the first format. */
  readonly postings: number | null
  /** Id of its content, if there are sets of vectors. */
  readonly said: number | null
}

export const toFacts = (row: ChunkPlace): ChunkFacts => toChunkFacts(row, parseStored)

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
    [...valuesOf(toPlace(facts)), loose ? 1 : null, postings, id, document],
  )
}

/** Its place is another, or its document was amended for the first time. */
export function placeChunk(db: Connection, row: ChunkRow, facts: ChunkFacts): void {
  const place = toPlace(facts)
  if (row.loose === 1 && isSamePlace(place, row)) return
  db.run(
    'UPDATE chunks SET start = ?, stop = ?, line = ?, end_line = ?, headings = ?, anchor = ?, loose = 1 WHERE id = ?',
    [...valuesOf(place), row.id],
  )
}

/** In the order of the columns. */
const valuesOf = ({ start, stop, line, end_line: end, headings, anchor }: ChunkPlace): (string | number | null)[] => [
  start,
  stop,
  line,
  end,
  headings,
  anchor,
]

/** Their contents stay until `removeOrphanContents`: chunks of the same batch may have them again. */
export function deleteChunks(db: Connection, ranges: readonly Range[]): void {
  dropContents(db, ranges)
  for (const { first, last } of ranges) db.run('DELETE FROM chunks WHERE id >= ? AND id <= ?', [first, last])
}

/** Chunks of a document, in the order of its text. */
export const chunkRowsOf = (db: Connection, place: DocumentPlace): ChunkRow[] =>
  isLoose(place)
    ? db.rows<ChunkRow>('SELECT * FROM chunks WHERE document = ? AND loose = 1 ORDER BY start', [place.id])
    : rangesOf(db, place).flatMap(({ first, last }) =>
        db.rows<ChunkRow>('SELECT * FROM chunks WHERE id >= ? AND id <= ?', [first, last]),
      )

export function chunksOfDocuments(db: Connection, ids: readonly DocumentId[]) {
  const places = placesOfDocuments(db, ids)
  const [loose, consecutive] = [places.filter(isLoose), places.filter((place) => !isLoose(place))]
  const looseIds = loose.map(({ id }) => id)
  const looseRows = looseRowsOf(db, looseIds).map((row) => [row.document, row] as const)
  const rows = [...looseRows, ...consecutiveRowsOf(db, consecutive)]
  const found = new Map(places.map(({ id }) => [id, [] as ChunkFacts[]]))
  for (const [id, row] of rows) found.get(id)?.push(toFacts(row))
  return found
}

const looseRowsOf = (db: Connection, ids: readonly DocumentId[]): ChunkRow[] =>
  ids.length === 0
    ? []
    : db.rows<ChunkRow>(
        'SELECT * FROM chunks WHERE document IN (SELECT value FROM json_each(?)) AND loose = 1 ORDER BY document, start',
        [JSON.stringify(ids)],
      )

/** Chunks that follow one another, under whatever ids they are kept. */
function consecutiveRowsOf(db: Connection, places: readonly DocumentPlace[]): (readonly [DocumentId, ChunkRow])[] {
  const ranges = places.flatMap(({ id, first_chunk: own, kept_at: first, chunks }) =>
    chunks === 0 ? [] : [[id, first ?? own, (first ?? own) + chunks - 1] as const],
  )
  if (ranges.length === 0) return []
  const rows = db.rows<ChunkRow & { known: DocumentId }>(
    `SELECT asked.value ->> 0 AS known, chunks.* FROM json_each(?) AS asked
     CROSS JOIN chunks ON chunks.id BETWEEN asked.value ->> 1 AND asked.value ->> 2 ORDER BY asked.key, chunks.id`,
    [JSON.stringify(ranges)],
  )
  return rows.map((row) => [row.known, row])
}
