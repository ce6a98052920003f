import { WukuError } from '@wuku/core/errors'
import type { Models } from '@wuku/core/ports/models'

const none = (): never => {
  throw new WukuError('model-missing', 'No model is set up.', 'Set one up.')
}

/** The models that a test is about, and no others. */
export const modelsOf = (given: Partial<Models> = {}): Models => ({
  embedder: none,
  embedderOf: () => undefined,
  generator: none,
  reranker: () => undefined,
  timeouts: { question: 1_000, order: 1_000, words: 1_000 },
  price: undefined,
  close: async () => {},
  ...given,
})
