import type { StoredDocument } from '../../../core/words.ts'
import type { DocumentView, ChunkView } from '../../../ports/index-view.ts'
import type { StoreView, WholeDocument } from '../../../ports/store.ts'
import type { Look } from '../look.ts'
import { bodiesOf, outlinesOf } from './bodies.ts'
import { chunksOfDocuments, passagesOf, placesOf, textsOf } from './chunks.ts'
import {
  documentsAt,
  documentsByHash,
  documentsById,
  hashesFrom,
  listDocuments,
  namesWithin,
  newestDocuments,
} from './documents.ts'
import { folderIn } from './folders.ts'

export const createDocumentView = (look: Look): DocumentView => ({
  names: (within = {}) => namesWithin(look, within),
  newest: (source, limit) => newestDocuments(look, source, limit),
  folder: (asked) => folderIn(look, asked),
  list: (within = {}) => listDocuments(look, within),
  at: (places) => documentsAt(look, places),
  // Sources share nothing here.
  twins: async () => new Map(),
  byHash: (prefix) => documentsByHash(look, prefix),
  hashesFrom: (prefixes) => hashesFrom(look, prefixes),
  bodies: (documents) => bodiesOf(look, documents),
  byId: (documents) => documentsById(look, documents),
  outlines: (documents) => outlinesOf(look, documents),
})

export const createWholeAt =
  (look: Look): StoreView['wholeAt'] =>
  async (places) => {
    const documents = await documentsAt(look, places)
    const ids = documents.map(({ id }) => id)
    const [texts, chunks] = await Promise.all([bodiesOf(look, ids), chunksOfDocuments(look, ids)])
    const wholeOf = (document: StoredDocument): WholeDocument => ({
      document,
      text: texts.get(document.id) ?? '',
      chunks: chunks.get(document.id) ?? [],
    })
    return documents.map(wholeOf)
  }

export const createChunkView = (look: Look): Omit<ChunkView, 'lexical'> => ({
  texts: (chunks, pairs = []) => textsOf(look, chunks, pairs),
  passages: (chunks) => passagesOf(look, chunks),
  places: (chunks) => placesOf(look, chunks),
  of: (documents) => chunksOfDocuments(look, documents),
})
