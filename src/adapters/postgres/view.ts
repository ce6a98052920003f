import type { StoreView } from '../../ports/store.ts'
import { createAnnotationView } from './annotations.ts'
import { createChunkView, createDocumentView, createFullAt } from './documents/view.ts'
import { createManifest } from './documents/manifest.ts'
import { createJobView } from './jobs/view.ts'
import { createLibraryView } from './libraries/view.ts'
import type { ReadContext } from './look.ts'
import { createPadView } from './pads/view.ts'
import { countUnmerged } from './postings/segment-list.ts'
import { createPostingView } from './postings/view.ts'
import { createRecordView } from './records/view.ts'
import { daysOfSources } from './source-days.ts'
import { factsOfSources, listSources } from './sources.ts'
import { createVectorView } from './vectors/transaction.ts'

/** Stands on a connection whose transaction is open: every answer is of what the look shows. */
export function createView(context: ReadContext): StoreView {
  const { lexical, terms } = createPostingView(context)
  return {
    sources: {
      list: () => listSources(context),
      facts: () => factsOfSources(context),
      days: (query) => daysOfSources(context, query),
      manifest: createManifest(context),
      unmerged: () => countUnmerged(context),
    },
    documents: createDocumentView(context),
    chunks: { ...createChunkView(context), lexical },
    terms,
    fullDocumentsAt: createFullAt(context),
    pads: createPadView(context),
    libraries: createLibraryView(context),
    annotations: createAnnotationView(context),
    records: createRecordView(context),
    jobs: createJobView(context),
    vectors: createVectorView(context),
  }
}
