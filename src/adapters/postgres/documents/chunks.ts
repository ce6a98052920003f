import type { ChunkFacts, ChunkId, DocumentId, Passage, PassagePlace } from '../../../core/words.ts'
import { passageOf } from '../../stores/passages.ts'
import { type Look, sourcesShown } from '../look.ts'
import { lackingPairs, openBodies } from './bodies.ts'
import { type ChunkPlace, type ChunkRow, placeColumns, toFacts } from './chunk-rows.ts'
import { documentsById, SHOWN } from './documents.ts'

interface OfDocument extends ChunkPlace {
  readonly of: DocumentId
  /** `null` for a document without chunks. */
  readonly id: ChunkId | null
}

/** In the order of each text. */
export async function chunksOfDocuments(
  look: Look,
  documents: readonly DocumentId[],
): Promise<ReadonlyMap<DocumentId, readonly ChunkFacts[]>> {
  if (documents.length === 0) return new Map()
  const rows = await look.db.rows<OfDocument>(
    `SELECT asked.id AS of, chunks.id, ${placeColumns}
     FROM (SELECT id, source FROM documents WHERE ${SHOWN} AND id = ANY($2::int8[])) AS asked
       LEFT JOIN chunks ON chunks.source = asked.source AND chunks.document = asked.id
     ORDER BY asked.id, start, chunks.id`,
    [sourcesShown(look), [...new Set(documents)]],
  )
  const found = new Map<DocumentId, ChunkFacts[]>()
  for (const row of rows) {
    const facts = found.get(row.of) ?? []
    if (row.id !== null) facts.push(toFacts(row))
    found.set(row.of, facts)
  }
  return found
}

type Found = ChunkPlace & Pick<ChunkRow, 'id' | 'document'>

/** In the order asked; those that are gone are left out. */
async function chunksById(look: Look, chunks: readonly ChunkId[]): Promise<readonly Found[]> {
  if (chunks.length === 0) return []
  const rows = await look.db.rows<Found>(
    `SELECT id, document, ${placeColumns} FROM chunks WHERE ${SHOWN} AND id = ANY($2::int8[])`,
    [sourcesShown(look), [...new Set(chunks)]],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return chunks.flatMap((id) => found.get(id) ?? [])
}

/** Texts in which some of the pairs stand nowhere may be left out. A document of several chunks is unpacked once. */
export async function textsOf(
  look: Look,
  chunks: readonly ChunkId[],
  pairs: readonly number[],
): Promise<ReadonlyMap<ChunkId, string>> {
  const found = await chunksById(look, chunks)
  const lacking = await lackingPairs(look, documentsOf(found), pairs)
  const holding = found.filter(({ document }) => !lacking.has(document))
  const bodies = await openBodies(look, documentsOf(holding))
  return new Map(
    holding.map(({ id, document, start, stop }) => [id, (bodies.get(document)?.() ?? '').slice(start, stop)]),
  )
}

const documentsOf = (chunks: readonly Found[]): readonly DocumentId[] => [
  ...new Set(chunks.map(({ document }) => document)),
]

export async function placesOf(look: Look, chunks: readonly ChunkId[]): Promise<readonly PassagePlace[]> {
  const found = await chunksById(look, chunks)
  const documents = await documentsById(look, documentsOf(found))
  const byId = new Map(documents.map((document) => [document.id, document]))
  return found.map((row) => {
    const document = byId.get(row.document)
    if (!document) throw notStored(row.document)
    return { chunk: row.id, document, facts: toFacts(row) }
  })
}

export async function passagesOf(look: Look, chunks: readonly ChunkId[]): Promise<readonly Passage[]> {
  const places = await placesOf(look, chunks)
  const bodies = await openBodies(look, [...new Set(places.map(({ document: { id } }) => id))])
  return places.map((place) => {
    const body = bodies.get(place.document.id)
    if (!body) throw notStored(place.document.id)
    return passageOf(place, body)
  })
}

const notStored = (id: DocumentId): Error => new Error(`Chunks of document ${id} are stored, but not the document.`)
