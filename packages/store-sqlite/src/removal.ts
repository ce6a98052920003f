import { bodyOf } from './documents/bodies.ts'
import { chunkRowsOf, deleteChunks, toFacts, type ChunkRow } from './documents/sqlite-chunks.ts'
import { advance } from '@wuku/store-sql/sqlite/counters'
import { documentById, rangesOf, type DocumentPlace } from './documents/sqlite-documents.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { eraseWords, sum } from './postings/erasure.ts'
import { deleteExtras, marksOf, putPairs } from './documents/outlines.ts'
import { handOver } from './documents/sharing.ts'

/** Removes documents: their words, texts, chunks and rows. Data shared with other documents stays, as theirs. */
export function removeDocuments(db: Connection, documents: readonly DocumentPlace[]): void {
  if (documents.length === 0) return
  const own = documents.filter((place) => !handOver(db, place))
  removeStored(db, own)
  if (own.length < documents.length || own.some(({ kept_at: at }) => at !== null)) advance(db, 'shares', 1)
  for (const { id } of documents) db.run('DELETE FROM documents WHERE id = ?', [id])
  advance(db, 'removals', documents.length)
}

/** Everything but the rows in the table of documents. */
function removeStored(db: Connection, documents: readonly DocumentPlace[]): void {
  const leaving = documents.map((place) => ({
    id: place.id,
    ranges: rangesOf(db, place),
    postings: place.postings,
    said: () => textsIn(db, place, chunkRowsOf(db, place)),
    marks: () => marksOf(db, place.id),
  }))
  eraseWords(db, leaving)
  for (const { id, ranges } of leaving) {
    deleteChunks(db, ranges)
    deleteExtras(db, id)
    db.run('DELETE FROM bodies WHERE document = ?', [id])
    putPairs(db, id, undefined)
  }
  advance(db, 'chunks', -sum(documents, ({ chunks }) => chunks))
}

/** All texts whose words stand in some chunks of a document, as it is stored now. */
export function* textsIn(db: Connection, { id }: DocumentPlace, chunks: readonly ChunkRow[]): Generator<string> {
  const document = documentById(db, id)
  const text = bodyOf(db, id)
  if (!document || text === undefined) return
  yield document.title
  yield document.path
  for (const { start, end, headings } of chunks.map(toFacts)) {
    yield text.slice(start, end)
    yield* headings
  }
}
