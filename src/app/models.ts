import type { Models } from '../ports/models.ts'
import { isOffline, noEmbedder, noGenerator } from './models-missing.ts'
import type { Settings } from './settings.ts'

/** What opens models is loaded where one is set up: most have none, and every agent starts a server of its own. */
export async function modelsOf(settings: Settings): Promise<Models> {
  const { embedder, generator, reranker } = settings
  const named = [embedder.provider, reranker.provider, generator.url, generator.model, generator.key()]
  // An API of OpenAI's kind is the usual one, and no server by itself.
  const isAnySet = generator.provider !== 'openai' || named.some((each) => each !== '')
  return isAnySet ? (await import('./open-models.ts')).openModels(settings) : withoutModels(settings)
}

const withoutModels = (settings: Settings): Models => ({
  embedder() {
    throw settings.offline ? isOffline('embedding model', settings) : noEmbedder(settings)
  },
  embedderOf: () => undefined,
  generator() {
    throw settings.offline ? isOffline('language model', settings) : noGenerator(settings)
  },
  reranker: () => undefined,
  patience: settings.patience,
  price: settings.embedderPrice,
  close: async () => {},
})
