import type { SourceId } from '../../core/words.ts'
import type { Amendment, TermTable } from '../../ports/store.ts'
import { putBody } from './bodies.ts'
import { chunkRowsOf, deleteChunks, insertChunk, placeChunk, type ChunkRow } from './chunks.ts'
import { advance } from './counters.ts'
import { documentById, placesOfItem, updateDocument } from './documents.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { eraseWords, sum } from './erasure.ts'
import { marksIn, marksOf, putBeside } from './outlines.ts'
import { toRanges, type DocumentPlace } from './places.ts'
import { addPostings } from './postings.ts'
import { saidIn } from './removal.ts'
import { takeChunkIds } from './runs.ts'
import { isShared } from './sharing.ts'
import { addSayings } from './vectors/sayings.ts'
import { putPairs } from './word-pairs.ts'

/**
 * Changes a document in places. What it no longer says goes before its text does, since the text tells the words; it
 * does not count as a removal, which would have the whole file written anew.
 */
export function amendDocument(db: Connection, source: SourceId, amendment: Amendment): void {
  const { document, kept, terms } = amendment
  const place = placeToAmend(db, source, amendment)
  const old = chunkRowsOf(db, place)
  const erased = takeOut(db, place, chunksThatGo(old, kept))
  const added = terms.starts.length - 1
  putChunks(db, { amendment, place, old, firstNew: takeChunkIds(db, source, added) })
  updateDocument(db, { id: place.id, document, postings: place.postings - erased + terms.terms.length })
  putBody(db, place.id, document.text)
  putPairs(db, place.id, document.pairs)
  putBeside(db, place.id, { outline: document.outline, marks: marksAfter(db, place, terms) })
  advance(db, 'chunks', document.chunks.length - old.length)
}

function placeToAmend(db: Connection, source: SourceId, { document, kept }: Amendment) {
  const { facts, chunks } = document
  const [place, ...others] = placesOfItem(db, source, facts.item)
  const stored = place && documentById(db, place.id)
  if (!place || others.length > 0 || stored?.path !== facts.path || stored.title !== facts.title)
    throw new Error(`"${facts.path}" is not the one document of "${facts.item}" that is stored.`)
  if (stored.analyser !== document.analyser) throw new Error(`"${facts.path}" is amended by another analyser.`)
  if (isShared(db, place)) throw new Error(`"${facts.path}" is amended, and shared with another source.`)
  if (chunks.length !== kept.length) throw new Error(`Of "${facts.path}" it is not said which chunks stay.`)
  return place
}

function chunksThatGo(old: readonly ChunkRow[], kept: readonly number[]): readonly ChunkRow[] {
  const staying = new Set(kept)
  return old.filter((_, at) => !staying.has(at))
}

function takeOut(db: Connection, place: DocumentPlace, chunks: readonly ChunkRow[]): number {
  if (chunks.length === 0) return 0
  const ranges = toRanges(chunks.map(({ id }) => id))
  const isCounted = chunks.every(({ postings }) => postings !== null)
  const postings = isCounted ? sum(chunks, (chunk) => chunk.postings ?? 0) : undefined
  const erased = eraseWords(db, [
    { ranges, postings, said: () => saidIn(db, place, chunks), marks: () => marksOf(db, place.id) },
  ])
  deleteChunks(db, ranges)
  return erased
}

/** Those of chunks that went among them: which chunk had which is not known. */
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
  const { document, kept, terms } = amendment
  const start = (row: number): number => terms.starts[row] ?? 0
  let row = 0
  document.chunks.forEach((facts, nth) => {
    const at = kept[nth] ?? -1
    const before = old[at]
    if (before) return placeChunk(db, before, facts)
    if (at >= 0) throw new Error(`"${document.facts.path}" has no chunk ${at} that could stay.`)
    const postings = start(row + 1) - start(row)
    insertChunk(db, { id: firstNew + row++, document: place.id, facts, isLoose: true, postings })
  })
  const newIds = Uint32Array.from({ length: row }, (_, nth) => firstNew + nth)
  if (row !== terms.starts.length - 1) throw new Error(`"${document.facts.path}" has ${row} new chunks.`)
  addSayings(db, { ...document, chunks: document.chunks.filter((_, nth) => (kept[nth] ?? -1) < 0) }, [...newIds])
  addPostings(db, terms, newIds)
}
