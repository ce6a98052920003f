import { once } from '@wuku/core/once'
import { openEmbedder } from '@wuku/models/embedder'
import { openGenerator } from '@wuku/models/generator'
import { openReranker } from '@wuku/models/rerank-http'
import { keyOf } from '@wuku/kernel/base/set-key'
import type { Embedder } from '@wuku/core/ports/embedder'
import type { Generator } from '@wuku/core/ports/generator'
import type { Models } from '@wuku/core/ports/models'
import type { EmbeddingSet } from '@wuku/core/ports/vectors'
import { openLocalModels } from './local-models.ts'
import { isOffline, noEmbedder, noGenerator } from '@wuku/settings/model-settings'
import type { Settings } from '@wuku/settings/app-settings'

/** Each model is opened when it is first asked for, and only once: limits and caches are of all who ask. A model of this machine may be asked offline too. */
export function openModels(settings: Settings): Models {
  const locals = openLocalModels(settings)
  const opened: Embedder[] = []
  const keep = (embedder: Embedder): Embedder => {
    opened.push(embedder)
    return embedder
  }
  const remote = once(() => keep(embedderOf(settings)))
  const embedder = (): Embedder => locals.embedder() ?? remote()
  const reranker = once(() => (settings.offline ? undefined : openReranker(settings.reranker)))
  const former = new Map<string, Embedder | undefined>()
  return {
    embedder,
    embedderOf(set) {
      if (!former.has(set.key)) former.set(set.key, formerEmbedder(set, settings))
      const found = former.get(set.key)
      return found && !opened.includes(found) ? keep(found) : found
    },
    generator: once(() => generatorOf(settings)),
    reranker: () => locals.reranker() ?? reranker(),
    timeouts: settings.timeouts,
    price: settings.embedderPrice,
    async close() {
      await Promise.all([...opened.map((each) => each.close()), locals.close()])
    },
  }
}

/** While vectors of another model are being made the old ones answer, as long as the same key opens their server. */
function formerEmbedder(set: EmbeddingSet, settings: Settings): Embedder | undefined {
  const { provider, baseUrl, model, dimensions } = set.facts
  const now = settings.embedder
  const isSameServer = provider === now.provider && (now.url === '' || sameOrigin(String(baseUrl), now.url))
  if (settings.offline || !isSameServer || provider === 'onnx') return undefined
  const former = openEmbedder({
    ...now,
    url: String(baseUrl),
    model: String(model),
    dimensions: dimensions === null ? '' : String(dimensions),
  })
  return former && keyOf(former.describe()) === set.key ? former : undefined
}

const sameOrigin = (one: string, other: string): boolean => URL.parse(one)?.origin === URL.parse(other)?.origin

function generatorOf(settings: Settings): Generator {
  if (settings.offline) throw isOffline('language model', settings)
  const opened = openGenerator(settings.generator)
  if (opened) return opened
  throw noGenerator(settings)
}

function embedderOf(settings: Settings): Embedder {
  if (settings.offline) throw isOffline('embedding model', settings)
  const opened = openEmbedder(settings.embedder)
  if (opened) return opened
  throw noEmbedder(settings)
}
