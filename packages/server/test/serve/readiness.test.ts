import { expect, it } from 'vitest'
import { createReadiness, faultOfEngine } from '../../src/serve/readiness.ts'
import { WukuError } from '@wuku/core/errors'
import type { EngineServer } from '@wuku/core/search-engine'

const threads = { isReady: true, worksInBackground: true }
const signal = new AbortController().signal

/** As the driver fails, and as the store explains it. */
const failing = (code: string): Error => Object.assign(new Error('connect to db.example.com as wuku failed'), { code })
const explained = (code: string): Error =>
  new WukuError('store-unwritable', 'The store cannot be used.', 'Check it.', { cause: failing(code) })

interface Given {
  readonly look?: (writes: boolean) => Promise<void>
  readonly lookAtBlobs?: () => Promise<void>
  readonly isReady?: boolean
}

function openHouse(given: Given) {
  const clock = { now: 0 }
  const warnings: string[] = []
  const readiness = createReadiness({
    threads: { ...threads, isReady: given.isReady ?? true },
    role: 'all',
    signal,
    probe: given.look,
    probeBlobs: given.lookAtBlobs,
    warn: (said) => warnings.push(said),
    now: () => clock.now,
    timeout: 200,
  })
  return { readiness, clock, warnings }
}

it.each<[thrown: Error | undefined, store: string]>([
  [undefined, 'ok'],
  [explained('ECONNREFUSED'), 'the database is not reached (ECONNREFUSED)'],
  [failing('ETIMEDOUT'), 'the database is not reached (ETIMEDOUT)'],
  [explained('57P03'), 'the database is starting or stopping'],
  [explained('28P01'), 'the database refuses the login'],
  [explained('3D000'), 'the database refuses the login'],
  [explained('53100'), 'the database has no room left'],
  [failing('ENOSPC'), 'the database has no room left'],
  [explained('25006'), 'the database may only be read'],
  [failing('42P01'), 'the database has no store in this schema'],
  [new Error('db.example.com is odd'), 'the database cannot be used'],
])('of a database that fails with %s: %s', async (thrown, store) => {
  const { readiness } = openHouse({ look: async () => (thrown ? Promise.reject(thrown) : undefined) })
  const told = await readiness()
  expect(told).toEqual({ status: thrown ? 'failed' : 'ready', checks: { store, jobs: 'ok' } })
  expect(JSON.stringify(told)).not.toContain('example')
})

it('many probes share one look, and the next comes two seconds later', async () => {
  let looks = 0
  const { readiness, clock } = openHouse({ look: async () => void looks++ })
  await Promise.all([readiness(), readiness(), readiness()])
  clock.now = 1_999
  await readiness()
  expect(looks).toBe(1)
  clock.now = 2_000
  await readiness()
  expect(looks).toBe(2)
})

it('a database that goes away is told to the log once', async () => {
  let isGone = true
  const { readiness, clock, warnings } = openHouse({
    look: async () => (isGone ? Promise.reject(failing('ECONNRESET')) : undefined),
  })
  for (let nth = 0; nth < 3; nth++, clock.now += 5_000) await readiness()
  isGone = false
  await readiness()
  expect(warnings).toHaveLength(1)
})

it('a look without an answer is not waited for longer than a probe does', async () => {
  const { readiness } = openHouse({ look: () => new Promise(() => {}) })
  expect((await readiness()).checks['store']).toBe('the database does not answer')
})

it.each<[string, Parameters<typeof openHouse>[0], string]>([
  ['a store in a file is what its threads hold open', {}, 'ok'],
  ['nothing counts without a thread that answers', { isReady: false, look: async () => {} }, 'failed'],
])('%s', async (_, given, store) => expect((await openHouse(given).readiness()).checks['store']).toBe(store))

it('a write is tried every fifteen seconds, and after one that failed by each look', async () => {
  const tried: boolean[] = []
  const disk = { isFull: false }
  const { readiness, clock } = openHouse({
    look: async (writes) => {
      tried.push(writes)
      if (writes && disk.isFull) throw explained('53100')
    },
  })
  const at = async (now: number): Promise<string> => {
    clock.now = now
    return (await readiness()).status
  }
  expect([await at(0), await at(2_000), await at(14_000)]).toEqual(['ready', 'ready', 'ready'])
  disk.isFull = true
  expect([await at(16_000), await at(18_000)]).toEqual(['failed', 'failed'])
  disk.isFull = false
  expect([await at(20_000), await at(22_000)]).toEqual(['ready', 'ready'])
  expect(tried).toEqual([true, false, false, true, true, true, false])
})

it('a place of originals that is gone is told as such, beside a store that is well', async () => {
  const gone = new WukuError('blobs-away', 'The bucket of BLOBS_URL cannot be used.', 'Create it.', {
    cause: Object.assign(new Error('no bucket'), { name: 'NoSuchBucket' }),
  })
  const { readiness } = openHouse({ look: async () => {}, lookAtBlobs: () => Promise.reject(gone) })
  expect(await readiness()).toEqual({
    status: 'failed',
    checks: { store: 'ok', jobs: 'ok', blobs: 'the bucket of originals does not exist' },
  })
})

const sound = { shard: 1, state: 'ready', version: '24.3.1', seconds: 0.01, secondsAhead: 0 } as EngineServer

it.each<[change: Partial<EngineServer>, unfedSeconds: number, said: string | undefined]>([
  [{}, 0, undefined],
  [{ state: 'away' }, 0, 'a server of the search engine is away'],
  [{ version: '1.1.54' }, 0, 'a server of the search engine is of too old a version'],
  [{ state: 'foreign' }, 0, 'the search engine has tables of another form'],
  [{ state: 'empty' }, 0, 'the search engine has lost its tables'],
  [{ seconds: 1.5 }, 0, 'a server of the search engine is slow'],
  [{ secondsAhead: -86_400 }, 0, 'the clock of a server of the search engine is wrong'],
  [{}, 601, 'the search engine has taken nothing for long'],
])('of a search engine with %j whose oldest chunk waits for %d seconds: %s', (change, unfedSeconds, said) =>
  expect(faultOfEngine({ isFed: true, unfedSeconds, servers: [{ ...sound, ...change }] })).toBe(said),
)
