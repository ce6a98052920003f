import type { StoreView } from '../../ports/store.ts'
import { createAnnotationView } from './annotations.ts'
import { createChunkView, createDocumentView, createWholeAt } from './documents/view.ts'
import { createManifest } from './documents/manifest.ts'
import { createJobView } from './jobs/view.ts'
import { createLibraryView } from './libraries/view.ts'
import type { Look } from './look.ts'
import { createPadView } from './pads/view.ts'
import { countUnmerged } from './postings/segment-list.ts'
import { createPostingView } from './postings/view.ts'
import { createRecordView } from './records/view.ts'
import { daysOfSources } from './source-days.ts'
import { factsOfSources, listSources } from './sources.ts'
import { createVectorView } from './vectors/transaction.ts'

/** Stands on a connection whose transaction is open: every answer is of what the look shows. */
export function createView(look: Look): StoreView {
  const { lexical, terms } = createPostingView(look)
  return {
    sources: {
      list: () => listSources(look),
      facts: () => factsOfSources(look),
      days: (asked) => daysOfSources(look, asked),
      manifest: createManifest(look),
      unmerged: () => countUnmerged(look),
    },
    documents: createDocumentView(look),
    chunks: { ...createChunkView(look), lexical },
    terms,
    wholeAt: createWholeAt(look),
    pads: createPadView(look),
    libraries: createLibraryView(look),
    annotations: createAnnotationView(look),
    records: createRecordView(look),
    jobs: createJobView(look),
    vectors: createVectorView(look),
  }
}
