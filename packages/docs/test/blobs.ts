import { createHash } from 'node:crypto'
import type { BlobFacts, Blobs } from '@wuku/core/ports/blobs'

/** Originals in memory: by key, whole or not at all. */
export function openBlobs(): Blobs {
  const all = new Map<string, Uint8Array>()
  const factsOf = (key: string, bytes: Uint8Array): BlobFacts => ({
    key,
    bytes: bytes.length,
    stamp: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    modifiedAt: 0,
  })
  return {
    put: async (key, bytes) => void all.set(key, new Uint8Array(bytes)),
    sync: async () => {},
    get: async (key) => all.get(key),
    async facts(key) {
      const bytes = all.get(key)
      return bytes && factsOf(key, bytes)
    },
    async *list(prefix) {
      for (const [key, bytes] of [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        if (key.startsWith(prefix)) yield factsOf(key, bytes)
    },
    delete: async (key) => void all.delete(key),
    async deleteUnder(prefix) {
      for (const key of all.keys()) if (key.startsWith(prefix)) all.delete(key)
    },
  }
}
