import type { ChunkId, DocumentId, Passage, PassagePlace } from '../../core/words.ts'
import { bodyOf, openBody } from './bodies.ts'
import { toFacts, type ChunkRow } from './chunks.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { parseStored } from './failures.ts'
import type { FindDocuments } from './find-documents.ts'
import type { DocumentPlace } from './places.ts'
import { lackingPairs } from './word-pairs.ts'

/** A chunk by the id that it is known by, and the document that it is known as a part of. */
interface Known {
  readonly document: DocumentId
  readonly row: ChunkRow
}

/** A chunk may be kept under another id than its own, and under its own id another. */
export function knownChunk(db: Connection, id: ChunkId): Known | undefined {
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
  // All in one row: to hand over hundreds of rows takes twice as long.
  const row = db.row<{ ids: string; documents: string }>(
    `SELECT json_group_array(chunks.id) AS ids, json_group_array(document) AS documents
     FROM json_each(?) JOIN chunks ON chunks.id = value`,
    [JSON.stringify(chunks)],
  )
  const ids = parseStored<ChunkId[]>(row?.ids ?? '[]')
  const documents = parseStored<DocumentId[]>(row?.documents ?? '[]')
  return new Map(ids.flatMap((id, at) => entryOf(id, documents[at])))
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

/** The chunks whose documents may hold all pairs; who looks for them was told of their documents just before. */
export function mayHold(
  db: Connection,
  chunks: readonly ChunkId[],
  { pairs, find }: { readonly pairs: readonly number[]; readonly find: FindDocuments },
): readonly ChunkId[] {
  if (pairs.length === 0) return chunks
  const documents = find.ofChunks(db, chunks, true)
  const lacking = lackingPairs(db, documents.values(), pairs)
  return chunks.filter((chunk) => !lacking.has(documents.get(chunk) as DocumentId))
}

/** A document that several of the chunks belong to is read once, and unpacked when its text is looked at. */
export function passagesOf(db: Connection, chunks: readonly ChunkId[], find: FindDocuments): Passage[] {
  const places = placesOf(db, chunks, find)
  const bodies = new Map(places.map(({ document: { id } }) => [id, undefined as (() => string) | undefined]))
  for (const id of bodies.keys()) bodies.set(id, openBody(db, id))
  return places.map((place) => {
    const body = bodies.get(place.document.id)
    if (!body) throw notStored(place.document.id)
    return passageOf(place, body)
  })
}

/** The same without their texts. */
export function placesOf(db: Connection, chunks: readonly ChunkId[], find: FindDocuments): PassagePlace[] {
  const known = chunks.flatMap((chunk) => {
    const found = knownChunk(db, chunk)
    return found ? [{ chunk, ...found }] : []
  })
  const ids = [...new Set(known.map(({ document }) => document))]
  const documents = new Map(find.byId(db, ids).map((document) => [document.id, document]))
  return known.map(({ chunk, document: id, row }) => {
    const document = documents.get(id)
    if (!document) throw notStored(id)
    return { chunk, document, facts: toFacts(row) }
  })
}

const notStored = (id: DocumentId): Error => new Error(`Chunks of document ${id} are stored, but not the document.`)

/** A getter of its own would be put among V8's old objects at once, and with it the whole text of the document. */
const passageOf = ({ chunk, document, facts }: PassagePlace, body: () => string): Passage =>
  Object.defineProperties({ chunk, document, facts } as Unread, { [BODY]: { value: body }, text: textOfBody })

const BODY = Symbol('body')

interface Unread extends Passage {
  readonly [BODY]: () => string
}

const textOfBody: PropertyDescriptor & ThisType<Unread> = {
  enumerable: true,
  get() {
    return this[BODY]().slice(this.facts.start, this.facts.end)
  },
}
