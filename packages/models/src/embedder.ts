import { msg } from '@wuku/messages/models'
import type { Embedder } from '@wuku/core/ports/embedder'
import type { BatchSize } from './batches.ts'
import {
  authModeOf,
  countOf,
  requireAddress,
  requireKey,
  keyNameOf,
  promptOf,
  unusable,
} from './model-setting-checks.ts'
import type { EmbedderOptions } from './embedder-options.ts'
import { openGemini, GOOGLE } from './gemini.ts'
import { openOpenAiEmbeddings } from './openai-embeddings.ts'
import { createPace } from './pace.ts'
import type { TimeoutOptions } from './post.ts'
import { habitsOf, type Prompts } from './prompts.ts'
import type { GeneratorSettings } from './generator.ts'

/** As it is written in the settings; empty: as is usual for the provider. */
export interface EmbedderSettings extends EmbedderTuning, GeneratorSettings {
  readonly dimensions: string
}

/** Settings that work without a value. */
export interface EmbedderTuning {
  readonly queryPrompt: string
  readonly documentPrompt: string
  readonly longestText: string
  readonly batchTexts: string
  readonly batchChars: string
  readonly concurrency: string
  readonly requestsPerMinute: string
  readonly tokensPerMinute: string
  readonly timeoutSeconds: string
}

/** The configured embedding model; `undefined` if there is none. Unusable settings are an error. */
export function openEmbedder(settings: EmbedderSettings, timeout: TimeoutOptions = {}): Embedder | undefined {
  const provider = providerOf(settings.provider)
  if (!provider) return undefined
  const { url, model, dimensions, auth, keyName } = { ...provider.defaults, ...writtenIn(settings) }
  if (url === '' || model === '') return undefined
  const authMode = authModeOf('models.embedder.auth', auth)
  const address = requireAddress(url, { setting: 'models.embedder.url', example: provider.example })
  return provider.open({
    ...tunedBy(settings, timeout, { model, provider }),
    url: address,
    model,
    dimensions: count('dimensions', dimensions, 99_999),
    key: requireKey(settings.key, {
      of: 'embedding model',
      place: 'WUKU_EMBEDDER_KEY or models.embedder.key',
      url: address,
      insecure: settings.insecure,
    }),
    authMode,
    keyName: keyNameOf('models.embedder.keyName', keyName, authMode),
  })
}

type ProviderDefaults = Pick<EmbedderSettings, 'url' | 'model' | 'dimensions' | 'auth' | 'keyName'>

interface Provider {
  readonly open: (options: EmbedderOptions) => Embedder
  readonly defaults: ProviderDefaults
  readonly batch: BatchSize
  /** Model whose habits an unknown name gets. */
  readonly like?: string
  readonly example: string
}

/** About 100,000 tokens: APIs take three times as many, and servers on this machine some at a time. */
const BATCH_CHARS = 400_000
const none = { url: '', model: '', dimensions: '', auth: '', keyName: '' }
const providers: Readonly<Record<string, Provider>> = {
  gemini: {
    open: openGemini,
    defaults: { ...none, url: GOOGLE, model: 'gemini-embedding-2', dimensions: '1536', auth: 'x-goog-api-key' },
    batch: { texts: 100, chars: BATCH_CHARS },
    like: 'gemini-embedding-2',
    example: GOOGLE,
  },
  openai: {
    open: openOpenAiEmbeddings,
    defaults: { ...none, auth: 'bearer' },
    batch: { texts: 128, chars: BATCH_CHARS },
    example: 'https://api.openai.com/v1',
  },
}

function providerOf(written: string): Provider | undefined {
  if (written === '') return undefined
  if (Object.hasOwn(providers, written)) return providers[written]
  throw unusable('models.embedder.provider', msg('one', { providers: Object.keys(providers).join(', ') }))
}

const writtenIn = (settings: EmbedderSettings): Partial<ProviderDefaults> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))

const count = (name: keyof EmbedderSettings, written: string, max: number): number | undefined =>
  countOf(`models.embedder.${name}`, written, max)

/** For one request with all its repetitions: a vector is made at once, or something is wrong. */
const TIMEOUT_SECONDS = 60
/** A server on this machine works on one after the other anyway; others are kept busy. */
const CONCURRENCY = 4
const MANY = 1_000_000_000

function tunedBy(
  settings: EmbedderSettings,
  { timeout, pause, chance }: TimeoutOptions,
  { model, provider }: { readonly model: string; readonly provider: Provider },
) {
  const habits = habitsOf(model, provider.like)
  const written = (name: keyof EmbedderTuning, max = MANY) => count(name, settings[name], max)
  const limits = { requests: written('requestsPerMinute'), tokens: written('tokensPerMinute') }
  return {
    pause,
    chance,
    timeout: timeout ?? (written('timeoutSeconds', 3_600) ?? TIMEOUT_SECONDS) * 1_000,
    prompts: promptsOf(settings, habits.prompts),
    longestText: written('longestText') ?? habits.longestText,
    batch: {
      texts: written('batchTexts', 10_000) ?? provider.batch.texts,
      chars: written('batchChars') ?? provider.batch.chars,
    },
    concurrency: written('concurrency', 64) ?? CONCURRENCY,
    pace: createPace(limits, { pause }),
  }
}

function promptsOf({ queryPrompt, documentPrompt }: EmbedderTuning, defaults: Prompts): Prompts {
  const query = promptOf(queryPrompt)
  return {
    query: query ?? defaults.query,
    code: query ?? defaults.code,
    document: promptOf(documentPrompt) ?? defaults.document,
  }
}
