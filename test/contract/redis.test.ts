import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemoryCache } from '../../packages/instances/src/cache/memory.ts'
import { parseRedisAddress } from '@wuku/instances/redis/redis-address'
import { openRedisCache } from '../../packages/instances/src/redis/cache.ts'
import { openRedisChannel } from '../../packages/instances/src/redis/channel.ts'
import { openRedis, type RedisConnection } from '@wuku/instances/redis/connection'
import { openRedisCounts } from '../../packages/instances/src/redis/counts.ts'
import { startRedis, startRedisCluster, type Redis, type RedisCluster } from '../servers/redis.ts'
import { channelContract, hearsAgain, untilHeard, withChannels } from './channel.ts'

const STARTS = 240_000

let alone: Redis
let cluster: RedisCluster
beforeAll(async () => {
  ;[alone, cluster] = await Promise.all([startRedis(), startRedisCluster()])
}, STARTS)
afterAll(async () => void (await Promise.all([alone?.close(), cluster?.close()])))

const ofAlone = (): readonly string[] => [`${alone.url}/3`]
const ofCluster = (): readonly string[] => cluster.nodes.map(({ url }) => url)

async function withRedis<T>(written: readonly string[], work: (redis: RedisConnection) => Promise<T>): Promise<T> {
  const redis = openRedis(parseRedisAddress(written))
  try {
    await untilAnswers(redis)
    return await work(redis)
  } finally {
    redis.close()
  }
}

async function untilAnswers(redis: RedisConnection): Promise<void> {
  for (let tries = 0; (await redis.ask((client) => client.get('nothing'))) === undefined; tries++) {
    if (tries > 2_000) throw new Error('It does not answer.')
    await sleep(50)
  }
}

/** Nothing of a process is near: all is asked of Redis. */
const cacheOf = (redis: RedisConnection, most = 0) =>
  openRedisCache({ redis, prefix: 't:', near: openMemoryCache({ maxEntries: most, now: Date.now }), now: Date.now })

describe.each([
  ['one server', ofAlone],
  ['a cluster', ofCluster],
])('%s', (_, written) => {
  describe('as a channel', () =>
    channelContract({
      open(store) {
        const address = parseRedisAddress(written())
        const redis = openRedis(address)
        const channel = openRedisChannel({ address, redis, prefix: `${store}:` })
        return {
          ...channel,
          close: async () => {
            await channel.close()
            redis.close()
          },
        }
      },
    }))
  it('counts for all instances together, until the window ends', () =>
    withRedis(written(), (one) =>
      withRedis(written(), async (other) => {
        const [here, there] = [one, other].map((redis) => openRedisCounts(redis, `${Math.random()}`.slice(0, 3)))
        const key = `key ${Math.random()}`
        const same = openRedisCounts(other, 'same:')
        const counts = await Promise.all(
          Array.from({ length: 50 }, (__, at) => (at % 2 ? same : openRedisCounts(one, 'same:')).add(key, 60_000)),
        )
        expect(counts.map((each) => each?.count).toSorted((a = 0, b = 0) => a - b)).toEqual(
          Array.from({ length: 50 }, (__, at) => at + 1),
        )
        expect(Math.min(...counts.map((each) => each?.milliseconds ?? 0))).toBeGreaterThan(30_000)
        expect([await here?.add(key, 40), await there?.add(`${key} other`, 40)].map((each) => each?.count)).toEqual([
          1, 1,
        ])
        await sleep(60)
        expect((await here?.add(key, 40))?.count).toBe(1)
      }),
    ))
  it('keeps answers for all instances, for as long as was said', () =>
    withRedis(written(), (one) =>
      withRedis(written(), async (other) => {
        const [from, to] = [cacheOf(one), cacheOf(other)]
        const value = { order: [3, 1, 2], text: '潮汐 \u0000' }
        await from.set('long', value, 60)
        await from.set('short', value, 0.05)
        await from.set('huge', 'x'.repeat(300_000), 60)
        await sleep(80)
        expect(await Promise.all(['long', 'short', 'huge', 'none'].map((key) => to.get(key)))).toEqual([
          value,
          undefined,
          undefined,
          undefined,
        ])
      }),
    ))
})

describe('a Redis that goes away', () => {
  /** How often Redis itself is bothered by so many questions; none of them fails. */
  async function bothered(redis: RedisConnection, questions: number): Promise<number> {
    let asked = 0
    for (let at = 0; at < questions; at++)
      await redis.ask((client) => {
        asked++
        return client.get('a')
      })
    return asked
  }
  it('costs a moment once, and nothing after that; then it is used again', async () => {
    const server = await startRedis()
    const failures: unknown[] = []
    const redis = openRedis(parseRedisAddress([server.url]), (error) => failures.push(error))
    const counts = openRedisCounts(redis, 't:')
    const cache = cacheOf(redis, 10)
    try {
      await untilAnswers(redis)
      await cache.set('known', 1, 60)
      await server.kill()
      expect(await bothered(redis, 1_000)).toBeLessThan(5)
      expect(await counts.add('a', 60_000)).toBeUndefined()
      expect(await cache.get('known')).toBe(1)
      await cache.set('new', 2, 60)
      expect(await cache.get('new')).toBe(2)
      await server.start()
      await untilAnswers(redis)
      expect((await counts.add('a', 60_000))?.count).toBe(1)
      expect(failures.length).toBeLessThanOrEqual(1)
    } finally {
      redis.close()
      await server.close()
    }
  })
  it('without a word is not waited for again and again', async () => {
    const server = await startRedis()
    const redis = openRedis(parseRedisAddress([server.url]))
    try {
      await untilAnswers(redis)
      process.kill(server.pid, 'SIGSTOP')
      expect(await bothered(redis, 1_000)).toBeLessThan(5)
      process.kill(server.pid, 'SIGCONT')
      await untilAnswers(redis)
    } finally {
      process.kill(server.pid, 'SIGCONT')
      redis.close()
      await server.close()
    }
  })
  it('is listened to again when it is there again', async () => {
    const server = await startRedis()
    const connections: RedisConnection[] = []
    const open = () => {
      const address = parseRedisAddress([server.url])
      const redis = openRedis(address)
      connections.push(redis)
      return openRedisChannel({ address, redis, prefix: 't:' })
    }
    try {
      await withChannels({ open }, ['', ''], (channels) => hearsAgain(channels, server))
    } finally {
      for (const redis of connections) redis.close()
      await server.close()
    }
  })
  it('as one node of a cluster leaves the others', async () => {
    const apart = await startRedisCluster()
    const redis = openRedis(parseRedisAddress(apart.nodes.map(({ url }) => url)))
    try {
      await untilAnswers(redis)
      await apart.nodes[2]?.kill()
      const counts = openRedisCounts(redis, 't:')
      for (let at = 0; at < 50; at++) await counts.add(`key ${at}`, 60_000)
      await apart.nodes[2]?.start()
      for (let tries = 0; !(await counts.add('key 1', 60_000)); await sleep(50)) expect(++tries).toBeLessThan(2_000)
    } finally {
      redis.close()
      await apart.close()
    }
  })
})

it('lets nobody in without the password', async () => {
  const server = await startRedis()
  const failures: unknown[] = []
  try {
    await withRedis([server.url], (redis) =>
      redis.ask((client) => client.call('CONFIG', 'SET', 'requirepass', 'no-secret')),
    )
    await withRedis([server.url.replace('//', '//:no-secret@')], untilAnswers)
    const stranger = openRedis(parseRedisAddress([server.url]), (error) => failures.push(error))
    await stranger.ask((client) => client.get('a'))
    await untilHeard(() => failures.length > 0)
    expect(await stranger.ask((client) => client.get('a'))).toBeUndefined()
    stranger.close()
  } finally {
    await server.close()
  }
})

describe('REDIS_URL', () => {
  it.each<[written: readonly string[], expected: object]>([
    [
      ['redis://cache.example.com'],
      { nodes: [{ host: 'cache.example.com', port: 6379 }], isCluster: false, isEncrypted: false, database: 0 },
    ],
    [
      ['rediss://ann:p%40ss@[::1]:7000/2?prefix=team'],
      {
        nodes: [{ host: '::1', port: 7000 }],
        isEncrypted: true,
        username: 'ann',
        password: 'p@ss',
        database: 2,
        prefix: 'team',
      },
    ],
    [
      ['redis://a:1', 'redis://b:2'],
      {
        isCluster: true,
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
      },
    ],
    [['redis://a?cluster=true'], { isCluster: true, nodes: [{ host: 'a', port: 6379 }] }],
  ])('%j is read', (written, expected) => expect(parseRedisAddress(written)).toMatchObject(expected))
  it.each([
    ['http://a'],
    ['redis://'],
    ['redis://a/x'],
    ['redis://a?timeout=1'],
    ['redis://a/1', 'redis://b/1'],
    ['redis://a', 'rediss://b'],
  ])('%j is refused, without its password', (...written) =>
    expect(() => parseRedisAddress(written)).toThrow('REDIS_URL cannot be read.'),
  )
})
