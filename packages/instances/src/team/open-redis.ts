import { createHash } from 'node:crypto'
import { partsOf } from '@wuku/store-postgres/connection/addresses'
import { openMemoryCache } from '../cache/memory.ts'
import type { Cache } from '@wuku/core/ports/cache'
import type { Channel, SharedCounts } from '@wuku/core/ports/instances'
import type { Settings } from '@wuku/settings/app-settings'
import { systemClock } from '@wuku/settings/this-process'

type Place = Pick<Settings, 'store' | 'team'>

/** Each is the order of at most 150 snippets. */
const CACHED_ANSWERS = 500

/** Answers that one process remembers, and that all instances do where they have a Redis. */
export async function openCache(place: Place): Promise<{ readonly cache: Cache; close(): void }> {
  const { now } = systemClock
  const near = openMemoryCache({ maxEntries: CACHED_ANSWERS, now })
  const shared = await openShared(place)
  if (!shared) return { cache: near, close() {} }
  const { openRedisCache } = await import('../redis/cache.ts')
  const { redis, prefix } = shared
  return { cache: openRedisCache({ redis, prefix, near, now }), close: () => redis.close() }
}

/** Shared by the instances of a server, apart from the store. Each part is optional: polling replaces it. */
export interface Links {
  readonly counts?: SharedCounts
  readonly channel?: Channel
  close(): Promise<void>
}

export async function openLinks(place: Place, warn: (message: string, error: unknown) => void): Promise<Links> {
  const shared = await openShared(place, (error) =>
    warn('Redis does not answer; the server continues without it', error),
  )
  if (!shared) return openDatabaseLinks(place, warn)
  const [{ openRedisCounts }, { openRedisChannel }] = await Promise.all([
    import('../redis/counts.ts'),
    import('../redis/channel.ts'),
  ])
  const { redis, prefix } = shared
  const channel = openRedisChannel(shared)
  return {
    counts: openRedisCounts(redis, prefix),
    channel,
    close: async () => {
      await channel.close()
      redis.close()
    },
  }
}

async function openDatabaseLinks({ team: { database } }: Place, warn: (message: string, error: unknown) => void) {
  if (database.url() === '') return { close: async () => {} }
  const [{ openPostgresChannel }, { openChannelCounts }] = await Promise.all([
    import('@wuku/store-postgres/channel'),
    import('./channel-counts.ts'),
  ])
  const channel = openPostgresChannel({
    url: database.url(),
    schema: database.schema,
    failed: (error) => warn('Other instances are not heard for now', error),
  })
  const counts = openChannelCounts({ channel })
  return {
    channel,
    counts,
    close: async () => {
      counts.close()
      await channel.close()
    },
  }
}

/** Loaded where a Redis is set up: most have none. */
async function openShared(place: Place, failed?: (error: unknown) => void) {
  const written = place.team.redis()
  if (written.length === 0) return undefined
  const [{ parseRedisAddress }, { openRedis }] = await Promise.all([
    import('../redis/redis-address.ts'),
    import('../redis/connection.ts'),
  ])
  const address = parseRedisAddress(written)
  return { address, redis: openRedis(address, failed), prefix: `${address.prefix ?? `wuku:${nameOfStore(place)}`}:` }
}

/** The same for all instances, whatever names the server of their database has for them. */
function nameOfStore({ store, team: { database } }: Place): string {
  const url = database.url()
  const name = url === '' ? store : `${partsOf(url)?.address.pathname ?? ''} ${database.schema}`
  return createHash('sha256').update(name).digest('hex').slice(0, 12)
}
