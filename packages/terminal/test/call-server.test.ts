import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { isWukuError, WukuError } from '@wuku/core/errors'
import type { Progress } from '@wuku/kernel/base/caller'
import { defineOperation } from '@wuku/kernel/base/operation'
import type { Job } from '@wuku/core/ports/jobs'
import { callServer, type ServerDoor } from '../src/call-server.ts'
import type { Input } from '../src/command-types.ts'
import { callHere } from '../src/operation-command.ts'
import { openJobsHouse, type JobsHouse } from '../../server/test/http/jobs-house.ts'
import { serveUntilEnd } from '../../../test/serve-until-end.ts'

interface Answer {
  readonly by: 'server' | 'here'
  readonly files: readonly string[]
}

/** Hears of each attempt that waits. */
const waiting = new Set<() => void>()

const work = defineOperation<{ files: string[]; name: string; does: string; dryRun: boolean }, Answer>({
  name: 'do-work',
  group: 'admin',
  title: 'Works',
  description: 'Works.',
  effect: 'write',
  long: 'import',
  places: ['files'],
  input: z.strictObject({
    files: z.array(z.string()).default([]),
    name: z.string().default('docs'),
    does: z.string().default('end'),
    dryRun: z.boolean().default(false),
  }),
  output: z.strictObject({ by: z.enum(['server', 'here']), files: z.array(z.string()) }),
  examples: [],
  async run({ files, does }, { signal, job, progress }) {
    progress({ stage: 'indexing', done: 2, total: 4, said: 'half' })
    if (does === 'fail') throw new WukuError('fetch-failed', 'The host is gone.', 'Wait.')
    if (does === 'wait' && job)
      await new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(new WukuError('cancelled', 'Stopped.', '')), { once: true })
        for (const hear of waiting) hear()
      })
    return { by: job ? 'server' : 'here', files }
  },
  render: () => [],
})

let house: JobsHouse
beforeAll(async () => void (house = await openJobsHouse({ more: [work] })))
afterAll(() => house.close())

const door = (): ServerDoor => ({ url: house.url, token: house.authorization.slice('Bearer '.length) })
const newestJob = async (): Promise<Job | undefined> =>
  (await house.engine.read((view) => view.jobs.list({ limit: 1, offset: 0 }))).items[0]

interface Calling {
  readonly find?: () => ServerDoor | undefined | Promise<ServerDoor | undefined>
  readonly meanwhile?: (stop: () => void) => unknown
}

/** What a command gets, or the error that it shows. */
async function called(given: Input, { find = door, meanwhile }: Calling = {}) {
  const stopping = new AbortController()
  const { signal } = stopping
  const steps: Progress[] = []
  const call = callServer({
    here: callHere({ engine: async () => house.engine, signal }),
    find: async () => find(),
    placeOf: (written) => `/typed/in/${written}`,
    signal,
  })
  const hear = (): void => void meanwhile?.(() => stopping.abort())
  if (meanwhile) waiting.add(hear)
  try {
    const how = { progress: (step: Progress) => void steps.push(step) }
    return { ...(await call<Answer>(work, given, how)), steps }
  } catch (error) {
    if (!isWukuError(error)) throw error
    return { error: { code: error.code, message: error.message, remedy: error.remedy }, steps }
  } finally {
    waiting.delete(hear)
  }
}

it('leaves long work to the server, with places as they were typed, and gets its answer and its progress', async () => {
  const { steps, ...answer } = await called({ files: ['a.md', 'b'], name: 'x' })
  expect(answer).toEqual({
    input: { files: ['a.md', 'b'], name: 'x', does: 'end', dryRun: false },
    output: { by: 'server', files: ['/typed/in/a.md', '/typed/in/b'] },
  })
  expect(steps).toContainEqual({ stage: 'indexing', done: 2, total: 4, said: 'half', percent: 50 })
  expect(await newestJob()).toMatchObject({ kind: 'import', status: 'succeeded', actor: 'local' })
})

const closed = { url: 'http://127.0.0.1:1', token: 'wuku_x' }
it.each<[says: string, given: Input, find: () => ServerDoor | undefined]>([
  ['there is no server', {}, () => undefined],
  ['nobody listens any more', {}, () => closed],
  ['the token is not the one of the server', {}, () => ({ ...door(), token: 'wuku_x' })],
  ['it only looks', { dryRun: true }, door],
])('does the work itself where %s', async (_says, given, find) => {
  const before = await newestJob()
  expect(await called({ ...given, files: ['a.md'] }, { find })).toMatchObject({
    output: { by: 'here', files: ['a.md'] },
  })
  expect(await newestJob()).toEqual(before)
})

it.each<[says: string, status: number, body: string]>([
  ['a page', 200, '<html>'],
  ['a job that is none', 202, '{"job":{}}'],
  ['an error', 500, '{"error":{"code":"internal","message":"","remedy":""}}'],
  ['a job whose events nobody has', 202, '{"job":{"job_id":"01JD8Z3N7V6K0M4P2Q9R5S1T8W","message":""}}'],
])('does the work itself where the server answers with %s', async (_says, status, body) => {
  const url = await serveUntilEnd((_, response) => void response.writeHead(status).end(body))
  expect(await called({}, { find: () => ({ url, token: 'wuku_x' }) })).toMatchObject({ output: { by: 'here' } })
})

it('fails as the job does', async () => {
  const { error } = await called({ does: 'fail' })
  expect(error).toEqual({ code: 'fetch-failed', message: 'The host is gone.', remedy: 'Wait.' })
})

it('refuses wrong input as it does without a server', async () => {
  const before = await newestJob()
  const [there, here] = [await called({ files: 7 }), await called({ files: 7 }, { find: () => undefined })]
  expect(there).toEqual(here)
  expect(there).toMatchObject({ error: { code: 'bad-input' } })
  expect(await newestJob()).toEqual(before)
})

it('cancels the job when it is stopped', async () => {
  const { error } = await called({ does: 'wait' }, { meanwhile: (stop) => stop() })
  expect(error?.code).toBe('cancelled')
  expect(await newestJob()).toMatchObject({ status: 'cancelled' })
})

it('says that somebody else cancelled the job', async () => {
  const cancel = async (): Promise<void> =>
    void (await house.post(`/api/v1/jobs/${(await newestJob())?.id}/cancel`, {}, 202))
  const { error } = await called({ does: 'wait' }, { meanwhile: cancel })
  expect(error).toMatchObject({ code: 'cancelled', message: 'The job was cancelled.' })
})

it('takes the work back when the server goes away, and the server does not begin it again', async () => {
  let restarted: Promise<void> | undefined
  const find = async (): Promise<ServerDoor | undefined> => (restarted ? void (await restarted) : door())
  const restart = (): void => void (restarted ??= house.restart())
  expect(await called({ does: 'wait' }, { find, meanwhile: restart })).toMatchObject({ output: { by: 'here' } })
  const lookNow = (): Promise<Job | undefined> => {
    house.runner.wake()
    return newestJob()
  }
  await expect.poll(lookNow).toMatchObject({ status: 'cancelled' })
})
