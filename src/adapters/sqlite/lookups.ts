import { createFindHidden, type FindHidden } from './access/hidden-chunks.ts'
import { createFindDocuments, type FindDocuments } from './find-documents.ts'
import { createFindPlaces, type FindPlaces } from './find-places.ts'
import { createFindReach, type FindReach } from './reach.ts'
import { createScoreBufferPool, type ScoreBufferPool } from '../../postings/score-buffers.ts'
import { createVectorCache, type VectorCache } from './vectors/cache.ts'
import { createFindTerms, type FindTerms } from './vocabulary.ts'

/** What searches look up again and again; each remembers some of it until documents change. */
export interface Lookups {
  readonly terms: FindTerms
  readonly places: FindPlaces
  readonly documents: FindDocuments
  readonly reach: FindReach
  readonly hidden: FindHidden
  readonly buffers: ScoreBufferPool
  readonly vectors: VectorCache
}

export function createLookups(): Lookups {
  const places = createFindPlaces()
  const reach = createFindReach(places)
  return {
    terms: createFindTerms(),
    places,
    documents: createFindDocuments(),
    reach,
    hidden: createFindHidden(reach),
    buffers: createScoreBufferPool(),
    vectors: createVectorCache(),
  }
}
