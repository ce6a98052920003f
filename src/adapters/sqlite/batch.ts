import type { DocumentId, SourceId } from '../../core/words.ts'
import type { AnalysedSlice, IndexBatch, ItemMove } from '../../ports/store.ts'
import { putBody } from './bodies.ts'
import { insertChunk } from './chunks.ts'
import { advance } from './counters.ts'
import { insertDocument, placesOfItem, type DocumentPlace } from './documents.ts'
import type { Connection } from './driver.ts'
import { addPostings } from './postings.ts'
import { removeDocuments } from './removal.ts'
import { extendRun } from './runs.ts'
import { requireSource } from './sources.ts'

/** Inside a transaction. What goes leaves before anything is added, so that a path that changes hands is free. */
export function applyBatch(db: Connection, batch: IndexBatch): void {
  const { source } = batch
  requireSource(db, source)
  const moving = batch.move.map((move) => ({ move, places: placesOfItem(db, source, move.from) }))
  const leaving = itemsThatLeave(batch).flatMap((item) => placesOfItem(db, source, item))
  removeDocuments(db, [...leaving, ...moving.flatMap(({ places }) => places)])
  for (const { move, places } of moving) storeMoved(db, source, move, places)
  for (const { item, stamp } of batch.touch)
    db.run('UPDATE documents SET stamp = ? WHERE source = ? AND item = ?', [stamp, source, item])
  storeNew(db, source, batch.put)
}

/** A file may move away and another take its place in the same batch: then the old documents move, they do not leave. */
function itemsThatLeave({ remove, put, move }: IndexBatch): string[] {
  const items = new Set([...remove, ...put.documents.map(({ facts }) => facts.item)])
  for (const { from } of move) items.delete(from)
  return [...items]
}

function storeMoved(db: Connection, source: SourceId, move: ItemMove, places: readonly DocumentPlace[]): void {
  const { documents } = move.documents
  if (documents.length !== places.length || documents.some(({ chunks }, i) => chunks.length !== places[i]?.chunks))
    throw new Error(`"${move.to}" does not have the documents and chunks that "${move.from}" had.`)
  storeSlice(db, { source, slice: move.documents, places })
}

function storeNew(db: Connection, source: SourceId, slice: AnalysedSlice): void {
  const count = slice.terms.starts.length - 1
  if (slice.documents.length === 0) return
  const first = advance(db, 'next_chunk', count)
  if (count > 0) extendRun(db, source, { first, last: first + count - 1 })
  let next = first
  const places = slice.documents.map(({ chunks }): Place => {
    const place = { id: null, first_chunk: next }
    next += chunks.length
    return place
  })
  storeSlice(db, { source, slice, places })
}

interface PlacedSlice {
  readonly source: SourceId
  readonly slice: AnalysedSlice
  /** One for each document. */
  readonly places: readonly Place[]
}

interface Place {
  /** `null`: the next free one. */
  readonly id: DocumentId | null
  readonly first_chunk: number
}

function storeSlice(db: Connection, { source, slice: { documents, terms }, places }: PlacedSlice): void {
  const ids = new Uint32Array(terms.starts.length - 1)
  let row = 0
  documents.forEach((document, i) => {
    const { id, first_chunk: firstChunk } = places[i] ?? { id: null, first_chunk: 0 }
    const postings = (terms.starts[row + document.chunks.length] ?? 0) - (terms.starts[row] ?? 0)
    const stored = insertDocument(db, { id, source, document, firstChunk, postings })
    putBody(db, stored, document.text)
    document.chunks.forEach((facts, nth) => {
      ids[row++] = firstChunk + nth
      insertChunk(db, { id: firstChunk + nth, document: stored, facts })
    })
  })
  advance(db, 'chunks', ids.length)
  addPostings(db, terms, ids)
}
