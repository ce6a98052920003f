import type { EmbedderFacts } from '@wuku/core/ports/embedder'
import type { EmbeddingSetDraft } from '@wuku/core/ports/vectors'

/** Another word whenever vectors of two models cannot be compared. */
export const keyOf = ({ provider, endpoint, model, dimensions, manner }: EmbedderFacts): string =>
  JSON.stringify([provider, endpoint, model, dimensions ?? null, manner])

/** Record of a model, to name it to people and to call it again. */
export const factsOf = ({ provider, endpoint, baseUrl, model, dimensions, manner, isLocal }: EmbedderFacts) => ({
  provider,
  endpoint,
  baseUrl,
  model,
  dimensions: dimensions ?? null,
  manner,
  isLocal,
})

export const draftOf = (facts: EmbedderFacts, dimensions: number, createdAt: number): EmbeddingSetDraft => ({
  key: keyOf(facts),
  facts: factsOf(facts),
  dimensions,
  createdAt,
})

/** As people know it. */
export const modelNamed = (facts: { readonly [name: string]: unknown }): string =>
  `${String(facts['provider'])} ${String(facts['model'])}`
