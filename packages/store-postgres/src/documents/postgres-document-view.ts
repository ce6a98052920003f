import { once } from '@wuku/core/once'
import type { ChunkFacts, ChunkId, DocumentId, Passage, PassagePlace, SourceId, Json } from '@wuku/core/core-types'
import type { DocumentView, ChunkView, FolderQuery, FolderFound } from '@wuku/core/ports/index-view'
import type { StoreView, FullDocument } from '@wuku/core/ports/store'
import { unpackShort } from '@wuku/store-sql/packed-text'
import {
  passagesIn,
  placesIn,
  type FoundChunk,
  documentColumns,
  type DocumentRow,
  toDocuments,
  type ChunkPlace,
  placeColumns,
  toChunkFacts,
  orders,
  topOf,
} from '@wuku/store-sql/document-rows'
import { mayHoldPairs } from '@wuku/text/terms/word-pairs'
import { type ReadContext, isShown, sourcesShown } from '../read-context.ts'
import type { ChunkRow } from './chunk-rows.ts'
import {
  documentsAt,
  documentsByHash,
  documentsById,
  hashesFrom,
  listDocuments,
  namesWithin,
  newestDocuments,
  SHOWN,
} from './postgres-documents.ts'
import type { Condition } from '../filters.ts'
import { numbersIn, readNumber } from '../connection/copied-rows.ts'
import { parseStored, readStored } from '../connection/postgres-dialect.ts'

export const createDocumentView = (context: ReadContext): DocumentView => ({
  names: (within = {}) => namesWithin(context, within),
  newest: (source, limit) => newestDocuments(context, source, limit),
  folder: (query) => folderIn(context, query),
  list: (within = {}) => listDocuments(context, within),
  at: (places) => documentsAt(context, places),
  // Sources share nothing here.
  duplicates: async () => new Map(),
  byHash: (prefix) => documentsByHash(context, prefix),
  hashesFrom: (prefixes) => hashesFrom(context, prefixes),
  bodies: (documents) => bodiesOf(context, documents),
  byId: (documents) => documentsById(context, documents),
  outlines: (documents) => outlinesOf(context, documents),
})

export const createFullAt =
  (context: ReadContext): StoreView['fullDocumentsAt'] =>
  async (places) => {
    const requested = places.filter(({ source }) => isShown(context, source))
    if (requested.length === 0) return []
    const rows = await context.db.rows<FullRow>(FULL, [
      requested.map(({ source }) => source),
      requested.map(({ path }) => path),
    ])
    const full = toDocuments(rows, parseStored).map((document, nth): [DocumentId, FullDocument] => {
      const { text = null, pieces = '[]' } = rows[nth] ?? {}
      const chunks = parseStored<ChunkPlace[]>(pieces).map((place) => toChunkFacts(place, parseStored))
      return [document.id, { document, text: text === null ? '' : unpack(text), chunks }]
    })
    return [...new Map(full).values()]
  }

type FullRow = DocumentRow & { readonly text: Uint8Array | null; readonly pieces: string }

/** One statement, for an append to a pad. Hidden in subqueries, the lists do not count for the planner, which keeps one plan then. */
const FULL = `
  SELECT found.*, body.text, pieces
  FROM unnest((SELECT $1::int[]), (SELECT $2::text[])) WITH ORDINALITY AS asked (source, path, nth)
    CROSS JOIN LATERAL (
      SELECT ${documentColumns} FROM documents WHERE source = asked.source AND path = asked.path OFFSET 0) AS found
    LEFT JOIN LATERAL (SELECT text FROM bodies WHERE source = found.source AND document = found.id) AS body ON true
    CROSS JOIN LATERAL (SELECT coalesce(json_agg(each), '[]')::text AS pieces FROM (
      SELECT ${placeColumns} FROM chunks WHERE source = found.source AND document = found.id ORDER BY start, id) AS each) AS chunk
  ORDER BY nth`

export const createChunkView = (context: ReadContext): Omit<ChunkView, 'lexical'> => ({
  texts: (chunks, pairs = []) => textsOf(context, chunks, pairs),
  passages: (chunks) => passagesOf(context, chunks),
  places: (chunks) => placesOf(context, chunks),
  of: (documents) => chunksOfDocuments(context, documents),
})

const unpack = (packed: Uint8Array): string => readStored(() => unpackShort(packed))

const NOTHING: FolderFound = { documents: [], total: 0, folders: [] }

async function folderIn(context: ReadContext, query: FolderQuery): Promise<FolderFound> {
  const { source, part, order, limit, offset } = query
  if (!isShown(context, source)) return NOTHING
  const { sql, values } = part === undefined ? directlyIn(query) : containingPart(query, part)
  const counted = await context.db.row<{ total: number }>(
    `SELECT count(*) AS total FROM documents WHERE ${sql}`,
    values,
  )
  const rows = await context.db.rows<DocumentRow>(
    `SELECT ${documentColumns} FROM documents WHERE ${sql} ORDER BY ${orders[order]}
     LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, limit, offset],
  )
  return {
    documents: toDocuments(rows, parseStored),
    total: counted?.total ?? 0,
    folders: part === undefined ? await foldersIn(context, query) : [],
  }
}

const directlyIn = ({ source, under }: FolderQuery): Condition => ({
  sql: 'source = $1 AND folder = $2',
  values: [source, topOf(under)],
})

/** Small letters of the collation "C" are those of A to Z alone. */
const containingPart = ({ source, under }: FolderQuery, part: string): Condition => ({
  sql: `source = $1 AND ${below('$2')} AND strpos(lower(path), lower($3::text COLLATE "C")) > 0`,
  values: [source, topOf(under), part],
})

/** Folders from a top with its slash on. "0" is the character after the slash. */
const below = (top: string): string => `folder >= ${top} AND (${top} = '' OR folder < left(${top}::text, -1) || '0')`

/** The folder directly in the top that the next file lies below, and where its paths begin and end. */
const next = (bound: string): string => {
  const path = `left(folder, length($2) + strpos(substr(folder, length($2) + 1), '/') - 1)`
  return `SELECT ${path} AS path, ${path} || '/' AS first, ${path} || '0' AS after
    FROM (SELECT folder FROM documents WHERE source = $1 AND folder ${bound} AND ${below('$2')} ORDER BY folder LIMIT 1) AS found`
}

/** Jumps from one folder to the next and skips the files in it: one look into the index per folder. */
async function foldersIn({ db }: ReadContext, { source, under }: FolderQuery): Promise<FolderFound['folders']> {
  return db.rows<FolderFound['folders'][number]>(
    `WITH RECURSIVE walk AS (
       ${next('> $2::text')}
       UNION ALL SELECT later.* FROM walk CROSS JOIN LATERAL (${next('>= walk.after')}) AS later
     )
     SELECT path, (SELECT count(*) FROM documents WHERE source = $1 AND path > walk.first AND path < walk.after) AS documents
     FROM walk ORDER BY first`,
    [source, topOf(under)],
  )
}

type OfDocument = ChunkPlace & Pick<ChunkRow, 'document'>

/** In the order of each text. */
async function chunksOfDocuments(context: ReadContext, documents: readonly DocumentId[]) {
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
async function textsOf(context: ReadContext, chunks: readonly ChunkId[], pairs: readonly number[]) {
  const found = await chunksById(context, chunks)
  const lacking = await lackingPairs(context, pairs, ownersOf(found))
  const complete = found.filter(({ document }) => !lacking.has(document))
  const { documents, sources } = ownersOf(complete)
  const bodies = await openBodies(context, documents, sources)
  const textOf = ({ document, start, stop }: Found): string => (bodies.get(document)?.() ?? '').slice(start, stop)
  return new Map(complete.map((chunk) => [chunk.id, textOf(chunk)]))
}

interface Owners {
  readonly documents: readonly DocumentId[]
  readonly sources: readonly SourceId[]
}

const ownersOf = (chunks: readonly Found[]): Owners => ({
  documents: [...new Set(chunks.map(({ document }) => document))],
  sources: [...new Set(chunks.map(({ source }) => source))],
})

async function placesOf(context: ReadContext, chunks: readonly ChunkId[]): Promise<readonly PassagePlace[]> {
  const found = await chunksById(context, chunks)
  const { documents, sources } = ownersOf(found)
  return placesIn(found.map(toFound), await documentsById(context, documents, sources), parseStored)
}

const toFound = (row: Found): FoundChunk => ({ chunk: row.id, document: row.document, row })

async function passagesOf(context: ReadContext, chunks: readonly ChunkId[]): Promise<readonly Passage[]> {
  const found = await chunksById(context, chunks)
  const { documents, sources } = ownersOf(found)
  const [known, bodies] = await Promise.all([
    documentsById(context, documents, sources),
    openBodies(context, documents, sources),
  ])
  return passagesIn(placesIn(found.map(toFound), known, parseStored), bodies)
}

async function bodiesOf(context: ReadContext, documents: readonly DocumentId[]) {
  const bodies = await openBodies(context, documents)
  return new Map([...bodies].map(([id, body]) => [id, body()]))
}

/**
 * Texts of existing documents. A text is read now and unpacked on demand: for most passages only the lines are shown.
 * `sources`: where they are known to lie.
 */
async function openBodies(context: ReadContext, documents: readonly DocumentId[], sources?: readonly SourceId[]) {
  if (documents.length === 0) return new Map()
  const shown = sourcesShown(context, sources)
  const rows = await context.db.bytes<[id: Uint8Array, text: Uint8Array]>(
    `SELECT int8send(document), text FROM bodies
     WHERE document = ANY(${numbersIn([...new Set(documents)])}::int8[])
       ${shown ? `AND source = ANY(${numbersIn(shown)}::int4[])` : ''}`,
  )
  return new Map(rows.map(([document, text]) => [readNumber(document) as DocumentId, once(() => unpack(text))]))
}

async function outlinesOf(context: ReadContext, documents: readonly DocumentId[]) {
  if (documents.length === 0) return new Map()
  const rows = await context.db.rows<{ document: DocumentId; outline: Uint8Array }>(
    `SELECT document, outline FROM bodies
     WHERE ${SHOWN} AND document = ANY($2::int8[]) AND outline IS NOT NULL ORDER BY document`,
    [sourcesShown(context), [...new Set(documents)]],
  )
  return new Map(rows.map(({ document, outline }) => [document, parseStored<Json>(unpack(outline))]))
}

/** Documents that lack some of the pairs; of those that were amended it is not known. */
async function lackingPairs(context: ReadContext, pairs: readonly number[], { documents, sources }: Owners) {
  if (pairs.length === 0 || documents.length === 0) return new Set()
  const rows = await context.db.rows<{ document: DocumentId; pairs: Uint8Array }>(
    `SELECT document, pairs FROM bodies WHERE ${SHOWN} AND document = ANY($2::int8[]) AND pairs IS NOT NULL`,
    [sourcesShown(context, sources), documents],
  )
  return new Set(rows.flatMap(({ document, pairs: bits }) => (mayHoldPairs(bits, pairs) ? [] : [document])))
}
