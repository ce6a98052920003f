import type { DocumentId, Freshness, Source, StoredDocument, Problem } from '@wuku/core/core-types'
import type { Cache } from '@wuku/core/ports/cache'
import type { ReadText } from '@wuku/text/terms/reading'
import type { RankAnswer, RankRequest } from '../../query/plan.ts'
import type { SearchAnswer, SearchRequest } from '../../query/types.ts'
import type { Embedder, EmbedderFacts } from '@wuku/core/ports/embedder'
import type { Generator } from '@wuku/core/ports/generator'
import type { ModelTimeouts } from '@wuku/core/ports/models'
import type { Reranker } from '@wuku/core/ports/reranker'
import type { Meaning } from '../question.ts'
import type { Progress } from '../caller.ts'

export interface EngineSearch {
  find(request: SearchRequest): Promise<SearchAnswer>
  /** The order of passages alone, of many at once. */
  rank(request: RankRequest): Promise<RankAnswer>
  /** Takes a text apart, with what is remembered of the words of others. */
  textReader(): Promise<ReadText>
  /** `sources`: those that the documents are of, where the caller knows them. */
  freshness(
    documents: readonly StoredDocument[],
    sources?: readonly Source[],
  ): Promise<ReadonlyMap<DocumentId, Freshness>>
  /** Answers of this process that may be given again. */
  readonly cache: Cache
}

export interface EngineModels {
  /** The language model that is set up; a remedy when there is none. */
  generator(): Generator
  /** The embedding model that is set up; a remedy when there is none. */
  embedder(): Embedder
  /** `undefined` where none is set up, or where nothing may be sent to it. */
  reranker(): Reranker | undefined
  readonly timeouts: ModelTimeouts
  readonly meaning: Meaning
  /** Makes vectors: the first set of all, or of another model, or what is missing. */
  embed(request: EmbedInput): Promise<EmbedDone>
  /** Makes vectors of documents indexed since, if there are vectors at all; failures are returned. */
  catchUp(request: CatchUpRequest): Promise<readonly Problem[]>
}

export interface EmbedInput extends Partial<Omit<EmbedRequest, 'sources' | 'all'>> {
  /** Names; all when empty. */
  readonly sources: readonly string[]
}

export interface EmbedDone extends EmbedReport {
  readonly model: EmbedderFacts
  /** Sources of which nothing is sent. */
  readonly withheld: readonly Source[]
}

export interface CatchUpRequest {
  /** All that may be sent when absent. */
  readonly sources?: readonly Source[]
  readonly signal: AbortSignal
  progress?(step: Progress): void
}

export interface EmbedRequest {
  /** Only these; the others wait. */
  readonly sources: readonly Source[]
  /** Every source whose text the model may be sent: when all have their vectors, searches ask the new ones. */
  readonly all: readonly Source[]
  /** Says what would be sent where, and what it costs. */
  readonly dryRun: boolean
  /** Begins a new set, for example after a model changed under the same name. */
  readonly rebuild: boolean
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export interface EmbedReport {
  readonly cost: Cost
  /** Chunks that have a vector now and had none. */
  readonly embedded: number
  /** Chunks of all sources that wait. */
  readonly remaining: number
  /** Searches ask these vectors. */
  readonly isActive: boolean
  readonly problems: readonly Problem[]
  readonly seconds: number
}

export interface Cost {
  readonly chunks: number
  /** Estimated. */
  readonly tokens: number
  /** `null` where no price is known; 0 where nothing is sent. */
  readonly dollars: number | null
}
