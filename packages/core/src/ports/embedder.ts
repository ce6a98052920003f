import { WukuError, type ErrorTexts } from '../errors.ts'

/** A model that makes vectors of texts. Nothing is sent to it but the texts that it is handed. */
export interface Embedder {
  /** The configured model; calls nobody. */
  describe(): EmbedderFacts
  /**
   * One vector a text, in their order, of whatever length; what came back too few, too short or without numbers is an
   * `EmbeddingFailed`. Any number of texts may be given: it sends as many at once as the model takes, asks again where that
   * helps, and keeps to its limits.
   */
  embed(texts: readonly string[], request: EmbedRequest): Promise<readonly Float32Array[]>
  /** Releases its resources; a later call acquires them again. */
  close(): Promise<void>
}

export interface EmbedRequest {
  /** Models place a question near its answers only if they know which is which. */
  readonly purpose: 'query' | 'document'
  /** Kind of answer that a question looks for, for models that use it. Default `text`. Documents are made the same for both. */
  readonly subject?: 'code' | 'text'
  readonly signal: AbortSignal
}

export const embedProviders = ['gemini', 'openai', 'onnx'] as const
/** Nowhere in it stands the key. */
export interface EmbedderFacts {
  readonly provider: (typeof embedProviders)[number]
  readonly model: string
  /** Nothing leaves this process. */
  readonly isLocal: boolean
  /** Another word whenever the same text is put to the model in other words: its prompts, and how it pools. */
  readonly manner: string
  /** Longest text in characters that it makes something of; what follows is cut off. */
  readonly longestText: number
  /** That every vector must have; `undefined`: as many as the model gives. */
  readonly dimensions: number | undefined
  readonly baseUrl: string
  /** Address to which texts are sent. */
  readonly endpoint: string
  /** `none`: nothing is asked over a network, so no key either. */
  readonly authMode: AuthMode | 'none'
  readonly hasApiKey: boolean
}

/** `x-goog-api-key` stands for any header that holds the bare key. */
export const authModes = ['x-goog-api-key', 'bearer', 'query'] as const
export type AuthMode = (typeof authModes)[number]

export const embedFailures = [
  'key',
  'not_found',
  'moved',
  'busy',
  'server',
  'refused',
  'unreachable',
  'timeout',
  'not_embeddings',
  'dimensions',
] as const
export type EmbedFailureKind = (typeof embedFailures)[number]

export interface EmbedFailure extends ErrorTexts {
  readonly kind: EmbedFailureKind
  /** HTTP status, if there was an answer. */
  readonly status?: number
  /** The server's own words, one short line without the key. Anybody's text. */
  readonly said?: string
  /** That a vector of the wrong size has. */
  readonly dimensions?: number
}

export class EmbeddingFailed extends WukuError {
  readonly failure: EmbedFailure

  constructor(failure: EmbedFailure) {
    super('model-failed', failure.message, failure.remedy)
    this.failure = failure
  }
}
