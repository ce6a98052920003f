import { join } from 'node:path'
import { toNumber } from './setting-values.ts'
import type { Surroundings } from './settings.ts'
import type { Key } from './settings-table.ts'
import { expandPath } from './user-path.ts'

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

export interface HubSettings {
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
