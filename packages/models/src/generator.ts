import type { Generator } from '@wuku/core/ports/generator'
import { authModeOf, requireAddress, requireKey, keyNameOf, unusable } from './model-setting-checks.ts'
import { GOOGLE } from './gemini.ts'
import { openGeminiGenerator } from './gemini-generator.ts'
import { openOpenAi } from './openai.ts'
import type { TimeoutOptions } from './post.ts'

/** As it is written in the settings; empty: as is usual for the provider. */
export interface GeneratorSettings {
  readonly provider: string
  readonly url: string
  readonly model: string
  /** For Gemini as in the variables of its embedding model; others take a bearer. */
  readonly auth: string
  readonly keyName: string
  /** Asked for when it is used, so that no settings printed anywhere show it; empty where none is needed. */
  readonly key: () => string
  /** The key may go to another machine over `http:`. */
  readonly insecure?: boolean
}

/** An alias that Google keeps at its newest fast model. */
const GEMINI_MODEL = 'gemini-flash-latest'

/** The configured language model; `undefined` if there is none. Unusable settings are an error. */
export function openGenerator(settings: GeneratorSettings, timeoutOptions: TimeoutOptions = {}): Generator | undefined {
  const { provider, url, model } = settings
  if (provider === 'gemini') return openGoogles(settings, timeoutOptions)
  if (provider !== '' && provider !== 'openai') throw unusable('models.generator.provider', 'one of openai, gemini')
  return url === '' || model === '' ? undefined : openOpenAi({ ...settings, ...timeoutOptions })
}

function openGoogles(
  { url: written, model, auth, keyName, key, insecure }: GeneratorSettings,
  timeoutOptions: TimeoutOptions,
): Generator {
  const authMode = authModeOf('GEMINI_AUTH_MODE', auth || 'x-goog-api-key')
  const url = requireAddress(written || GOOGLE, { setting: 'models.generator.url', example: GOOGLE })
  return openGeminiGenerator({
    ...timeoutOptions,
    url,
    model: model || GEMINI_MODEL,
    key: requireKey(key, { of: 'language model', place: 'WUKU_GENERATOR_KEY or models.generator.key', url, insecure }),
    authMode,
    keyName: keyNameOf('GEMINI_API_KEY_HEADER', keyName, authMode),
  })
}
