import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { AnalysedSlice, IndexBatch, ItemMove, Amendment, TermTable } from '@wuku/core/ports/store'
import { putBody } from './documents/bodies.ts'
import { insertChunk, chunkRowsOf, deleteChunks, placeChunk, type ChunkRow } from './documents/sqlite-chunks.ts'
import { advance, reviseSource } from '@wuku/store-sql/sqlite/counters'
import {
  insertDocument,
  placesOfItems,
  documentById,
  updateDocument,
  chunkIdsOf,
  isLoose,
  type DocumentPlace,
  toRanges,
} from './documents/sqlite-documents.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { marksIn, putExtras, marksOf, putPairs } from './documents/outlines.ts'
import { addPostings } from './postings/postings.ts'
import { removeDocuments, textsIn } from './removal.ts'
import { allocateChunkIds } from './documents/runs.ts'
import { adoptDocuments, isShared } from './documents/sharing.ts'
import { unknownSource } from '@wuku/store-sql/sources'
import { areContentsStored, removeOrphanContents } from './orphan-contents.ts'
import { addContents } from './vectors/chunk-contents.ts'
import { eraseWords, sum } from './postings/erasure.ts'

/** Runs inside a transaction. Removals come before additions, so that a path that changes hands is free. */
export function applyBatch(db: Connection, batch: IndexBatch): void {
  const { source, takes } = batch
  requireSource(db, source)
  const moving = batch.move.map((move) => {
    const places = placesOfItems(db, source, [move.from])
    return { move, places, kept: places.map((place) => keep(db, place)) }
  })
  const leaving = placesOfItems(db, source, itemsThatLeave(db, batch))
  removeDocuments(db, [...leaving, ...moving.flatMap(({ places }) => places)])
  for (const { move, kept: retained } of moving) storeMoved(db, source, move, retained)
  for (const { item, stamp } of batch.touch)
    db.run('UPDATE documents SET stamp = ? WHERE source = ? AND item = ?', [stamp, source, item])
  for (const amendment of batch.amend ?? []) amendDocument(db, source, amendment)
  if (batch.adopt) adoptDocuments(db, source, batch.adopt)
  if (takes !== undefined) transferDocuments(db, source, takes)
  storeNew(db, source, batch.put)
  removeOrphanContents(db)
  if (changesDocuments(batch)) reviseSource(db, source)
}

function requireSource(db: Connection, id: SourceId): void {
  if (!db.row('SELECT 1 FROM sources WHERE id = ?', [id])) throw unknownSource(id)
}

const changesDocuments = ({ remove, move, touch, put, amend = [], adopt = [], takes }: IndexBatch): boolean =>
  takes !== undefined ||
  remove.length + move.length + touch.length + put.documents.length + amend.length + adopt.length > 0

/** A file may move away and another take its place in the same batch: then the old documents move, they do not leave. */
function itemsThatLeave(db: Connection, { remove, put, move, adopt = [], takes }: IndexBatch): string[] {
  const transferred =
    takes === undefined ? [] : db.rows<{ item: string }>('SELECT item FROM documents WHERE source = ?', [takes])
  const given = [...put.documents.map(({ facts }) => facts), ...adopt, ...transferred]
  const items = new Set([...remove, ...given.map(({ item }) => item)])
  for (const { from } of move) items.delete(from)
  return [...items]
}

/** Their chunks lie in runs of their own, which go over with them. */
function transferDocuments(db: Connection, source: SourceId, takes: SourceId): void {
  requireSource(db, takes)
  db.run('UPDATE documents SET source = ? WHERE source = ?', [source, takes])
  db.run('UPDATE source_runs SET source = ? WHERE source = ?', [source, takes])
  reviseSource(db, takes)
}

/** The ids that a document and its chunks get. */
interface RetainedIds {
  /** `null`: the next free one. */
  readonly id: DocumentId | null
  /** In the order of the text. */
  readonly chunks: readonly number[]
  readonly isLoose: boolean
}

const keep = (db: Connection, place: DocumentPlace): RetainedIds => ({
  id: place.id,
  chunks: chunkIdsOf(db, place),
  isLoose: isLoose(place),
})

function storeMoved(db: Connection, source: SourceId, move: ItemMove, retained: readonly RetainedIds[]): void {
  const { documents } = move.documents
  if (
    documents.length !== retained.length ||
    documents.some(({ chunks }, i) => chunks.length !== retained[i]?.chunks.length)
  )
    throw new Error(`"${move.to}" does not have the documents and chunks that "${move.from}" had.`)
  storeSlice(db, { source, slice: move.documents, retained })
}

function storeNew(db: Connection, source: SourceId, slice: AnalysedSlice): void {
  if (slice.documents.length === 0) return
  let next = allocateChunkIds(db, source, slice.terms.starts.length - 1)
  const retained = slice.documents.map(({ chunks }) => ({ id: null, chunks: chunks.map(() => next++), isLoose: false }))
  storeSlice(db, { source, slice, retained })
}

interface RetainedSlice {
  readonly source: SourceId
  readonly slice: AnalysedSlice
  /** One for each document. */
  readonly retained: readonly RetainedIds[]
}

function storeSlice(db: Connection, { source, slice: { documents, terms }, retained }: RetainedSlice): void {
  const ids = new Uint32Array(terms.starts.length - 1)
  const start = (at: number): number => terms.starts[at] ?? 0
  const marks = marksIn(terms)
  const hasContents = areContentsStored(db)
  let row = 0
  documents.forEach((document, i) => {
    const { id, chunks, isLoose: loose } = retained[i] ?? { id: null, chunks: [], isLoose: false }
    const postings = start(row + chunks.length) - start(row)
    const firstChunk = loose ? 0 : (chunks[0] ?? 0)
    const places = id === null ? chunks : placesFor(db, source, chunks)
    const storedAt = places === chunks ? null : (places[0] ?? null)
    if (storedAt !== null) advance(db, 'shares', 1)
    const stored = insertDocument(db, { id, source, document, firstChunk, postings, storedAt })
    putBody(db, stored, document.text)
    if (document.pairs) putPairs(db, stored, document.pairs)
    putExtras(db, stored, { outline: document.outline, marks: marks(row, row + chunks.length) })
    document.chunks.forEach((facts, nth) => {
      const place = places[nth] ?? 0
      insertChunk(db, { id: place, document: stored, facts, isLoose: loose, postings: start(row + 1) - start(row) })
      ids[row++] = place
    })
    if (hasContents) addContents(db, document, places)
  })
  advance(db, 'chunks', ids.length)
  addPostings(db, terms, ids)
}

/** Under their own ids, unless what was kept there went over to another document. */
function placesFor(db: Connection, source: SourceId, chunks: readonly number[]): readonly number[] {
  const isUsed = chunks.length > 0 && db.row('SELECT 1 FROM chunks WHERE id = ?', [chunks[0] ?? 0]) !== undefined
  if (!isUsed) return chunks
  const first = allocateChunkIds(db, source, chunks.length)
  return chunks.map((_, nth) => first + nth)
}

/**
 * Changes a document in places. Removed words go before its text is replaced, since the old text names the words; this
 * does not count as a removal, which would rewrite the whole file.
 */
function amendDocument(db: Connection, source: SourceId, amendment: Amendment): void {
  const { document, reusedPlaces, terms } = amendment
  const place = placeToAmend(db, source, amendment)
  const old = chunkRowsOf(db, place)
  const erased = removeChunks(db, place, chunksThatGo(old, reusedPlaces))
  const added = terms.starts.length - 1
  putChunks(db, { amendment, place, old, firstNew: allocateChunkIds(db, source, added) })
  updateDocument(db, { id: place.id, document, postings: place.postings - erased + terms.terms.length })
  putBody(db, place.id, document.text)
  putPairs(db, place.id, document.pairs)
  putExtras(db, place.id, { outline: document.outline, marks: marksAfter(db, place, terms) })
  advance(db, 'chunks', document.chunks.length - old.length)
}

function placeToAmend(db: Connection, source: SourceId, { document, reusedPlaces }: Amendment) {
  const { facts, chunks } = document
  const [place, ...others] = placesOfItems(db, source, [facts.item])
  const stored = place && documentById(db, place.id)
  if (!place || others.length > 0 || stored?.path !== facts.path || stored.title !== facts.title)
    throw new Error(`"${facts.path}" is not the one document of "${facts.item}" that is stored.`)
  if (stored.analyser !== document.analyser) throw new Error(`"${facts.path}" is amended by another analyser.`)
  if (isShared(db, place)) throw new Error(`"${facts.path}" is amended, and shared with another source.`)
  if (chunks.length !== reusedPlaces.length) throw new Error(`Of "${facts.path}" it is not said which chunks stay.`)
  return place
}

function chunksThatGo(old: readonly ChunkRow[], retained: readonly number[]): readonly ChunkRow[] {
  const staying = new Set(retained)
  return old.filter((_, at) => !staying.has(at))
}

function removeChunks(db: Connection, place: DocumentPlace, chunks: readonly ChunkRow[]): number {
  if (chunks.length === 0) return 0
  const ranges = toRanges(chunks.map(({ id }) => id))
  const isCounted = chunks.every(({ postings }) => postings !== null)
  const postings = isCounted ? sum(chunks, (chunk) => chunk.postings ?? 0) : undefined
  const erased = eraseWords(db, [
    { ranges, postings, said: () => textsIn(db, place, chunks), marks: () => marksOf(db, place.id) },
  ])
  deleteChunks(db, ranges)
  return erased
}

/** Marks of removed chunks stay among them: which chunk had which is not known. */
const marksAfter = (db: Connection, { id }: DocumentPlace, added: TermTable): readonly string[] => [
  ...new Set([...marksOf(db, id), ...marksIn(added)(0, added.starts.length - 1)]),
]

interface AmendedChunks {
  readonly amendment: Amendment
  readonly place: DocumentPlace
  readonly old: readonly ChunkRow[]
  /** Id of the first new chunk; the others follow. */
  readonly firstNew: number
}

function putChunks(db: Connection, { amendment, place, old, firstNew }: AmendedChunks): void {
  const { document, reusedPlaces, terms } = amendment
  const start = (row: number): number => terms.starts[row] ?? 0
  let row = 0
  document.chunks.forEach((facts, nth) => {
    const at = reusedPlaces[nth] ?? -1
    const before = old[at]
    if (before) return placeChunk(db, before, facts)
    if (at >= 0) throw new Error(`"${document.facts.path}" has no chunk ${at} that could stay.`)
    const postings = start(row + 1) - start(row)
    insertChunk(db, { id: firstNew + row++, document: place.id, facts, isLoose: true, postings })
  })
  const newIds = Uint32Array.from({ length: row }, (_, nth) => firstNew + nth)
  if (row !== terms.starts.length - 1) throw new Error(`"${document.facts.path}" has ${row} new chunks.`)
  const fresh = document.chunks.filter((_, nth) => (reusedPlaces[nth] ?? -1) < 0)
  if (areContentsStored(db)) addContents(db, { ...document, chunks: fresh }, [...newIds])
  addPostings(db, terms, newIds)
}
