import type { Problem, Source } from '../../core/words.ts'
import type { Embedder, EmbedderFacts } from '../../ports/embedder.ts'
import type { Generator } from '../../ports/generator.ts'
import type { ModelPatience } from '../../ports/models.ts'
import type { Reranker } from '../../ports/reranker.ts'
import type { CatchUpRequest } from '../meaning/catch-up.ts'
import type { EmbedReport, EmbedRequest } from '../meaning/embed-sources.ts'
import type { Meaning } from '../meaning/question.ts'

/** Models that are set up, and vectors. */
export interface EngineModels {
  /** The language model that is set up; a remedy when there is none. */
  generator(): Generator
  /** The embedding model that is set up; a remedy when there is none. */
  embedder(): Embedder
  /** `undefined` where none is set up, or where nothing may be sent to it. */
  reranker(): Reranker | undefined
  readonly patience: ModelPatience
  readonly meaning: Meaning
  /** Makes vectors: the first set of all, or of another model, or what is missing. */
  embed(request: EmbedWanted): Promise<EmbedDone>
  /** Vectors of what was taken in since, where there are vectors at all; what goes wrong is told. */
  catchUp(request: CatchUpRequest): Promise<readonly Problem[]>
}

export interface EmbedWanted extends Partial<Omit<EmbedRequest, 'sources' | 'all'>> {
  /** Names; all when empty. */
  readonly sources: readonly string[]
}

export interface EmbedDone extends EmbedReport {
  readonly model: EmbedderFacts
  /** Sources of which nothing is sent. */
  readonly withheld: readonly Source[]
}
