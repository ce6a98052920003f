import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '@wuku/settings/this-process'
import { cancelled } from '@wuku/core/errors'
import { showRuns } from '../../src/jobs/show-runs.ts'
import { readEvents } from '../http/jobs-house.ts'
import { openToilHouse, type ToilHouse } from './toil.ts'

/** Two servers on the same data; `web` answers, and runs no job. */
let worker: ToilHouse
let web: ToilHouse
beforeEach(async () => {
  worker = await openToilHouse()
  web = await openToilHouse({ home: worker.home, width: 0 })
})
afterEach(async () => {
  await web.close()
  await worker.close()
})

interface Told {
  readonly job: { readonly job_id: string }
}

const start = async (house: ToilHouse, name: string, queue = 1): Promise<string> =>
  (await house.post<Told>('/long/toil', { name, queue }, 202, { prefer: 'respond-async' })).job.job_id

const jobAt = (house: ToilHouse, job: string) => house.json(`/api/v1/jobs/${job}`)
const eventsAt = async (house: ToilHouse, job: string) => readEvents(await house.fetch(`/api/v1/jobs/${job}/events`))
const began = (house: ToilHouse, name: string) => expect.poll(() => house.begun.filter((each) => each === name).length)

it('each job runs in one of them, those of one queue in turn', async () => {
  const other = await openToilHouse({ home: worker.home })
  const names = Array.from({ length: 12 }, (_, at) => `n${at}`)
  for (const house of [worker, other]) for (const name of names) house.letGo(name)
  const jobs = await Promise.all(names.map((name, at) => start(at % 2 === 0 ? web : other, name, 1 + (at % 4))))
  for (const job of jobs) expect((await eventsAt(web, job)).at(-1)?.event).toBe('completed')
  expect([...worker.begun, ...other.begun].toSorted()).toEqual(names.toSorted())
  expect(web.begun).toEqual([])
  await other.close()
})

it('the other one tells the events of a job as they come, and answers with its result', async () => {
  const job = await start(web, 'tides')
  const stream = eventsAt(web, job)
  const answer = web.post('/long/toil', { name: 'ebb', queue: 2 })
  await began(worker, 'tides').toBe(1)
  await began(worker, 'ebb').toBe(1)
  for (const name of ['tides', 'ebb']) worker.letGo(name)
  expect(await answer).toMatchObject({ name: 'ebb' })
  const events = await stream
  expect(events.map(({ id }) => id)).toEqual(events.map((_, nth) => nth + 1))
  expect(events.at(-1)).toMatchObject({ event: 'completed', data: { result: { name: 'tides' } } })
  // Sooner than with the next sign of life of the stream.
}, 14_000)

it('a job is cancelled from the other one', async () => {
  const job = await start(worker, 'tides')
  await began(worker, 'tides').toBe(1)
  await web.post(`/api/v1/jobs/${job}/cancel`, {}, 202)
  expect((await eventsAt(web, job)).at(-1)?.event).toBe('cancelled')
  expect(await jobAt(worker, job)).toMatchObject({ status: 'cancelled', attempt: 1 })
})

it('a job of one that stops begins again in another', async () => {
  const job = await start(web, 'tides')
  await began(worker, 'tides').toBe(1)
  const other = await openToilHouse({ home: worker.home })
  other.letGo('tides')
  await worker.restart()
  worker.letGo('tides')
  expect((await eventsAt(web, job)).at(-1)?.event).toBe('completed')
  expect(await jobAt(web, job)).toMatchObject({ status: 'succeeded', attempt: 2 })
  await other.close()
})

it('a job of one that is killed begins again in another, and its events go on without a gap', async () => {
  const busy = ['a', 'b', 'c']
  const others = await Promise.all(busy.map((name, at) => start(web, name, 10 + at)))
  for (const name of busy) await began(worker, name).toBe(1)
  const child = spawn(process.execPath, ['packages/server/test/jobs/toil-on.ts', worker.home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const job = await start(web, 'tides')
  for await (const line of createInterface({ input: child.stdout })) if (line === 'tides') child.kill('SIGKILL')
  for (const name of [...busy, 'tides']) worker.letGo(name)
  const events = await eventsAt(web, job)
  expect(events.map(({ id }) => id)).toEqual(events.map((_, nth) => nth + 1))
  expect([events.at(-1)?.event, events.filter(({ event }) => event === 'job').length]).toEqual(['completed', 2])
  expect(await jobAt(web, job)).toMatchObject({ status: 'succeeded', attempt: 2 })
  for (const each of others) expect(await jobAt(web, each)).toMatchObject({ status: 'succeeded', attempt: 1 })
}, 60_000)

it('a run of a watch that one shows is no work for another, and is stopped from there', async () => {
  const stopping = new AbortController()
  let later = 0
  const { adopt } = web.runner
  const show = showRuns({
    engine: web.engine,
    clock: { ...systemClock, now: () => systemClock.now() + later },
    signal: stopping.signal,
    adopt,
    notify: () => {},
    failed: (error) => expect.unreachable(String(error)),
  })
  const done = show('notes/log', async ({ progress, signal }) => {
    later += 60_000
    progress({ stage: 'read', done: 1, total: 2, said: 'file 1' })
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    throw cancelled()
  })
  const shown = async () =>
    (await worker.json<{ list: readonly { job_id: string; kind: string }[] }>('/api/v1/jobs?kind=index')).list
  await expect.poll(shown).toEqual([expect.objectContaining({ status: 'running', attempt: 1 })])
  const [job] = await shown()
  await worker.restart()
  await start(web, 'ebb')
  // It has looked for what was left behind by then.
  await began(worker, 'ebb').toBe(1)
  worker.letGo('ebb')
  expect(await shown()).toEqual([expect.objectContaining({ status: 'running', attempt: 1 })])
  await worker.post(`/api/v1/jobs/${job?.job_id}/cancel`, {}, 202)
  await expect(done).rejects.toMatchObject({ code: 'cancelled' })
  expect(await shown()).toEqual([expect.objectContaining({ status: 'cancelled', attempt: 1 })])
})
