import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Json } from '@wuku/core/core-types'
import type { DailyCount } from '@wuku/core/ports/record-store'
import { activityOf, askRecords, auditOf, callOf, countOf } from '../library-samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'
import { runs } from '../../scale.ts'

const wholePage = { limit: 100, offset: 0 }
const always = { from: '0000-01-01', to: '9999-12-31' }

const activities = [
  activityOf(3_000, { message: 'third', task: 'b', library: 1 }),
  activityOf(1_000.5, { message: 'first', task: 'a', library: 1, event: 'document.chunk' }),
  activityOf(2_000, { message: 'second', task: 'a', event: 'github.import.complete' }),
  activityOf(2_000, { message: 'second, later', task: 'b', library: 2, event: 'document.chunk' }),
]

const activityPages: readonly (readonly [request: object, messages: readonly string[], total: number])[] = [
  [{}, ['third', 'second, later', 'second', 'first'], 4],
  [{ limit: 2, offset: 1 }, ['second, later', 'second'], 4],
  [{ limit: 2, offset: 7 }, [], 4],
  [{ task: 'a' }, ['second', 'first'], 2],
  [{ task: 'a', limit: 1 }, ['second'], 2],
  [{ library: 1 }, ['third', 'first'], 2],
  [{ library: 9 }, [], 0],
  [{ events: ['document.chunk'] }, ['second, later', 'first'], 2],
  [{ events: ['document.chunk', 'github.import.complete'], limit: 2 }, ['second, later', 'second'], 3],
  [{ events: ['document'] }, [], 0],
  [{ events: [] }, [], 0],
  [{ library: 1, task: 'a', events: ['document.chunk', 'document.parse'] }, ['first'], 1],
]

const calls = [
  callOf(3_000, { client: 'third', actor: 'ann', operation: 'search', error: 'not-found', results: null }),
  callOf(1_000, { client: 'first', library: 1 }),
  callOf(2_000, { client: 'second', library: 1, error: 'offline', surface: 'rest' }),
  callOf(2_000, { client: 'second, later', library: 2, surface: 'rest', actor: 'ann' }),
]

const callPages: readonly (readonly [request: object, clients: readonly string[], total: number])[] = [
  [{}, ['third', 'second, later', 'second', 'first'], 4],
  [{ limit: 1, offset: 2 }, ['second'], 4],
  [{ operation: 'get-library-docs' }, ['second, later', 'second', 'first'], 3],
  [{ library: 1 }, ['second', 'first'], 2],
  [{ failedOnly: true }, ['third', 'second'], 2],
  [{ failedOnly: false, limit: 1 }, ['third'], 4],
  [{ failedOnly: true, operation: 'search', library: 1 }, [], 0],
  [{ failedOnly: true, operation: 'get-library-docs', library: 1 }, ['second'], 1],
  [{ actor: 'ann' }, ['third', 'second, later'], 2],
  [{ actor: 'nobody' }, [], 0],
  [{ surface: 'rest' }, ['second, later', 'second'], 2],
  [{ surface: 'rest', actor: 'ann', operation: 'get-library-docs' }, ['second, later'], 1],
  [{ surface: 'rest', actor: 'ann', failedOnly: true }, [], 0],
  [{ client: 'second' }, ['second'], 1],
  [{ client: 'nothing' }, [], 0],
  [{ withoutClient: 'second' }, ['third', 'second, later', 'first'], 3],
  [{ withoutClient: 'second', surface: 'rest' }, ['second, later'], 1],
  [{ from: 2_000 }, ['third', 'second, later', 'second'], 3],
  [{ to: 2_000 }, ['first'], 1],
  [{ from: 2_000, to: 3_000, limit: 1 }, ['second, later'], 2],
  [{ emptyOnly: true }, ['second, later', 'first'], 2],
  [{ emptyOnly: true, from: 1_001, library: 2 }, ['second, later'], 1],
  [{ emptyOnly: true, failedOnly: true }, [], 0],
]

const audit = [
  auditOf(3_000, { target: 'third', actor: 'ann', action: 'key.create' }),
  auditOf(1_000.5, { target: 'first', action: 'library.create' }),
  auditOf(2_000, { target: 'second', outcome: 'denied', action: 'key.create' }),
  auditOf(2_000, { target: 'second, later', actor: 'ann', action: 'login' }),
]

const auditPages: readonly (readonly [request: object, targets: readonly string[], total: number])[] = [
  [{}, ['third', 'second, later', 'second', 'first'], 4],
  [{ limit: 2, offset: 1 }, ['second, later', 'second'], 4],
  [{ actor: 'ann' }, ['third', 'second, later'], 2],
  [{ actions: ['key.create'] }, ['third', 'second'], 2],
  [{ actions: ['key.create', 'login'], limit: 2 }, ['third', 'second, later'], 3],
  [{ actions: ['key'] }, [], 0],
  [{ actions: [] }, [], 0],
  [{ target: 'second' }, ['second'], 1],
  [{ outcome: 'denied' }, ['second'], 1],
  [{ from: 2_000 }, ['third', 'second, later', 'second'], 3],
  [{ to: 2_000 }, ['first'], 1],
  [{ from: 1_001, to: 3_000, outcome: 'done' }, ['second, later'], 1],
]

const counts = [
  countOf('2026-11-22', { metric: 'import.documents', count: 7 }),
  countOf('2026-11-22', { metric: 'call.search', library: 2, count: 3, sum: 10.5 }),
  countOf('2026-11-22', { metric: 'call.search', library: 0, count: 1, sum: 2 }),
  countOf('2026-11-21', { metric: 'call_x', library: 10 }),
  countOf('2026-11-23', { metric: 'call.文檔 👨‍👩‍👧', library: 2 }),
]

const sayCount = ({ day, metric, library }: DailyCount): string => `${day.slice(8)} ${metric} ${library}`

const countLists: readonly (readonly [request: object, said: readonly string[]])[] = [
  [{}, ['21 call_x 10', '22 call.search 0', '22 call.search 2', '22 import.documents 0', '23 call.文檔 👨‍👩‍👧 2']],
  [{ from: '2026-11-22', to: '2026-11-22' }, ['22 call.search 0', '22 call.search 2', '22 import.documents 0']],
  [{ from: '2026-11-23', to: '2026-11-22' }, []],
  [{ metric: 'call.' }, ['22 call.search 0', '22 call.search 2', '23 call.文檔 👨‍👩‍👧 2']],
  [{ metric: 'call.文' }, ['23 call.文檔 👨‍👩‍👧 2']],
  [{ metric: 'CALL' }, []],
  [{ library: 0, metric: 'call' }, ['22 call.search 0']],
  [{ library: 2, to: '2026-11-22' }, ['22 call.search 2']],
]

/** Few of each, so that many fall together; sums that floating point adds up exactly. */
const anyCount = fc.record({
  day: fc.constantFrom('2026-11-21', '2026-11-22'),
  metric: fc.constantFrom('call.a', 'call.b', '導入'),
  library: fc.nat(2),
  count: fc.nat(1_000),
  sum: fc.nat(8_000).map((eighths) => eighths / 8),
})

const DAY = 86_400_000
const ownCalls = [
  callOf(3 * DAY, { actor: 'ann', milliseconds: 0.5 }),
  callOf(3 * DAY + 1, { actor: 'ann', milliseconds: 2, error: 'offline' }),
  callOf(4 * DAY - 1, { actor: 'ann', library: 2 }),
  callOf(4 * DAY, { actor: 'ann', operation: 'search' }),
  callOf(4 * DAY, { actor: 'ann', operation: null, funcName: 'tools_list' }),
  callOf(4 * DAY, { actor: 'ben' }),
  callOf(1 * DAY, { actor: 'ann' }),
]

export const recordCases: readonly StoreCase[] = [
  ...activityPages.map(([request, messages, total]) => ({
    says: `tells activities newest first: ${JSON.stringify(request)}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await store.record({ activities: activities.slice(0, 3) })
      await store.record({ activities: activities.slice(3) })
      const page = await askRecords(store, (view) => view.activities({ ...wholePage, ...request }))
      expect([page.items.map(({ message }) => message), page.total]).toEqual([messages, total])
    },
  })),
  ...callPages.map(([request, clients, total]) => ({
    says: `tells calls newest first: ${JSON.stringify(request)}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await store.record({ calls })
      const page = await askRecords(store, (view) => view.calls({ ...wholePage, ...request }))
      expect([page.items.map(({ client }) => client), page.total]).toEqual([clients, total])
    },
  })),
  ...auditPages.map(([request, targets, total]) => ({
    says: `tells the audit newest first: ${JSON.stringify(request)}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await store.record({ audit })
      const page = await askRecords(store, (view) => view.audit({ ...wholePage, ...request }))
      expect([page.items.map(({ target }) => target), page.total]).toEqual([targets, total])
    },
  })),
  ...countLists.map(([request, said]) => ({
    says: `tells counts by day, metric and library: ${JSON.stringify(request)}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await store.record({ counts })
      const told = await askRecords(store, (view) => view.counts({ ...always, ...request }))
      expect(told.map(sayCount)).toEqual(said)
    },
  })),
  ...casesOf({
    'keeps records to the letter': async ({ store }) => {
      const said = '文檔 👨‍👩‍👧 🇨🇳\r\n\u0000'
      const facts = { said, list: [null, 1.5, { deep: true }] }
      const activity = activityOf(1_700_000_000_000, { message: said, target: said, version: said, facts, library: 3 })
      const inputs = [said, null, '', [], facts, { text: '長'.repeat(100_000) }]
      const names = { client: said, actor: said, actorName: said, funcName: said, requestId: said, operation: null }
      const asked = inputs.map((input, at) => callOf(9_000 - at, { input, ...names, milliseconds: 0.25 }))
      const entry = auditOf(1, {
        actor: said,
        actorName: said,
        address: said,
        action: said,
        target: said,
        requestId: said,
        facts,
      })
      await store.record({ activities: [activity], calls: asked, audit: [auditOf(0), entry] })
      await store.read(everything, async ({ records }) => {
        expect((await records.activities(wholePage)).items).toEqual([activity])
        expect((await records.calls(wholePage)).items).toMatchObject(asked)
        expect((await records.audit(wholePage)).items).toEqual([entry, auditOf(0)])
      })
    },
    'adds counts to those of the day': async ({ store }) => {
      const written = fc.array(fc.array(anyCount, { maxLength: 6 }), { maxLength: 6 })
      const expected = new Map<string, DailyCount>()
      const property = fc.asyncProperty(written, async (writes) => {
        for (const added of writes) await store.record({ counts: added })
        for (const one of writes.flat()) {
          const { count, sum } = expected.get(sayCount(one)) ?? { count: 0, sum: 0 }
          expected.set(sayCount(one), { ...one, count: count + one.count, sum: sum + one.sum })
        }
        const told = await askRecords(store, (view) => view.counts(always))
        expect(new Map(told.map((one) => [sayCount(one), one]))).toEqual(expected)
      })
      await fc.assert(property, { numRuns: runs(20), seed: 5, endOnFailure: true })
    },
    'counts the calls of one actor by day': async ({ store }) => {
      await store.record({ calls: ownCalls })
      const told = await askRecords(store, (view) => view.countsOf({ actor: 'ann', from: '1970-01-03' }))
      expect(told.map(({ count, sum, ...one }) => `${sayCount(one as DailyCount)} ${count} ${sum}`)).toEqual([
        '04 call.get-library-docs 0 2 2.5',
        '04 call.get-library-docs 2 1 1.5',
        '05 call.search 0 1 1.5',
      ])
    },
    'forgets what calls were given that name a text': async ({ store }) => {
      const inputs: readonly Json[] = [
        { citation: 'wuku://chats/talks/潮 "1"#a' },
        { query: 'tides' },
        ['潮 "1"'],
        null,
      ]
      const hits = ['wuku://chats/talks/潮 "1"#b', 'wuku://notes/tides.md']
      await store.record({ calls: inputs.map((input, at) => callOf(9_000 - at, { input, hits: hits.slice(at) })) })
      await store.record({ forgetNaming: { texts: ['潮 "1"', 'nowhere'], at: 10_000 } })
      const { items } = await askRecords(store, (view) => view.calls(wholePage))
      expect(items.map(({ input }) => input)).toEqual([null, { query: 'tides' }, null, null])
      expect(items.map((call) => call.hits)).toEqual([[], ['wuku://notes/tides.md'], [], []])
    },
    'keeps no names of calls that began before something was forgotten, and are recorded after': async ({ store }) => {
      const named = (at: number) => callOf(at, { input: { query: 'tides' }, hits: ['wuku://notes/tides.md'] })
      const nameless = (at: number) => callOf(at, { input: null, hits: [], isWhole: false })
      await store.record({ calls: [named(1_000)] })
      await store.record({ forgetNaming: { texts: ['ebb'], at: 3_000.5 } })
      await store.record({ forgetNaming: { texts: [], at: 2_000 } })
      await store.record({ calls: [named(2_000), named(3_000), named(4_000)] })
      const { items } = await askRecords(store, (view) => view.calls(wholePage))
      expect(items).toMatchObject([named(4_000), nameless(3_000), nameless(2_000), named(1_000)])
    },
    'finds a call by its number': async ({ store }) => {
      await store.record({ calls: [callOf(1_000), callOf(3_000), callOf(2_000)] })
      const { items } = await askRecords(store, (view) => view.calls(wholePage))
      const ids = items.map(({ id = 0 }) => id)
      expect(new Set(ids).size).toBe(3)
      for (const [at, id] of ids.entries()) {
        const found = await askRecords(store, (view) => view.calls({ ...wholePage, id }))
        expect(found).toEqual({ items: [items[at]], total: 1 })
      }
      expect((await askRecords(store, (view) => view.calls({ ...wholePage, id: 99 }))).total).toBe(0)
    },
    'forgets what is older than a moment, counts never': async ({ store }) => {
      await store.record({ activities, calls, counts, audit })
      const old = { activities: [activityOf(1_999)], calls: [callOf(1_999)], audit: [auditOf(1_999)] }
      await store.record({ ...old, forgetBefore: 2_000 })
      await store.read(everything, async ({ records }) => {
        const told = [
          await records.activities(wholePage),
          await records.calls(wholePage),
          await records.audit(wholePage),
        ]
        expect(told.map(({ items }) => items.map(({ at }) => at))).toEqual([
          [3_000, 2_000, 2_000],
          [3_000, 2_000, 2_000],
          [3_000, 2_000, 2_000],
        ])
        expect(await records.counts(always)).toHaveLength(counts.length)
      })
      await store.record({})
      await store.record({ activities: [], calls: [], counts: [], forgetBefore: 9_000 })
      expect((await askRecords(store, (view) => view.activities(wholePage))).total).toBe(0)
      await store.record({ activities: [activityOf(10, { message: 'late' })] })
      expect((await askRecords(store, (view) => view.activities(wholePage))).items).toEqual([
        activityOf(10, { message: 'late' }),
      ])
    },
    'shows records to a view that began later, and to a write': async ({ store }) => {
      await store.read(everything, async ({ records }) => {
        await store.record({ activities, calls, counts })
        expect((await records.activities(wholePage)).total).toBe(0)
        expect((await records.calls(wholePage)).total).toBe(0)
        expect(await records.counts(always)).toEqual([])
      })
      expect(await store.write('all', async ({ records }) => (await records.calls(wholePage)).total)).toBe(calls.length)
    },
    'keeps records for the next process, and loses none of several that write at once': {
      needs: 'share',
      run: async ({ store, again }) => {
        const stores = [store, await again(), await again()]
        const record = (at: number) =>
          (stores[at % 3] ?? store).record({ calls: [callOf(at)], counts: [countOf('2026-11-22', { sum: at })] })
        await Promise.all(Array.from({ length: 30 }, (_, at) => record(at)))
        const told = (await again()).read(everything, async ({ records }) => ({
          calls: (await records.calls(wholePage)).items.map(({ at }) => at),
          counts: await records.counts(always),
        }))
        expect(await told).toEqual({
          calls: Array.from({ length: 30 }, (_, at) => 29 - at),
          counts: [countOf('2026-11-22', { count: 30, sum: 435 })],
        })
      },
    },
  }),
]
