import type { StoredDocument } from '@wuku/core/core-types'
import type { DocumentView, ChunkView, FolderQuery, FolderFound } from '@wuku/core/ports/index-view'
import type { StoreView, FullDocument } from '@wuku/core/ports/store'
import { type ReadContext, isShown } from '../read-context.ts'
import { bodiesOf, outlinesOf, chunksOfDocuments, passagesOf, placesOf, textsOf } from './postgres-chunks.ts'
import {
  documentsAt,
  documentsByHash,
  documentsById,
  hashesFrom,
  listDocuments,
  namesWithin,
  newestDocuments,
} from './postgres-documents.ts'
import { documentColumns, type DocumentRow, toDocuments } from '@wuku/store-sql/document-rows'
import { parseStored } from '../connection/postgres-rows.ts'
import type { Condition } from '../filters.ts'

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
    const documents = await documentsAt(context, places)
    const ids = documents.map(({ id }) => id)
    const [texts, chunks] = await Promise.all([bodiesOf(context, ids), chunksOfDocuments(context, ids)])
    const fullDocument = (document: StoredDocument): FullDocument => ({
      document,
      text: texts.get(document.id) ?? '',
      chunks: chunks.get(document.id) ?? [],
    })
    return documents.map(fullDocument)
  }

export const createChunkView = (context: ReadContext): Omit<ChunkView, 'lexical'> => ({
  texts: (chunks, pairs = []) => textsOf(context, chunks, pairs),
  passages: (chunks) => passagesOf(context, chunks),
  places: (chunks) => placesOf(context, chunks),
  of: (documents) => chunksOfDocuments(context, documents),
})

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

const orders = { path: 'path', changed: 'modified_at DESC, path', size: 'bytes DESC, path' } as const

const directlyIn = ({ source, under }: FolderQuery): Condition => ({
  sql: 'source = $1 AND folder = $2',
  values: [source, topOf(under)],
})

/** Small letters of the collation "C" are those of A to Z alone. */
const containingPart = ({ source, under }: FolderQuery, part: string): Condition => ({
  sql: `source = $1 AND ${below('$2')} AND strpos(lower(path), lower($3::text COLLATE "C")) > 0`,
  values: [source, topOf(under), part],
})

const topOf = (under: string): string => (under === '' ? '' : `${under}/`)

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
