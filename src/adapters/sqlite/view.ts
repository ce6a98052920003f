import type { StoreView } from '../../ports/store.ts'
import { bodyOf } from './bodies.ts'
import { passagesOf, textsOf } from './chunks.ts'
import { counter } from './counters.ts'
import {
  documentByPath,
  documentsByHash,
  documentsWithin,
  manifestOf,
  namesWithin,
  newestDocuments,
} from './documents.ts'
import type { Connection } from './driver.ts'
import { searchLexically } from './lexical.ts'
import { factsOfSources, listSources } from './sources.ts'
import { holdersOf, termsFrom } from './vocabulary.ts'

/** Stands on a connection whose transaction is open: every answer is of the same moment. */
export const createView = (db: Connection): StoreView => ({
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
  text: async (document) => bodyOf(db, document),
})
