import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import type { EmbedderSettings, EmbedderTuning } from '@wuku/models/embedder'
import { readBelow, type ReadSetting } from './settings-table.ts'
import { basename, join } from 'node:path'
import { expandPath, type UserPlaces } from './user-path.ts'

export type Names = Readonly<
  Record<Exclude<keyof EmbedderSettings, 'provider' | 'insecure' | keyof EmbedderTuning>, string>
>

/**
 * Settings of the embedding model, or else of Gemini from the variables of scythe-context-mcp: they apply to Gemini
 * only, so that its key goes to no other server, and choose it if nothing else is set.
 */
export function embedderOf(read: ReadSetting, env: Readonly<Record<string, string | undefined>>): EmbedderSettings {
  const names = ['provider', 'url', 'model', 'dimensions', 'auth', 'keyName', 'key'] as const
  const own = readBelow(read, 'models.embedder', names)
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
    insecure: read('models.insecure'),
    // Prompts end with spaces that count.
    ...readBelow(read, 'models.embedder', ['queryPrompt', 'documentPrompt', 'longestText', 'batchTexts', 'batchChars']),
    ...readBelow(read, 'models.embedder', ['concurrency', 'requestsPerMinute', 'tokensPerMinute', 'timeoutSeconds']),
  }
}

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
  readonly insecure: boolean
}

export function localModelsOf(read: ReadSetting, environment: UserPlaces): LocalModelSettings {
  const chosen = (role: 'embedder' | 'reranker'): ChosenModel | undefined => {
    const model = read(`models.${role}.model`)
    if (read(`models.${role}.provider`) !== 'onnx' || model === '') return undefined
    return { model: expandPath(model, environment) ?? model, variant: read(`models.${role}.variant`) }
  }
  const token = read('models.hub.token')
  return {
    embedder: chosen('embedder'),
    reranker: chosen('reranker'),
    threads: read('models.onnx.threads'),
    hub: {
      url: read('models.hub.url') || 'https://huggingface.co',
      token: () => token,
      insecure: read('models.insecure'),
    },
    hubCaches: [hubCacheOf(environment)],
  }
}

function hubCacheOf({ env, userFolder }: UserPlaces): string {
  const named = env['HF_HUB_CACHE'] || env['HUGGINGFACE_HUB_CACHE']
  if (named) return named
  const home = env['HF_HOME'] || join(env['XDG_CACHE_HOME'] || join(userFolder, '.cache'), 'huggingface')
  return join(home, 'hub')
}

interface SettingsFile {
  /** File of settings. Errors give its name alone: users of a server read them too, and see no path of its machine. */
  readonly file: string
}

export const noGenerator = ({ file }: SettingsFile): WukuError =>
  new WukuError('model-missing', msg('noGenerator', { file: basename(file) }))

export const noEmbedder = ({ file }: SettingsFile): WukuError =>
  new WukuError('model-missing', msg('noEmbedder', { file: basename(file) }))

export const isOffline = (model: string, { file }: SettingsFile): WukuError =>
  new WukuError('offline', msg('isOffline', { model, file: basename(file) }))
