import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { newUlid } from '@wuku/kernel/ulid'
import type { JobDraft } from '@wuku/core/ports/jobs'
import { openJobsHouse, readEvents, type JobsHouse, type ToldEvent } from './jobs-house.ts'
import { runs } from '../../../../test/scale.ts'

interface Told {
  readonly job: { readonly job_id: string; readonly status: string; readonly attempt: number }
}

/** Work that goes on when a test says so. */
function createGate() {
  const opened = new Map<string, () => void>()
  const begun = new Map<string, () => void>()
  const waitFor = (map: Map<string, () => void>, name: string) =>
    new Promise<void>((resolve) => {
      map.set(name, resolve)
    })
  const begins = new Map<string, Promise<void>>()
  const log: string[] = []
  const operation = defineOperation<{ name: string; queue: number; fails: boolean; waits: boolean }, { name: string }>({
    name: 'gate',
    group: 'admin',
    title: 'Waits',
    description: 'Waits.',
    effect: 'write',
    long: 'import',
    about: async ({ queue }) => ({ library: queue, name: null, version: null }),
    input: z.strictObject({
      name: z.string(),
      queue: z.number().default(1),
      fails: z.boolean().default(false),
      waits: z.boolean().default(true),
    }),
    output: z.strictObject({ name: z.string() }),
    examples: [],
    async run({ name, fails, waits }, { signal, progress, job }) {
      log.push(`${name} begins`)
      begun.get(name)?.()
      for (const [at, stage] of ['connecting', 'downloading', 'connecting', 'switching'].entries())
        progress({ stage, done: at, total: 4, said: `${name} ${at}`, percent: [5, 40, 10, 90][at] ?? 0 })
      job?.warn('a host makes it wait')
      if (waits)
        await new Promise<void>((resolve, reject) => {
          opened.set(name, resolve)
          signal.addEventListener('abort', () => reject(new WukuError('cancelled', 'Stopped.', '')), { once: true })
        })
      log.push(`${name} ends`)
      if (fails) throw new WukuError('fetch-failed', 'The host is gone.', 'Wait.')
      return { name }
    },
    render: () => [],
  })
  return {
    operation: operation as Operation,
    log,
    open: (name: string) => opened.get(name)?.(),
    willBegin: (name: string) => {
      const known = begins.get(name) ?? waitFor(begun, name)
      begins.set(name, known)
      return known
    },
  }
}

let house: JobsHouse
let gate: ReturnType<typeof createGate>
beforeAll(async () => {
  gate = createGate()
  house = await openJobsHouse({ more: [gate.operation] })
})
afterAll(() => house.close())

const start = async (input: Record<string, unknown>): Promise<string> =>
  (await house.post<Told>('/long/gate', input, 202, { prefer: 'respond-async' })).job.job_id

const eventsOf = async (job: string, headers: Record<string, string> = {}): Promise<readonly ToldEvent[]> =>
  readEvents(await house.fetch(`/api/v1/jobs/${job}/events`, { headers }))

describe('a long route', () => {
  it('answers with the result and the job', async () => {
    const done = await house.post('/long/gate', { name: 'a', waits: false })
    expect(done).toEqual({ name: 'a', job_id: expect.stringMatching(/^[0-9A-Z]{26}$/) })
    expect(await house.json(`/api/v1/jobs/${String(done['job_id'])}`)).toMatchObject({
      kind: 'import',
      status: 'succeeded',
      stage: 'completed',
      percent: 100,
      attempt: 1,
      actor: 'local',
      result: { name: 'a' },
      error: null,
    })
  })
  it('answers the error of a failed job with its status and the job', async () => {
    const failed = await house.post('/long/gate', { name: 'b', waits: false, fails: true }, 502)
    expect(failed).toMatchObject({
      job_id: expect.any(String),
      error: { code: 'fetch-failed', message: 'The host is gone.' },
    })
  })
  it.each<[says: string, body: object]>([
    ['arguments', { url: 7 }],
    ['scheme', { url: 'ftp://docs.example' }],
  ])('that is refused for its %s leaves a row in the log of calls', async (says, body) => {
    const answer = await house.fetch('/long/import-docs', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-request-id': `refused-${says}` },
    })
    expect(answer.status).toBe(400)
    const rows = async (): Promise<readonly unknown[]> => {
      const calls = await house.post<{ list: readonly { request_id: string }[] }>('/api/v1/operations/list-calls')
      return calls.list.filter(({ request_id: id }) => id === `refused-${says}`)
    }
    const row = { input: { operation: 'import-docs', input: body }, error: 'bad-input', status: 'error' }
    await expect.poll(rows).toEqual([expect.objectContaining(row)])
  })
  it('answers at once where the client prefers that', async () => {
    const began = gate.willBegin('c')
    const answer = await house.fetch('/long/gate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({ name: 'c' }),
    })
    const { job } = (await answer.json()) as Told
    expect([answer.status, answer.headers.get('location'), answer.headers.get('preference-applied')]).toEqual([
      202,
      `/api/v1/jobs/${job.job_id}`,
      'respond-async',
    ])
    await began
    gate.open('c')
    expect((await eventsOf(job.job_id)).at(-1)).toMatchObject({ event: 'completed', data: { result: { name: 'c' } } })
  })
  it.each(['/long/gate-sse', '/long/gate'])('tells the events of its job at %s', async (path) => {
    const answer = await house.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(path.endsWith('sse') ? {} : { accept: 'text/event-stream' }) },
      body: JSON.stringify({ name: 'd', waits: false }),
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const events = await readEvents(answer)
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
    expect([events[0]?.event, events.at(-1)?.event]).toEqual(['job', 'completed'])
    expect(events.map(({ event }) => event)).toContain('warning')
  })
  it.each([
    [{ name: 7 }, 400],
    [{ name: 'x', other: 1 }, 400],
  ])('refuses wrong input %j before there is a job', async (input, status) => {
    const before = await house.json<{ total: number }>('/api/v1/jobs')
    await house.post('/long/gate-sse', input, status)
    expect((await house.json<{ total: number }>('/api/v1/jobs')).total).toBe(before.total)
  })
})

describe('events of a job', () => {
  it('have stages in order and a percent that never falls', async () => {
    const { job_id: id } = await house.post<{ job_id: string }>('/long/gate', { name: 'e', waits: false })
    const standings = (await eventsOf(id)).flatMap(({ data }) => (typeof data['percent'] === 'number' ? [data] : []))
    const percents = standings.map(({ percent }) => Number(percent))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    const order = ['connecting', 'waiting', 'downloading', 'indexing', 'enriching', 'switching', 'completed']
    const places = standings.map(({ stage }) => order.indexOf(String(stage)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
  it('are the same list over any cuts', async () => {
    const { job_id: id } = await house.post<{ job_id: string }>('/long/gate', { name: 'f', waits: false })
    const whole = await eventsOf(id)
    const cuts = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 })
    const property = fc.asyncProperty(cuts, async (sizes) => {
      const got: ToldEvent[] = []
      for (const size of [...sizes, Infinity]) {
        const last = String(got.at(-1)?.id ?? '')
        const answer = await house.fetch(`/api/v1/jobs/${id}/events`, { headers: { 'last-event-id': last } })
        if (answer.status === 204) break
        got.push(...(await readEvents(answer, size)))
      }
      expect(got).toEqual(whole)
    })
    await fc.assert(property, { numRuns: runs(15), seed: 3 })
    const last = whole.length
    const rows: readonly [string, number | 'whole' | 204][] = [
      ['x', 'whole'],
      ['-1', 'whole'],
      ['1.5', 'whole'],
      [String(last + 1), 'whole'],
      ['99999999999999999999', 'whole'],
      [String(last), 204],
      ['1', last - 1],
    ]
    for (const [said, expected] of rows) {
      const answer = await house.fetch(`/api/v1/jobs/${id}/events?last_event_id=${said}`)
      const got = answer.status === 204 ? 204 : (await readEvents(answer)).length
      expect(got, said).toBe(expected === 'whole' ? last : expected)
    }
  })
})

describe('jobs', () => {
  it('of one library go in turn, of others side by side', async () => {
    gate.log.length = 0
    const [first, other] = [gate.willBegin('g1'), gate.willBegin('h')]
    const jobs = [
      await start({ name: 'g1', queue: 2 }),
      await start({ name: 'g2', queue: 2 }),
      await start({ name: 'h', queue: 3 }),
    ]
    await Promise.all([first, other])
    expect(gate.log).not.toContain('g2 begins')
    const second = gate.willBegin('g2')
    gate.open('g1')
    await second
    for (const name of ['g2', 'h']) gate.open(name)
    for (const job of jobs) expect((await eventsOf(job)).at(-1)?.event).toBe('completed')
    const listed = await house.json<{ list: { job_id: string }[]; total: number }>(
      '/api/v1/jobs?kind=import&page_size=3',
    )
    expect(listed.list.map(({ job_id }) => job_id)).toEqual(jobs.toReversed())
  })
  it('are cancelled while they run and while they wait, and retried', async () => {
    const began = gate.willBegin('i1')
    const [active, waits] = [await start({ name: 'i1', queue: 4 }), await start({ name: 'i2', queue: 4 })]
    await began
    await house.post(`/api/v1/jobs/${waits}/retry`, {}, 409)
    for (const job of [waits, active]) {
      expect(await house.post<Told>(`/api/v1/jobs/${job}/cancel`, {}, 202)).toMatchObject({ job: { job_id: job } })
      const events = await eventsOf(job)
      expect([events[0]?.event, events.at(-1)?.event]).toEqual(['job', 'cancelled'])
      expect(events.filter(({ event }) => ['completed', 'failed', 'cancelled'].includes(event))).toHaveLength(1)
      await house.post(`/api/v1/jobs/${job}/cancel`, {}, 409)
    }
    const again = gate.willBegin('i1 again')
    void again
    const { job } = await house.post<Told>(`/api/v1/jobs/${waits}/retry`, {}, 202)
    expect(job.job_id).not.toBe(waits)
    await expect.poll(() => gate.log.includes('i2 begins')).toBe(true)
    gate.open('i2')
    expect((await eventsOf(job.job_id)).at(-1)?.event).toBe('completed')
    await house.post(`/api/v1/jobs/${job.job_id}/retry`, {}, 409)
  })
  it.each(['nobody', '01JD8Z3N7V6K0M4P2Q9R5S1T8W'])('that nobody has are not found: %s', async (id) => {
    for (const path of [`/api/v1/jobs/${id}`, `/api/v1/jobs/${id}/events`]) await house.json(path, { status: 404 })
    for (const path of ['cancel', 'retry']) await house.post(`/api/v1/jobs/${id}/${path}`, {}, 404)
  })
  it('begin again after a stop, and their events go on', async () => {
    const began = gate.willBegin('j')
    const id = await start({ name: 'j', queue: 5 })
    await began
    const before = await readEvents(await house.fetch(`/api/v1/jobs/${id}/events`), 2)
    const stream = readEvents(await house.fetch(`/api/v1/jobs/${id}/events`))
    gate.log.length = 0
    await house.restart()
    const told = await stream
    expect(told.map(({ event }) => event)).not.toContain('failed')
    await expect.poll(() => gate.log.includes('j begins')).toBe(true)
    gate.open('j')
    const events = await eventsOf(id)
    expect(events.slice(0, 2)).toEqual(before)
    expect(events.map((event) => event.id)).toEqual(events.map((_, at) => at + 1))
    expect(events.filter(({ event }) => event === 'job')).toHaveLength(2)
    expect(await house.json(`/api/v1/jobs/${id}`)).toMatchObject({ attempt: 2, status: 'succeeded' })
  })
})

it.each<[says: string, left: Partial<JobDraft>, isCancelling: boolean, expected: object, last: string]>([
  ['begin again', { attempt: 1 }, false, { status: 'succeeded', attempt: 2 }, 'completed'],
  ['begin a third time', { attempt: 2 }, false, { status: 'succeeded', attempt: 3 }, 'completed'],
  [
    'do not begin a fourth time',
    { attempt: 3 },
    false,
    { status: 'failed', attempt: 3, error: { code: 'interrupted' } },
    'failed',
  ],
  ['stay cancelled', { attempt: 1 }, true, { status: 'cancelled', attempt: 1 }, 'cancelled'],
  ['stay cancelled at the last attempt', { attempt: 3 }, true, { status: 'cancelled', attempt: 3 }, 'cancelled'],
  [
    'fail when nobody knows the work any more',
    { request: { operation: 'gone', input: {}, caller: {} } },
    false,
    { status: 'failed', attempt: 2, error: { code: 'interrupted' } },
    'failed',
  ],
])('jobs that a killed server left behind: %s', async (...[says, left, isCancelling, expected, last]) => {
  const id = newUlid(house.engine.now())
  const standing = { status: 'running', stage: 'indexing', percent: 40, message: 'Half of it' } as const
  const draft: JobDraft = {
    id,
    kind: 'import',
    queue: id,
    ...standing,
    attempt: 1,
    actor: 'local',
    createdAt: 1_000,
    startedAt: 2_000,
    library: null,
    libraryName: null,
    version: null,
    request: { operation: 'gate', input: { name: says, waits: false }, caller: {} },
    events: [{ at: 2_000, type: 'job', data: standing }],
    ...left,
  }
  await house.engine.jobs.write(async (jobs) => {
    await jobs.add([draft])
    await jobs.change([{ id, change: { isCancelling } }])
  })
  await house.restart()
  const events = await eventsOf(id)
  expect(await house.json(`/api/v1/jobs/${id}`)).toMatchObject(expected)
  expect(events.map((event) => event.id)).toEqual(events.map((_, at) => at + 1))
  expect(events.at(-1)?.event).toBe(last)
  expect(events.filter(({ event }) => event === 'job')).toHaveLength(last === 'completed' || left.request ? 2 : 1)
  expect(gate.log.includes(`${says} begins`)).toBe(last === 'completed')
})
