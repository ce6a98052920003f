import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '@wuku/settings/this-process'
import { cancelled } from '@wuku/core/errors'
import type { IndexReport, RunHow } from '@wuku/kernel/base/parts/index-runs'
import type { Job } from '@wuku/core/ports/jobs'
import { showRuns } from '../../src/jobs/show-runs.ts'
import { openJobsHouse, type JobsHouse } from '../http/jobs-house.ts'

let house: JobsHouse
beforeAll(async () => void (house = await openJobsHouse()))
afterAll(() => house.close())

const report = { added: 1, sources: [] } as unknown as IndexReport

const jobs = async (): Promise<readonly Job[]> =>
  (await house.engine.read((view) => view.jobs.list({ limit: 100, offset: 0 }))).items

interface Running extends RunHow {
  wait(): void
  stop(): void
  /** Resolves when the job that shows this run has this state. */
  until(is: Partial<Job>): Promise<void>
}

/** Looks for the job that shows a run, if there is one. */
async function shown(run: (running: Running) => Promise<boolean>): Promise<() => Promise<Job | undefined>> {
  const before = new Set((await jobs()).map(({ id }) => id))
  const newest = async (): Promise<Job | undefined> => (await jobs()).find(({ id }) => !before.has(id))
  const ending = new AbortController()
  let later = 0
  const show = showRuns({
    engine: house.engine,
    clock: { ...systemClock, now: () => systemClock.now() + later },
    signal: ending.signal,
    adopt: house.runner.adopt,
    notify: () => {},
    failed: (error) => expect.unreachable(String(error)),
  })
  const done = show('notes/log', async (how) => {
    const isChanged = await run({
      ...how,
      wait: () => void (later += 60_000),
      stop: () => ending.abort(),
      until: (is) => expect.poll(newest).toMatchObject(is),
    })
    return { report, isChanged }
  })
  await done.catch(() => {})
  return newest
}

const step = (done: number, total?: number) => ({ stage: 'read', done, total, said: `file ${done}` })
const stopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = (): void => reject(cancelled())
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

it.each<[says: string, run: (running: Running) => Promise<boolean>, expected: object | undefined]>([
  ['one that changes nothing is not shown', async () => false, undefined],
  [
    'one that changes something is shown when it is over',
    async () => true,
    { kind: 'index', actor: 'watch', status: 'succeeded', percent: 100, result: { added: 1 } },
  ],
  [
    'one that lists for long and finds nothing is not shown',
    async ({ progress, wait }) => {
      wait()
      progress(step(0))
      return false
    },
    undefined,
  ],
  [
    'one that has much to read is shown while it reads',
    async ({ progress, wait, until }) => {
      progress(step(1, 10))
      wait()
      progress(step(5, 10))
      await until({ status: 'running', stage: 'indexing', percent: 50, message: 'file 5' })
      return false
    },
    { status: 'succeeded', attempt: 1 },
  ],
  [
    'one that fails says why',
    async ({ progress, wait, until }) => {
      wait()
      progress(step(5, 10))
      await until({ status: 'running' })
      throw new Error('The disk is gone.')
    },
    { status: 'failed', error: { code: 'internal' } },
  ],
  ['one that fails at once is not shown', () => Promise.reject(new Error('The disk is gone.')), undefined],
  [
    'one is stopped as every job is',
    async ({ progress, wait, until, signal }) => {
      wait()
      progress(step(5, 10))
      await until({ status: 'running' })
      const [job] = await jobs()
      await house.post(`/api/v1/jobs/${job?.id}/cancel`, {}, 202)
      return stopped(signal)
    },
    { status: 'cancelled' },
  ],
  [
    'one that is under way when the server stops begins again',
    async ({ progress, wait, until, stop }) => {
      wait()
      progress(step(5, 10))
      await until({ status: 'running' })
      stop()
      throw cancelled()
    },
    { attempt: 2, startedAt: expect.any(Number) },
  ],
])('of the runs of a watch, %s', async (_says, run, expected) => {
  const job = await shown(run)
  if (expected) await expect.poll(job).toMatchObject(expected)
  else expect(await job()).toBe(undefined)
})
