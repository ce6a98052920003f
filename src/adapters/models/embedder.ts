import { WukuError } from '../../core/errors.ts'
import { authModes, type AuthMode, type Embedder } from '../../ports/embedder.ts'
import { demandAddress, demandKey } from './demands.ts'
import type { EmbedderOptions } from './embedder-options.ts'
import { openGemini } from './gemini.ts'
import { openOpenAiEmbeddings } from './openai-embeddings.ts'
import type { Patience } from './post.ts'

/** As it is written in the settings; empty: as is usual for the provider. */
export interface EmbedderSettings {
  readonly provider: string
  readonly url: string
  readonly model: string
  readonly dimensions: string
  readonly auth: string
  readonly keyName: string
  readonly key: () => string
}

/** The embedding model that is set up; `undefined` where none is. What is set and cannot be used is an error. */
export function openEmbedder(settings: EmbedderSettings, patience: Patience = {}): Embedder | undefined {
  const provider = providerOf(settings.provider)
  if (!provider) return undefined
  const { url, model, dimensions, auth, keyName } = { ...provider.usual, ...writtenIn(settings) }
  if (url === '' || model === '') return undefined
  const authMode = authModeOf(auth)
  return provider.open({
    ...patience,
    patience: patience.patience ?? PATIENCE,
    url: demandAddress(url, { setting: 'models.embedder.url', example: provider.example }),
    model,
    dimensions: dimensionsOf(dimensions),
    key: demandKey(settings.key, { of: 'embedding model', place: 'WUKU_EMBEDDER_KEY or models.embedder.key' }),
    authMode,
    keyName: keyNameOf(keyName || (authMode === 'query' ? 'key' : 'x-goog-api-key')),
  })
}

/** Milliseconds for one question: a vector is made at once, or something is wrong. */
const PATIENCE = 60_000

interface Provider {
  readonly open: (options: EmbedderOptions) => Embedder
  readonly usual: Omit<EmbedderSettings, 'provider' | 'key'>
  readonly example: string
}

const GOOGLE = 'https://generativelanguage.googleapis.com/v1beta'
const none = { url: '', model: '', dimensions: '', auth: '', keyName: '' }
const providers: Readonly<Record<string, Provider>> = {
  gemini: {
    open: openGemini,
    usual: { ...none, url: GOOGLE, model: 'gemini-embedding-2', dimensions: '1536', auth: 'x-goog-api-key' },
    example: GOOGLE,
  },
  openai: { open: openOpenAiEmbeddings, usual: { ...none, auth: 'bearer' }, example: 'https://api.openai.com/v1' },
}

function providerOf(written: string): Provider | undefined {
  if (written === '') return undefined
  if (Object.hasOwn(providers, written)) return providers[written]
  throw unusable('models.embedder.provider', `one of ${Object.keys(providers).join(', ')}`)
}

const writtenIn = (settings: EmbedderSettings): Partial<Provider['usual']> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))

function authModeOf(written: string): AuthMode {
  const found = authModes.find((mode) => mode === written)
  if (found) return found
  throw unusable('models.embedder.auth', `one of ${authModes.join(', ')}`)
}

function dimensionsOf(written: string): number | undefined {
  if (written === '') return undefined
  if (/^[1-9]\d{0,4}$/.test(written)) return Number(written)
  throw unusable('models.embedder.dimensions', 'a whole number from 1 to 99999')
}

/** A token of HTTP: it can stand as a header and within an address. */
function keyNameOf(written: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(written)) return written
  throw unusable('models.embedder.keyName', 'the name of a header or parameter, such as "api-key"')
}

/** What is written there is not repeated: it could be the key in the wrong place. */
const unusable = (setting: string, wanted: string): WukuError =>
  new WukuError('usage', `The setting ${setting} cannot be used as it is.`, `Give ${wanted}.`)
