import type {
  ChunkFacts,
  ChunkId,
  DocumentId,
  Passage,
  PassagePlace,
  SourceId,
  StoredDocument,
  Json,
} from '@wuku/core/core-types'
import { passageOf } from '@wuku/store-sql/stored-passages'
import { type ReadContext, sourcesShown } from '../read-context.ts'
import { type ChunkPlace, placeColumns, toChunkFacts } from '@wuku/store-sql/document-rows'
import { parseStored, readStored } from '../connection/postgres-rows.ts'
import type { ChunkRow } from './chunk-rows.ts'
import { documentsById, SHOWN } from './postgres-documents.ts'
import { mayHoldPairs } from '@wuku/text/terms/word-pairs'
import { unpackShort } from '@wuku/store-sql/packed-text'

type OfDocument = ChunkPlace & Pick<ChunkRow, 'document'>

/** In the order of each text. */
export async function chunksOfDocuments(
  context: ReadContext,
  documents: readonly DocumentId[],
): Promise<ReadonlyMap<DocumentId, readonly ChunkFacts[]>> {
  if (documents.length === 0) return new Map()
  const rows = await context.db.rows<OfDocument & { readonly start: number | null }>(
    `SELECT id AS document, NULL AS id, NULL AS start, NULL AS stop, NULL AS line, NULL AS end_line, NULL AS headings, NULL AS anchor
     FROM documents WHERE ${SHOWN} AND id = ANY($2::int8[])
     UNION ALL SELECT document, id, ${placeColumns} FROM chunks WHERE ${SHOWN} AND document = ANY($2::int8[])
     ORDER BY document, start NULLS FIRST, id`,
    [sourcesShown(context), [...new Set(documents)]],
  )
  const found = new Map<DocumentId, ChunkFacts[]>()
  for (const row of rows)
    if (row.start === null) found.set(row.document, [])
    else found.get(row.document)?.push(toChunkFacts(row, parseStored))
  return found
}

type Found = ChunkPlace & Pick<ChunkRow, 'id' | 'document' | 'source'>

/** In the order asked; those that are gone are left out. */
async function chunksById(context: ReadContext, chunks: readonly ChunkId[]): Promise<readonly Found[]> {
  if (chunks.length === 0) return []
  const rows = await context.db.rows<Found>(
    `SELECT id, document, source, ${placeColumns} FROM chunks WHERE ${SHOWN} AND id = ANY($2::int8[])`,
    [sourcesShown(context), [...new Set(chunks)]],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return chunks.flatMap((id) => found.get(id) ?? [])
}

/** Texts in which some of the pairs stand nowhere may be left out. A document of several chunks is unpacked once. */
export async function textsOf(
  context: ReadContext,
  chunks: readonly ChunkId[],
  pairs: readonly number[],
): Promise<ReadonlyMap<ChunkId, string>> {
  const found = await chunksById(context, chunks)
  const lacking = await lackingPairs(context, pairs, ownersOf(found))
  const complete = found.filter(({ document }) => !lacking.has(document))
  const { documents, sources } = ownersOf(complete)
  const bodies = await openBodies(context, documents, sources)
  return new Map(
    complete.map(({ id, document, start, stop }) => [id, (bodies.get(document)?.() ?? '').slice(start, stop)]),
  )
}

interface Owners {
  readonly documents: readonly DocumentId[]
  readonly sources: readonly SourceId[]
}

const ownersOf = (chunks: readonly Found[]): Owners => ({
  documents: [...new Set(chunks.map(({ document }) => document))],
  sources: [...new Set(chunks.map(({ source }) => source))],
})

export async function placesOf(context: ReadContext, chunks: readonly ChunkId[]): Promise<readonly PassagePlace[]> {
  const found = await chunksById(context, chunks)
  return placesIn(found, await documentsOf(context, ownersOf(found)))
}

export async function passagesOf(context: ReadContext, chunks: readonly ChunkId[]): Promise<readonly Passage[]> {
  const found = await chunksById(context, chunks)
  const { documents, sources } = ownersOf(found)
  const [known, bodies] = await Promise.all([
    documentsOf(context, { documents, sources }),
    openBodies(context, documents, sources),
  ])
  return placesIn(found, known).map((place) => {
    const body = bodies.get(place.document.id)
    if (!body) throw notStored(place.document.id)
    return passageOf(place, body)
  })
}

async function documentsOf(
  context: ReadContext,
  { documents, sources }: Owners,
): Promise<ReadonlyMap<DocumentId, StoredDocument>> {
  const found = await documentsById(context, documents, sources)
  return new Map(found.map((document) => [document.id, document]))
}

const placesIn = (
  chunks: readonly Found[],
  documents: ReadonlyMap<DocumentId, StoredDocument>,
): readonly PassagePlace[] =>
  chunks.map((row) => {
    const document = documents.get(row.document)
    if (!document) throw notStored(row.document)
    return { chunk: row.id, document, facts: toChunkFacts(row, parseStored) }
  })

const notStored = (id: DocumentId): Error => new Error(`Chunks of document ${id} are stored, but not the document.`)

export async function bodiesOf(
  context: ReadContext,
  documents: readonly DocumentId[],
): Promise<ReadonlyMap<DocumentId, string>> {
  const bodies = await openBodies(context, documents)
  return new Map([...bodies].map(([id, body]) => [id, body()]))
}

/**
 * Texts of existing documents. A text is read now and unpacked on demand: for most passages only the lines are shown.
 * `sources`: where they are known to lie.
 */
async function openBodies(
  context: ReadContext,
  documents: readonly DocumentId[],
  sources?: readonly SourceId[],
): Promise<ReadonlyMap<DocumentId, () => string>> {
  if (documents.length === 0) return new Map()
  const rows = await context.db.rows<{ document: DocumentId; text: Uint8Array }>(
    `SELECT document, text FROM bodies WHERE ${SHOWN} AND document = ANY($2::int8[])`,
    [sourcesShown(context, sources), [...new Set(documents)]],
  )
  return new Map(
    rows.map(({ document, text: packed }) => {
      let text: string | undefined
      return [document, () => (text ??= readStored(() => unpackShort(packed)))]
    }),
  )
}

export async function outlinesOf(
  context: ReadContext,
  documents: readonly DocumentId[],
): Promise<ReadonlyMap<DocumentId, Json>> {
  if (documents.length === 0) return new Map()
  const rows = await context.db.rows<{ document: DocumentId; outline: Uint8Array }>(
    `SELECT document, outline FROM bodies
     WHERE ${SHOWN} AND document = ANY($2::int8[]) AND outline IS NOT NULL ORDER BY document`,
    [sourcesShown(context), [...new Set(documents)]],
  )
  return new Map(
    rows.map(({ document, outline }) => [document, parseStored<Json>(readStored(() => unpackShort(outline)))]),
  )
}

/** Documents that lack some of the pairs; of those that were amended it is not known. */
async function lackingPairs(
  context: ReadContext,
  pairs: readonly number[],
  { documents, sources }: { readonly documents: readonly DocumentId[]; readonly sources: readonly SourceId[] },
): Promise<ReadonlySet<DocumentId>> {
  if (pairs.length === 0 || documents.length === 0) return new Set()
  const rows = await context.db.rows<{ document: DocumentId; pairs: Uint8Array }>(
    `SELECT document, pairs FROM bodies WHERE ${SHOWN} AND document = ANY($2::int8[]) AND pairs IS NOT NULL`,
    [sourcesShown(context, sources), documents],
  )
  return new Set(rows.flatMap(({ document, pairs: bits }) => (mayHoldPairs(bits, pairs) ? [] : [document])))
}
