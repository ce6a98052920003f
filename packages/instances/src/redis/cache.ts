import { createHash } from 'node:crypto'
import type { Json } from '@wuku/core/core-types'
import { parseObject } from '@wuku/core/lenient-parsing'
import type { Cache } from '@wuku/core/ports/cache'
import type { RedisConnection } from './connection.ts'

export interface RedisCacheOptions {
  readonly redis: RedisConnection
  readonly prefix: string
  /** The memory of this process: asked first, and alone while Redis is away. */
  readonly near: Cache
  readonly now: () => number
}

/** Characters of JSON. Larger answers stay in the process that made them. */
const LARGEST = 256 * 1024

export function openRedisCache({ redis, prefix, near, now }: RedisCacheOptions): Cache {
  /** A key of ours may hold a whole question. */
  const nameOf = (key: string): string => `${prefix}cache:${createHash('sha256').update(key).digest('base64url')}`
  return {
    async get(key) {
      const known = await near.get(key)
      if (known !== undefined) return known
      const written = await redis.ask((client) => client.get(nameOf(key)))
      const stored = typeof written === 'string' ? read(written) : undefined
      const seconds = stored ? (stored.until - now()) / 1_000 : 0
      if (!stored || seconds <= 0) return undefined
      await near.set(key, stored.value, seconds)
      return stored.value
    },
    async set(key, value, seconds) {
      await near.set(key, value, seconds)
      const milliseconds = Math.floor(seconds * 1_000)
      const written = JSON.stringify({ until: now() + milliseconds, value } satisfies StoredEntry)
      if (milliseconds >= 1 && written.length <= LARGEST)
        await redis.ask((client) => client.set(nameOf(key), written, 'PX', milliseconds))
    },
  }
}

interface StoredEntry {
  readonly until: number
  readonly value: Json
}

function read(written: string): StoredEntry | undefined {
  const { until, value } = parseObject(written) as Partial<StoredEntry>
  return typeof until === 'number' && value !== undefined ? { until, value } : undefined
}
