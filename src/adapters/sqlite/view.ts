import type { Access } from '../../ports/access.ts'
import type { DocumentPlace } from '../../ports/index-view.ts'
import type { StoreView, WholeDocument } from '../../ports/store.ts'
import { narrowIndexView, type Narrowing } from './access/index-view.ts'
import { narrowLibraryView, narrowVectorView, noPads } from './access/part-views.ts'
import { createNarrowRecordView } from './access/record-view.ts'
import { shownBy } from './access/shown.ts'
import { bodiesOf } from './bodies.ts'
import { chunksOfDocuments } from './chunks.ts'
import { counter, revisionsOf } from './counters.ts'
import {
  documentsAt,
  documentsByHash,
  documentsWithin,
  hashesFrom,
  manifestOf,
  namesWithin,
  newestDocuments,
} from './documents.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { searchLexically } from './lexical.ts'
import { documentsHolding } from './holding.ts'
import { createLibraryView } from './libraries/view.ts'
import type { Lookups } from './lookups.ts'
import { outlinesOf } from './outlines.ts'
import { mayHold, passagesOf, placesOf, textsOf } from './passages.ts'
import { createPadView } from './pads/view.ts'
import type { WordList } from './pads/word-list.ts'
import { createRecordView } from './records/view.ts'
import { factsOfSources, listSources } from './sources.ts'
import { twinsOf } from './sharing.ts'
import { createVectorView } from './vectors/view.ts'
import { termsFrom } from './vocabulary.ts'

export interface ViewParts {
  readonly words: WordList
  readonly lookups: Lookups
}

/** Stands on a connection whose transaction is open: every answer is of the same moment, and of what the access shows. */
export function createView(db: Connection, { words, lookups }: ViewParts, access: Access): StoreView {
  const shown = shownBy(db, access)
  const whole: StoreView = {
    ...createIndexView(db, lookups),
    pads: createPadView(db, words),
    libraries: createLibraryView(db),
    records: createRecordView(db),
    vectors: createVectorView(db, lookups),
  }
  return shown ? narrowView(whole, { db, lookups, shown }) : whole
}

const narrowView = (whole: StoreView, narrowing: Narrowing): StoreView => {
  const { pads, owned } = narrowing.shown
  return {
    ...narrowIndexView(whole, narrowing),
    pads: pads ? whole.pads : noPads,
    libraries: owned ? narrowLibraryView(whole.libraries, owned) : whole.libraries,
    records: owned ? createNarrowRecordView(narrowing.db, owned) : whole.records,
    vectors: narrowVectorView(whole.vectors, narrowing),
  }
}

/** What stands on the tables of the index alone. */
export type IndexView = Omit<StoreView, 'pads' | 'libraries' | 'records' | 'vectors'>

function wholeDocumentsAt(db: Connection, places: readonly DocumentPlace[]): readonly WholeDocument[] {
  const documents = documentsAt(db, places)
  const ids = documents.map(({ id }) => id)
  const [texts, chunks] = [bodiesOf(db, ids), chunksOfDocuments(db, ids)]
  return documents.map((document) => ({
    document,
    text: texts.get(document.id) ?? '',
    chunks: chunks.get(document.id) ?? [],
  }))
}

export const createIndexView = (db: Connection, lookups: Lookups): IndexView => ({
  sources: {
    list: async () => listSources(db),
    facts: async () => factsOfSources(db),
    manifest: async (source, folders) => manifestOf(db, source, folders),
    revisions: async (kind) =>
      new Map(
        [...revisionsOf(db).bySource.values()]
          .filter((source) => kind === undefined || source.kind === kind)
          .map(({ id, revision }) => [id, String(revision)]),
      ),
  },
  terms: {
    stats: async (terms) => ({
      chunks: counter(db, 'chunks'),
      holders: new Map([...lookups.terms(db, terms)].map(([term, { holders }]) => [term, holders])),
    }),
    vocabulary: async (prefixes, limit) => termsFrom(db, prefixes, limit),
    holding: async (terms, within = {}) =>
      documentsHolding(db, lookups.terms(db, terms), lookups.places.owners(db, within)),
  },
  chunks: {
    lexical: async (probes) => probes.map((probe) => searchLexically(db, probe, lookups)),
    texts: async (chunks, pairs = []) => textsOf(db, mayHold(db, chunks, { pairs, find: lookups.documents })),
    passages: async (chunks) => passagesOf(db, chunks, lookups.documents),
    places: async (chunks) => placesOf(db, chunks, lookups.documents),
    of: async (documents) => chunksOfDocuments(db, documents),
  },
  documents: {
    names: async (within = {}) => namesWithin(db, within),
    newest: async (source, limit) => newestDocuments(db, source, limit),
    list: async (within = {}) => documentsWithin(db, within),
    at: async (places) => documentsAt(db, places),
    byHash: async (prefix) => documentsByHash(db, prefix),
    hashesFrom: async (prefixes) => hashesFrom(db, prefixes),
    byId: async (documents) => lookups.documents.byId(db, documents),
    outlines: async (documents) => outlinesOf(db, documents),
    twins: async (probe) => twinsOf(db, probe),
    bodies: async (documents) => bodiesOf(db, documents),
  },
  wholeAt: async (places) => wholeDocumentsAt(db, places),
})
