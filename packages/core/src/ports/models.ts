import type { Embedder } from './embedder.ts'
import type { Generator } from './generator.ts'
import type { Reranker } from './reranker.ts'
import type { EmbeddingSet } from './vectors.ts'

/** The models that are set up. Each is opened when it is first asked for, once, and asked by all. */
export interface Models {
  /** An error with its remedy where none is set up, or where nothing may be sent to it. */
  embedder(): Embedder
  /** The one that made the vectors of a set, for questions to it; `undefined` where it cannot be asked any more. */
  embedderOf(set: EmbeddingSet): Embedder | undefined
  /** An error with its remedy, as of `embedder`. */
  generator(): Generator
  /** `undefined` where none is set up, or where nothing may be sent to it. */
  reranker(): Reranker | undefined
  readonly timeouts: ModelTimeouts
  /** Dollars for a million tokens that the user named for the embedding model. */
  readonly price: number | undefined
  close(): Promise<void>
}

/** Milliseconds after which somebody who waits for an answer gets it without the model. */
export interface ModelTimeouts {
  /** For the vector of a question. */
  readonly question: number
  /** For the order of the best results. */
  readonly order: number
  /** For other words of a question. */
  readonly words: number
}
