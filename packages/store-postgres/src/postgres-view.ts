import type { Readable, StoreView } from '@wuku/core/ports/store'
import { createAnnotationView } from '@wuku/store-sql/annotations'
import { createChunkView, createDocumentView, createFullAt } from './documents/postgres-document-view.ts'
import { createManifest } from './documents/manifest.ts'
import { createJobView } from '@wuku/store-sql/jobs'
import { createLibraryView } from '@wuku/store-sql/libraries'
import { createCaches, type ReadContext } from './read-context.ts'
import type { Snapshot } from './database.ts'
import type { Session } from './connection/session.ts'
import type { PadParts } from '@wuku/store-sql/pads/pad-parts'
import { createPadView } from '@wuku/store-sql/pads/pad-view'
import { padTexts } from './pads/texts.ts'
import { countUnmerged } from './postings/segment-list.ts'
import { createPostingView } from './postings/postgres-posting-view.ts'
import { createRecordView } from '@wuku/store-sql/records'
import { daysOfSources, factsOfSources } from '@wuku/store-sql/sources'
import { listSources } from './postgres-sources.ts'
import { createVectorView } from './vectors/postgres-vector-transaction.ts'

/** Stands on a connection whose transaction is open: every answer is of what the look shows. */
export function createView(context: ReadContext): StoreView {
  const { lexical, terms } = createPostingView(context)
  return {
    sources: {
      list: () => listSources(context),
      facts: () => factsOfSources(context.db, context.shown),
      days: (query) => daysOfSources(context.db, query, context.shown),
      manifest: createManifest(context),
      unmerged: () => countUnmerged(context),
    },
    documents: createDocumentView(context),
    chunks: { ...createChunkView(context), lexical },
    terms,
    fullDocumentsAt: createFullAt(context),
    pads: createPadView({ ...padPartsOf(context), hitTexts: context.caches.hitTexts }),
    libraries: createLibraryView(context.db, context.shown?.owned),
    annotations: createAnnotationView(
      context.db,
      context.shown && { shown: context.shown, list: () => listSources(context) },
    ),
    records: createRecordView(context.db, context.shown?.owned),
    jobs: createJobView(context.db, context.shown?.owned),
    vectors: createVectorView(context),
  }
}

export const padPartsOf = ({ db, shown }: Pick<ReadContext, 'db' | 'shown'>): PadParts => ({
  db,
  shown: shown?.pads,
  texts: padTexts,
})

/** Nothing of a transaction with a snapshot of its own is kept for others. */
export const NO_SNAPSHOT: Snapshot = { isFixed: false, holdings: async () => undefined }

/** Views of everything, within a transaction that is open. */
export function viewsWithin(db: Session): Readable {
  const context = { db, snapshot: NO_SNAPSHOT, caches: createCaches(), shown: undefined }
  return { read: (work) => work(createView(context)) }
}
