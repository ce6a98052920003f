import type { EmbedderSettings, EmbedderTuning } from '../adapters/models/embedder.ts'
import type { Key } from './settings-table.ts'
import { join } from 'node:path'
import { toNumber } from './settings-file.ts'
import type { Surroundings } from './settings.ts'
import { expandPath } from './user-path.ts'

export type Names = Readonly<Record<Exclude<keyof EmbedderSettings, 'provider' | keyof EmbedderTuning>, string>>

/**
 * What is said of the embedding model, or else of Gemini in the variables of scythe-context-mcp: they count for Gemini
 * alone, so that its key goes to no other server, and choose it where nothing else is set.
 */
export function embedderOf(
  said: (key: Key) => string,
  env: Readonly<Record<string, string | undefined>>,
): EmbedderSettings {
  const own: Names & { provider: string } = {
    provider: said('models.embedder.provider').trim(),
    url: said('models.embedder.url').trim(),
    model: said('models.embedder.model').trim(),
    dimensions: said('models.embedder.dimensions').trim(),
    auth: said('models.embedder.auth').trim(),
    keyName: said('models.embedder.keyName').trim(),
    key: said('models.embedder.key').trim(),
  }
  const isUnset = Object.values(own).every((value) => value === '')
  const gemini = geminiNames(env, own.auth)
  const provider = isUnset && (gemini.key !== '' || gemini.url !== '') ? 'gemini' : own.provider
  const found = (name: keyof Names): string => own[name] || (provider === 'gemini' ? gemini[name] : '')
  const key = found('key')
  return {
    provider,
    url: found('url'),
    model: found('model'),
    dimensions: found('dimensions'),
    auth: found('auth'),
    keyName: found('keyName'),
    key: () => key,
    ...tuningOf(said),
  }
}

/** Prompts end with spaces that count. */
const tuningOf = (said: (key: Key) => string): EmbedderTuning => ({
  queryPrompt: said('models.embedder.queryPrompt'),
  documentPrompt: said('models.embedder.documentPrompt'),
  longestText: said('models.embedder.longestText').trim(),
  batchTexts: said('models.embedder.batchTexts').trim(),
  batchChars: said('models.embedder.batchChars').trim(),
  concurrency: said('models.embedder.concurrency').trim(),
  requestsPerMinute: said('models.embedder.requestsPerMinute').trim(),
  tokensPerMinute: said('models.embedder.tokensPerMinute').trim(),
  timeoutSeconds: said('models.embedder.timeoutSeconds').trim(),
})

/** The variables of scythe-context-mcp. */
export function geminiNames(env: Readonly<Record<string, string | undefined>>, ownAuth: string): Names {
  const named = (name: string): string => (env[name] ?? '').trim()
  const auth = named('GEMINI_AUTH_MODE')
  return {
    url: named('GEMINI_BASE_URL'),
    model: named('GEMINI_MODEL'),
    dimensions: named('GEMINI_OUTPUT_DIMENSIONALITY'),
    auth,
    keyName: named((ownAuth || auth) === 'query' ? 'GEMINI_API_KEY_QUERY_PARAM' : 'GEMINI_API_KEY_HEADER'),
    key: named('GEMINI_API_KEY'),
  }
}

/** Models that run on this machine. */
export interface LocalModelSettings {
  /** `undefined`: there is none, or it lies behind an API. */
  readonly embedder: ChosenModel | undefined
  readonly reranker: ChosenModel | undefined
  readonly threads: number | undefined
  readonly hub: HubSettings
  /** Folders in which other programs keep what they fetched from the hub. */
  readonly hubCaches: readonly string[]
}

export interface ChosenModel {
  /** A name of the hub or a folder. */
  readonly model: string
  readonly variant: string
}

interface HubSettings {
  readonly url: string
  /** Asked for when it is used, so that no settings printed anywhere show it; empty where there is none. */
  readonly token: () => string
}

type Role = 'embedder' | 'reranker'

export function localModelsOf(said: (key: Key) => string, surroundings: Surroundings): LocalModelSettings {
  const { env } = surroundings
  const chosen = (role: Role): ChosenModel | undefined => {
    const model = said(`models.${role}.model`).trim()
    if (said(`models.${role}.provider`).trim() !== 'onnx' || model === '') return undefined
    return { model: expandPath(model, surroundings) ?? model, variant: said(`models.${role}.variant`).trim() }
  }
  const token = said('models.hub.token').trim() || (env['HF_TOKEN'] ?? '').trim()
  const threads = said('models.onnx.threads').trim()
  return {
    embedder: chosen('embedder'),
    reranker: chosen('reranker'),
    threads: threads === '' ? undefined : toNumber('models.onnx.threads', threads, { most: 256 }),
    hub: {
      url: said('models.hub.url').trim() || (env['HF_ENDPOINT'] ?? '').trim() || 'https://huggingface.co',
      token: () => token,
    },
    hubCaches: [hubCacheOf(surroundings)],
  }
}

function hubCacheOf({ env, userFolder }: Surroundings): string {
  const named = env['HF_HUB_CACHE'] || env['HUGGINGFACE_HUB_CACHE']
  if (named) return named
  const home = env['HF_HOME'] || join(env['XDG_CACHE_HOME'] || join(userFolder, '.cache'), 'huggingface')
  return join(home, 'hub')
}
