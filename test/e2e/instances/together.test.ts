import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replicaOf, startPostgres, type Postgres } from '../../servers/postgres.ts'
import { startRedis } from '../../servers/redis.ts'
import { openTeam } from '../serve/team-house.ts'
import { doorOf, openInstances, type Instances } from './instances-house.ts'

let postgres: Postgres
beforeAll(async () => void (postgres = await startPostgres()))
afterAll(() => postgres.close())

async function openTwo(instances: Instances) {
  // One after the other: the first lays the tables.
  const one = await instances.start()
  return { one, other: await instances.start() }
}

interface Made {
  readonly key: string
  readonly key_id: string
}

describe('two instances', () => {
  it('know the same users and keys, and refuse a revoked one at once', async () => {
    const { one, other } = await openTwo(await openInstances(postgres))
    const { keyOf, send } = await openTeam(one)
    expect((await doorOf(other, keyOf('ann')).fetch('/api/v1/user/info')).status).toBe(200)
    const made = (await doorOf(one).post<Made>('/api-keys', { name: 'robot', user_id: 'ann' })).body
    const robot = doorOf(other, made.key)
    const live = await robot.fetch('/api/v1/live')
    expect([live.status, (await robot.fetch('/api/v1/user/info')).status]).toEqual([200, 200])
    let isEnded = false
    void readAll(live).finally(() => (isEnded = true))
    expect((await send('admin', `DELETE /api-keys/${made.key_id}`)).status).toBeLessThan(300)
    expect((await robot.fetch('/api/v1/user/info')).status).toBe(401)
    await expect.poll(() => isEnded).toBe(true)
  })

  it('do the work of a request with an Idempotency-Key once', async () => {
    const { one, other } = await openTwo(await openInstances(postgres))
    const ask = (server: typeof one, name = 'tides', key = 'once-1') =>
      doorOf(server).post<Readonly<Record<string, unknown>>>('/libraries', { name }, { 'idempotency-key': key })
    const first = await ask(one)
    const again = await ask(other)
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true'])
    expect((await ask(other, 'ebb')).status).toBe(409)
    const both = await Promise.all([one, other, one, other].map((each) => ask(each, 'flood', 'once-2')))
    expect(both.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const { list } = await doorOf(one).get<{ list: readonly object[] }>('/libraries')
    expect(list).toHaveLength(2)
  })

  it('answer the messages of one MCP client in turn', async () => {
    const { one, other } = await openTwo(await openInstances(postgres))
    const say = async (server: typeof one, id: number, method: string, params: object) => {
      const response = await doorOf(server).fetch('/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(method !== 'initialize' && { 'mcp-protocol-version': '2025-11-25' }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      })
      const text = await response.text()
      const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
      return JSON.parse(data) as { readonly result?: object; readonly error?: object }
    }
    const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    expect(await say(one, 1, 'initialize', client)).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
    expect(await say(other, 2, 'tools/list', {})).toMatchObject({ result: { tools: expect.anything() } })
    for (let nth = 0; nth < 6; nth++) {
      const call = { name: 'recall', arguments: { question: 'harbour' } }
      const answer = await say(nth % 2 === 0 ? one : other, 3 + nth, 'tools/call', call)
      expect(answer).toMatchObject({ id: 3 + nth, result: { content: expect.anything() } })
    }
  })
})

it('a caller finds at one what it wrote at another, however far a replica is behind', async () => {
  const replica = await replicaOf(postgres, { settings: { recovery_min_apply_delay: '8s' } })
  try {
    const instances = await openInstances(postgres)
    const { one, other } = await openTwo(instances)
    const readers = { WUKU_DATABASE_READ_URLS: replica.url }
    // The replica has the tables once it has replayed their making.
    await expect.poll(() => hasTables(replica, instances)).toBe(true)
    const [third, fourth] = await Promise.all([instances.start([], readers), instances.start([], readers)])
    for (const word of ['quaggapelt', 'zebrahide', 'okapifell']) {
      const made = await doorOf(third).post('/libraries', { name: word })
      expect(made.status).toBe(201)
      const { list } = await doorOf(fourth).get<{ list: readonly { readonly name: string }[] }>('/libraries')
      expect(list.map(({ name }) => name)).toContain(word)
    }
    for (const server of [one, other]) server.child.kill('SIGTERM')
  } finally {
    await replica.close()
  }
})

async function hasTables(replica: Postgres, { env }: Instances): Promise<boolean> {
  const { ask } = await import('../../servers/postgres.ts')
  const [row] = await ask(replica.url, `SELECT to_regclass('${env['WUKU_DATABASE_SCHEMA']}.moments') AS name`)
  return row?.['name'] !== null
}

it('one that stops takes requests until a balancer has left it out', async () => {
  const instances = await openInstances(postgres, { WUKU_SERVER_DRAIN_SECONDS: '12' })
  const { one, other } = await openTwo(instances)
  const balancer = openBalancer([one.url, other.url])
  const failed: string[] = []
  const over = new AbortController()
  let count = 0
  const load = async (nth: number): Promise<void> => {
    while (!over.signal.aborted) {
      const response = await doorOf({ url: balancer.next() })
        .post(`/libraries`, { name: `library-${nth}-${count++}` })
        .catch((error: unknown) => ({ status: String(error) }))
      if (response.status !== 201) failed.push(String(response.status))
    }
  }
  const clients = [1, 2, 3, 4].map(load)
  await expect.poll(() => count).toBeGreaterThan(20)
  one.child.kill('SIGTERM')
  expect(await one.ended).toMatchObject({ code: 0 })
  const [before, third] = [count, await instances.start()]
  balancer.add(third.url)
  await expect.poll(() => count - before).toBeGreaterThan(20)
  over.abort()
  await Promise.all(clients)
  balancer.stop()
  expect(failed).toEqual([])
  const { total } = await doorOf(third).get<{ total: number }>('/libraries')
  expect(total).toBe(count)
})

/** Asks every instance four times a second whether it is ready, as a proxy does. */
function openBalancer(urls: readonly string[]) {
  const known = new Map(urls.map((url) => [url, true]))
  let turn = 0
  const look = async (url: string): Promise<void> => {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    known.set(url, isReady)
  }
  const looking = setInterval(() => void Promise.all([...known.keys()].map(look)), 250)
  return {
    add: (url: string) => void known.set(url, true),
    next(): string {
      const ready = [...known].flatMap(([url, isReady]) => (isReady ? [url] : []))
      return ready[turn++ % ready.length] ?? ''
    },
    stop: () => clearInterval(looking),
  }
}

async function readAll(response: Response): Promise<void> {
  for await (const chunk of response.body ?? []) void chunk
}

it('they count requests together where they have a Redis, and each alone when it is gone', async () => {
  const redis = await startRedis()
  const instances = await openInstances(postgres, { WUKU_REDIS_URL: redis.url, WUKU_LIMITS_REQUESTS_PER_MINUTE: '20' })
  const { one, other } = await openTwo(instances)
  const statuses = async (count: number): Promise<readonly number[]> => {
    const answers: number[] = []
    for (let nth = 0; nth < count; nth++)
      answers.push((await doorOf(nth % 2 === 0 ? one : other).fetch('/api/v1/user/info')).status)
    return answers
  }
  // The first questions to each connect it.
  await statuses(4)
  // No more than fourteen for each.
  expect(await statuses(24)).toContain(429)
  await redis.kill()
  expect(new Set(await statuses(4))).not.toContain(500)
  await redis.close()
})
