import type { EmbedderSettings, EmbedderTuning } from '../adapters/models/embedder.ts'
import type { Key } from './settings-table.ts'

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
