/** A model that reads a question and a text together and says how well the one answers the other. */
export interface Reranker {
  readonly model: string
  /** Nothing leaves this process. */
  readonly isLocal: boolean
  /** One finite number a text, in their order; higher is better, and only their order means something. */
  rerank(request: RerankRequest): Promise<readonly number[]>
}

export interface RerankRequest {
  readonly query: string
  readonly texts: readonly string[]
  readonly signal: AbortSignal
}
