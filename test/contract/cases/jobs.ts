import * as fc from 'fast-check'
import { expect } from 'vitest'
import { everything } from '@wuku/core/ports/access'
import type { JobsRequest, JobTransaction, JobView } from '@wuku/core/ports/jobs'
import type { Store } from '@wuku/core/ports/store'
import { eventOf, jobOf } from '../job-samples.ts'
import { atLibraries, libraryOf, versionOf } from '../library-samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'
import { runs } from '../../scale.ts'

const page = { limit: 100, offset: 0 }

const atJobs = <T>(store: Store, work: (jobs: JobTransaction) => Promise<T>): Promise<T> =>
  store.write('jobs', ({ jobs }) => work(jobs))
const askJobs = <T>(store: Store, work: (jobs: JobView) => Promise<T>): Promise<T> =>
  store.read(everything, ({ jobs }) => work(jobs))
const idsOf = async (store: Store, request: Partial<JobsRequest> = {}): Promise<readonly string[]> =>
  (await askJobs(store, (jobs) => jobs.list({ ...page, ...request }))).items.map(({ id }) => id)
const eventsOf = (store: Store, job: string, after = 0, limit = 1_000) =>
  askJobs(store, (jobs) => jobs.events({ job, after, limit }))

const drafts = [
  jobOf('z', { library: 1, kind: 'upload', status: 'running' }),
  jobOf('a', { library: 2, actor: 'bob' }),
  jobOf('m', { library: 1 }),
]

const lists: readonly (readonly [request: Partial<JobsRequest>, ids: readonly string[]])[] = [
  [{}, ['m', 'a', 'z']],
  [{ limit: 1, offset: 1 }, ['a']],
  [{ limit: 5, offset: 9 }, []],
  [{ ids: ['z', 'm', 'nobody'] }, ['m', 'z']],
  [{ ids: [] }, []],
  [{ statuses: ['queued'] }, ['m', 'a']],
  [{ statuses: ['queued', 'running'], library: 1 }, ['m', 'z']],
  [{ kinds: ['upload'] }, ['z']],
  [{ kinds: ['embed'] }, []],
  [{ library: 2 }, ['a']],
  [{ finishedBefore: 9_000 }, []],
]

export const jobCases: readonly StoreCase[] = [
  ...lists.map(([request, ids]) => ({
    says: `lists jobs newest first: ${JSON.stringify(request)}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await atJobs(store, (jobs) => jobs.add(drafts))
      expect(await idsOf(store, request)).toEqual(ids)
    },
  })),
  ...casesOf({
    'keeps a job to the letter, changes what is named, and drops its request': async ({ store }) => {
      const said = '文檔 👨‍👩‍👧 "\r\n'
      const { request, events: _, ...draft } = jobOf('j', { message: said, libraryName: said, library: 7 })
      await atJobs(store, (jobs) => jobs.add([{ ...draft, request, events: [] }]))
      const whole = { ...draft, finishedAt: null, isCancelling: false, result: null, error: null, lastSeq: 0 }
      expect((await askJobs(store, (jobs) => jobs.list(page))).items).toEqual([whole])
      expect(await askJobs(store, (jobs) => jobs.requests(['j', 'nobody']))).toEqual(new Map([['j', request]]))
      const change = {
        status: 'failed',
        isCancelling: true,
        startedAt: 1.5,
        finishedAt: 2_000,
        attempt: 3,
        libraryName: null,
        result: { list: [said, null, 1] },
        error: { code: 'offline', message: said, remedy: '' },
      } as const
      await atJobs(store, (jobs) => jobs.change([{ id: 'j', change, dropRequest: true }]))
      expect((await askJobs(store, (jobs) => jobs.list(page))).items).toEqual([{ ...whole, ...change }])
      expect(await askJobs(store, (jobs) => jobs.requests(['j']))).toEqual(new Map())
      await atJobs(store, (jobs) => jobs.change([{ id: 'j', change: { error: null, isCancelling: false } }]))
      expect((await askJobs(store, (jobs) => jobs.list(page))).items[0]).toMatchObject({
        error: null,
        isCancelling: false,
        status: 'failed',
      })
    },
    'numbers the events of each job from 1 without gaps, whoever adds them': async ({ store }) => {
      const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(3)), { maxLength: 20 })
      let round = 0
      const property = fc.asyncProperty(steps, async (adding) => {
        const names = new Map(['a', 'b'].map((name) => [name, `${name}${round++}`]))
        const expected = new Map([...names.values()].map((id) => [id, ['job']]))
        await atJobs(store, (jobs) => jobs.add([...names.values()].map((id) => jobOf(id))))
        await Promise.all(
          adding.map(([name, count], at) => {
            const id = names.get(name) ?? ''
            const events = Array.from({ length: count }, (_, each) => eventOf('progress', { at, each }))
            expected.get(id)?.push(...events.map(() => 'progress'))
            return atJobs(store, (jobs) => jobs.change([{ id, events }]))
          }),
        )
        for (const [id, types] of expected) {
          const events = await eventsOf(store, id)
          expect(events.map(({ seq, type }) => [seq, type])).toEqual(types.map((type, at) => [at + 1, type]))
          expect((await askJobs(store, (jobs) => jobs.list({ ...page, ids: [id] }))).items[0]?.lastSeq).toBe(
            types.length,
          )
          for (const after of [1, types.length, types.length + 5])
            expect(await eventsOf(store, id, after, 2)).toEqual(events.slice(after, after + 2))
        }
      })
      await fc.assert(property, { numRuns: runs(10), seed: 7, endOnFailure: true })
    },
    'shows jobs of libraries that a caller sees, and its own': async ({ store, notes }) => {
      const secret = await store.addSource({ ...notes, name: 'secret', addedAt: 1 })
      await atLibraries(store, async (libraries) => {
        for (const [id, source] of [notes.id, secret.id].entries()) {
          await libraries.addLibrary(libraryOf({ name: `L${id}` }))
          await libraries.addVersion(versionOf(id + 1, { source }))
        }
      })
      const nowhere = jobOf('nowhere', { actor: 'bob' })
      await atJobs(store, (jobs) => jobs.add([...drafts, nowhere]))
      const seen = { sources: new Set([notes.id]), hidden: false }
      const idsFor = (maker?: string) =>
        store.read(seen, async ({ jobs }) =>
          (await jobs.list({ ...page, ...(maker !== undefined && { maker }) })).items.map(({ id }) => id),
        )
      expect([await idsFor(), await idsFor('bob'), await idsFor('')]).toEqual([
        ['m', 'z'],
        ['nowhere', 'm', 'a', 'z'],
        ['m', 'z'],
      ])
      const countFor = (job: string, maker?: string) =>
        store.read(seen, async ({ jobs }) => {
          const asked = { job, after: 0, limit: 9, ...(maker !== undefined && { maker }) }
          return (await jobs.events(asked)).length
        })
      expect([await countFor('m'), await countFor('a'), await countFor('a', 'bob')]).toEqual([1, 0, 1])
    },
    'removes jobs with all that was told of them; refuses ids that are taken or that nobody has': async ({ store }) => {
      await atJobs(store, (jobs) => jobs.add(drafts))
      await atJobs(store, (jobs) => jobs.change([{ id: 'a', change: { finishedAt: 5_000 } }]))
      expect([await idsOf(store, { finishedBefore: 5_000 }), await idsOf(store, { finishedBefore: 5_001 })]).toEqual([
        [],
        ['a'],
      ])
      await atJobs(store, (jobs) => jobs.remove(['a', 'z']))
      expect([await idsOf(store), await eventsOf(store, 'a')]).toEqual([['m'], []])
      expect(await askJobs(store, (jobs) => jobs.requests(['a', 'z']))).toEqual(new Map())
      await expect(atJobs(store, (jobs) => jobs.add([jobOf('m')]))).rejects.toThrow('already a job m')
      await expect(atJobs(store, (jobs) => jobs.remove(['a']))).rejects.toThrow('no job a')
      await expect(atJobs(store, (jobs) => jobs.change([{ id: 'a' }]))).rejects.toThrow('no job a')
      await atJobs(store, (jobs) => jobs.add([jobOf('a')]))
      expect((await eventsOf(store, 'a')).map(({ seq }) => seq)).toEqual([1])
    },
    'keeps jobs and their events for the next process': {
      needs: 'share',
      run: async ({ store, again }) => {
        await atJobs(store, (jobs) => jobs.add([jobOf('j')]))
        const other = await again()
        await atJobs(other, (jobs) => jobs.change([{ id: 'j', events: [eventOf('completed', { result: null })] }]))
        expect((await eventsOf(store, 'j')).map(({ seq, type }) => [seq, type])).toEqual([
          [1, 'job'],
          [2, 'completed'],
        ])
      },
    },
  }),
]
