import type { Json } from '@wuku/core/core-types'
import { createLruMap } from '@wuku/core/lru-map'
import type { Cache } from '@wuku/core/ports/cache'

export interface MemoryCacheOptions {
  /** Entries; the one that was asked for longest ago gives way. */
  readonly maxEntries: number
  readonly now: () => number
}

export function openMemoryCache({ maxEntries, now }: MemoryCacheOptions): Cache {
  const entries = createLruMap<string, { readonly value: Json; readonly until: number }>(maxEntries)
  return {
    get: async (key) => {
      const entry = entries.get(key)
      return entry && entry.until > now() ? entry.value : undefined
    },
    set: async (key, value, seconds) => entries.set(key, { value, until: now() + seconds * 1000 }),
  }
}
