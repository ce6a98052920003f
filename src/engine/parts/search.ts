import type { DocumentId, Freshness, Source, StoredDocument } from '../../core/words.ts'
import type { Cache } from '../../ports/cache.ts'
import type { ReadText } from '../../text/terms/reading.ts'
import type { RankAnswer, SearchAnswer, SearchRequest } from '../search/types.ts'

/** Answers from what is indexed. */
export interface EngineSearch {
  find(request: SearchRequest): Promise<SearchAnswer>
  /** The order of passages alone, of many at once. */
  rank(request: SearchRequest): Promise<RankAnswer>
  /** Takes a text apart, with what is remembered of the words of others. */
  readonly textOf: ReadText
  /** `sources`: those that the documents are of, where the caller knows them. */
  freshness(
    documents: readonly StoredDocument[],
    sources?: readonly Source[],
  ): Promise<ReadonlyMap<DocumentId, Freshness>>
  /** Answers of this process that may be given again. */
  readonly cache: Cache
}
