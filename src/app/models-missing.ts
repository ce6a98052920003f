import { WukuError } from '../core/errors.ts'
import type { Settings } from './settings.ts'

type Told = Pick<Settings, 'file'>

export const noGenerator = ({ file }: Told): WukuError =>
  new WukuError(
    'model-missing',
    'No language model is configured.',
    `Set models.generator.url and models.generator.model in ${file}, or WUKU_GENERATOR_URL and WUKU_GENERATOR_MODEL; ` +
      'for models.generator.provider gemini a key is enough.',
  )

export const noEmbedder = ({ file }: Told): WukuError =>
  new WukuError(
    'model-missing',
    'No embedding model is configured.',
    `Set models.embedder.provider, models.embedder.url and models.embedder.model in ${file}, or WUKU_EMBEDDER_PROVIDER, ` +
      'WUKU_EMBEDDER_URL and WUKU_EMBEDDER_MODEL; for Gemini GEMINI_API_KEY is enough; for a model on this machine run ' +
      '"wuku models pull <name>".',
  )

export const isOffline = (model: string, { file }: Told): WukuError =>
  new WukuError(
    'offline',
    `No ${model} is used: the setting "offline" forbids it.`,
    `Set "offline" to false in ${file}, or unset WUKU_OFFLINE.`,
  )
