import type { Json } from '@wuku/core/core-types'
import type { Cache } from '@wuku/core/ports/cache'

export interface MemoryCacheOptions {
  /** Entries; the one that was asked for longest ago gives way. */
  readonly maxEntries: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

interface Entry {
  readonly value: Json
  readonly until: number
}

/** Cache of one process, which ends with it. */
export function openMemoryCache({ maxEntries, now }: MemoryCacheOptions): Cache {
  /** In the order in which they were last asked for. */
  const entries = new Map<string, Entry>()
  return {
    get: async (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.until <= now()) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set: async (key, value, seconds) => {
      entries.delete(key)
      entries.set(key, { value, until: now() + seconds * 1000 })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}
