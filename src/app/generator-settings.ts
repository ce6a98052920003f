import type { GeneratorSettings } from '../adapters/models/generator.ts'
import { geminiNames } from './embedder-settings.ts'
import type { Key } from './settings-table.ts'

/**
 * What is said of the language model. The variables of Gemini count where it is the provider, so that its key goes to no
 * other server; alone they set up no language model, since many have them for other programs.
 */
export function generatorOf(
  said: (key: Key) => string,
  env: Readonly<Record<string, string | undefined>>,
): GeneratorSettings {
  const provider = said('models.generator.provider').trim()
  const gemini = provider === 'gemini' ? geminiNames(env, '') : undefined
  const key = said('models.generator.key').trim() || (gemini?.key ?? '')
  return {
    provider,
    url: said('models.generator.url').trim() || (gemini?.url ?? ''),
    model: said('models.generator.model').trim(),
    auth: gemini?.auth ?? '',
    keyName: gemini?.keyName ?? '',
    key: () => key,
  }
}
