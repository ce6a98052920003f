import type { StoredDocument } from '@wuku/core/core-types'
import type { DocumentView, ChunkView } from '@wuku/core/ports/index-view'
import type { StoreView, FullDocument } from '@wuku/core/ports/store'
import type { ReadContext } from '../read-context.ts'
import { bodiesOf, outlinesOf } from './bodies.ts'
import { chunksOfDocuments, passagesOf, placesOf, textsOf } from './postgres-chunks.ts'
import {
  documentsAt,
  documentsByHash,
  documentsById,
  hashesFrom,
  listDocuments,
  namesWithin,
  newestDocuments,
} from './postgres-documents.ts'
import { folderIn } from './folders.ts'

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
