import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startNginx } from '../../servers/nginx.ts'
import { startPostgres, type Postgres } from '../../servers/postgres.ts'
import { freePort } from '../../servers/process.ts'
import { readEvents } from '../../../packages/server/test/http/jobs-house.ts'
import { doorOf, importFrom, openInstances, openSlowSite, type Door } from '../instances/instances-house.ts'
import type { Served } from '../serve/server-house.ts'

let postgres: Postgres
beforeAll(async () => void (postgres = await startPostgres()))
afterAll(() => postgres.close())

/** Two instances that answer behind the nginx that is shipped, and what its log says of them. */
async function openFront(more: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  const instances = await openInstances(postgres, {
    WUKU_SERVER_PUBLIC_URL: `http://127.0.0.1:${port}`,
    WUKU_SERVER_TRUST_PROXY: '127.0.0.1',
    ...more,
  })
  const [first, second] = await Promise.all([instances.start(), instances.start()])
  const nginx = await startNginx(port, [first.url, second.url])
  onTestFinished(() => nginx.close())
  return {
    first,
    second,
    door: doorOf(nginx),
    url: nginx.url,
    /** How many requests of this path each instance answered. */
    askedAt(path: string): readonly number[] {
      const lines = readFileSync(join(nginx.folder, 'access.log'), 'utf8').split('\n')
      return [first, second].map(
        ({ url }) => lines.filter((line) => line.includes(` ${path} `) && line.includes(new URL(url).host)).length,
      )
    },
  }
}

describe('instances behind nginx', () => {
  it('are one server: keys, limits of bodies, the address of a client', async () => {
    const { door, url } = await openFront({ WUKU_LIMITS_FAILURES_PER_MINUTE: '2' })
    expect((await door.fetch('/api/v1/user/info')).status).toBe(200)
    expect((await door.fetch('/metrics')).status).toBe(403)
    const body = JSON.stringify({ query: 'x'.repeat(6 * 2 ** 20) })
    const large = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    expect((await door.fetch('/api/v1/operations/recall', large)).status).toBe(413)
    // Whoever claims another address each time is one address: the third wrong key of an instance is refused for long.
    const wrong = (nth: number): Promise<Response> =>
      fetch(`${url}/api/v1/user/info`, {
        headers: { authorization: 'Bearer wrong', 'x-forwarded-for': `203.0.113.${nth}` },
      })
    const answers: number[] = []
    for (let nth = 0; nth < 8; nth++) answers.push((await wrong(nth)).status)
    expect(answers.slice(0, 2)).toEqual([401, 401])
    expect(answers.at(-1)).toBe(429)
  })

  it('take an upload that is larger than any other body', async () => {
    const { door } = await openFront()
    const form = new FormData()
    form.append('library', 'billing')
    const text = '# Tides\n\nThe harbour of Saltmarsh runs dry twice a day.\n\n'
    form.append('files', new Blob([text.repeat(95_000)]), 'tides.md')
    const answer = await door.fetch('/api/v1/documents/upload', { method: 'POST', body: form })
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ body: { success_count: 1 } })
  })

  it('stream the events of a job as they come, from either of them', async () => {
    const { door } = await openFront()
    const site = await openSlowSite()
    const job = await importFrom(site.url, door, 'tides')
    const streams = await Promise.all([1, 2, 3].map(() => door.fetch(`/api/v1/jobs/${job}/events`)))
    // While the job waits for its site: a proxy that gathers would show nothing yet.
    for (const events of await Promise.all(streams.map((stream) => readEvents(stream, 1))))
      expect(events).toHaveLength(1)
    const rest = readEvents(await door.fetch(`/api/v1/jobs/${job}/events`, { headers: { 'last-event-id': '1' } }))
    site.open()
    const events = await rest
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 2))
    expect(events.at(-1)?.event).toBe('completed')
  })

  it('share a conversation of MCP, whichever of them is asked', async () => {
    const { door, askedAt } = await openFront()
    const say = async (method: string, params: object, id?: number): Promise<{ result?: Record<string, unknown> }> => {
      const answer = await door.fetch('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', method, params, ...(id !== undefined && { id }) }),
      })
      const text = await answer.text()
      expect({ method, isRight: answer.ok, text }).toMatchObject({ isRight: true })
      return JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? '{}') as { result?: Record<string, unknown> }
    }
    const clientInfo = { name: 'test', version: '1' }
    await say('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, 1)
    await say('notifications/initialized', {})
    for (let id = 2; id < 14; id++) {
      const { result } = await say('tools/call', { name: 'sources', arguments: {} }, id)
      expect(result?.['isError'] ?? false).toBe(false)
    }
    for (const times of askedAt('/mcp')) expect(times).toBeGreaterThan(2)
  })

  it('go on when one of them is killed: reads never fail, streams go on elsewhere', async () => {
    const { door, first, askedAt } = await openFront({ WUKU_LIMITS_REQUESTS_PER_MINUTE: '0' })
    const site = await openSlowSite()
    const job = await importFrom(site.url, door, 'tides')
    const asking = new AbortController()
    const load = Promise.all([1, 2, 3, 4].map(() => askOn(door, asking.signal)))
    // Several, so that the one that is killed has some of them.
    const streams = Promise.all([1, 2, 3, 4].map(() => resumingEvents(door, job)))
    await expect.poll(() => Math.min(...askedAt('/api/v1/sources'))).toBeGreaterThan(5)
    await killed(first)
    const [, before = 0] = askedAt('/api/v1/sources')
    await expect.poll(() => askedAt('/api/v1/sources')[1]).toBeGreaterThan(before + 20)
    site.open()
    const told = await streams
    asking.abort()
    const asked = (await load).flat()
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter((status) => status !== 200)).toEqual([])
    expect(told.map(({ breaks }) => breaks > 0)).toContain(true)
    for (const { events } of told) {
      expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
      expect(events.at(-1)?.event).toBe('completed')
    }
    // What writes, too: nothing was under way at the one that is gone.
    const made = await door.post('/operations/create-workflow', { name: 'after' })
    expect(made.status).toBe(200)
  })
})

async function killed({ child, ended }: Served): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Statuses of one who asks again and again. */
async function askOn(door: Door, signal: AbortSignal): Promise<readonly number[]> {
  const statuses: number[] = []
  while (!signal.aborted) {
    const answer = await door.fetch('/api/v1/sources')
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  return statuses
}

interface Told {
  readonly id: number
  readonly event: string
}

/** As a client that comes back with the last number it has when its stream breaks, until the job has ended. */
async function resumingEvents(door: Door, job: string) {
  const events: Told[] = []
  for (let breaks = 0; ; breaks++) {
    const headers = { 'last-event-id': String(events.at(-1)?.id ?? 0) }
    const stream = await door.fetch(`/api/v1/jobs/${job}/events`, { headers })
    events.push(...(await untilItBreaks(stream)))
    if (['completed', 'failed', 'cancelled'].includes(events.at(-1)?.event ?? '')) return { events, breaks }
  }
}

async function untilItBreaks(stream: Response): Promise<readonly Told[]> {
  let text = ''
  try {
    for await (const chunk of stream.body ?? []) text += new TextDecoder().decode(chunk as Uint8Array)
  } catch {
    // Its instance was killed: what came before counts.
  }
  return [...text.matchAll(/id: (\d+)\nevent: (\w+)\ndata: .*\n\n/g)].map(([, id, event = '']) => ({
    id: Number(id),
    event,
  }))
}
