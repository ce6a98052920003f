import type { StoreView } from '../../ports/store.ts'
import { bodyOf } from './bodies.ts'
import { chunksOfDocument, passagesOf, textsOf } from './chunks.ts'
import { counter } from './counters.ts'
import {
  documentByPath,
  documentsById,
  documentsByHash,
  documentsWithin,
  manifestOf,
  namesWithin,
  newestDocuments,
} from './documents.ts'
import type { Connection } from './driver.ts'
import { searchLexically } from './lexical.ts'
import { outlinesOf } from './outlines.ts'
import { createPadView } from './pads/view.ts'
import type { WordList } from './pads/word-list.ts'
import { factsOfSources, listSources } from './sources.ts'
import { holdersOf, termsFrom } from './vocabulary.ts'

/** Stands on a connection whose transaction is open: every answer is of the same moment. */
export const createView = (db: Connection, words: WordList): StoreView => ({
  ...createIndexView(db),
  pads: createPadView(db, words),
})

export const createIndexView = (db: Connection): Omit<StoreView, 'pads'> => ({
  sources: async () => listSources(db),
  sourceFacts: async () => factsOfSources(db),
  manifest: async (source) => manifestOf(db, source),
  chunkCount: async () => counter(db, 'chunks'),
  holders: async (terms) => holdersOf(db, terms),
  vocabulary: async (prefix, limit) => termsFrom(db, prefix, limit),
  lexical: async (probe) => searchLexically(db, probe),
  texts: async (chunks) => textsOf(db, chunks),
  passages: async (chunks) => passagesOf(db, chunks),
  names: async (within = {}) => namesWithin(db, within),
  newest: async (source, limit) => newestDocuments(db, source, limit),
  documents: async (within = {}) => documentsWithin(db, within),
  document: async (source, path) => documentByPath(db, source, path),
  documentsByHash: async (prefix) => documentsByHash(db, prefix),
  documentsById: async (documents) => documentsById(db, documents),
  outlines: async (documents) => outlinesOf(db, documents),
  revision: async () => String(counter(db, 'revision')),
  text: async (document) => bodyOf(db, document),
  chunks: async (document) => chunksOfDocument(db, document),
})
