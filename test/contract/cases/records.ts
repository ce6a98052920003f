import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Json } from '@wuku/core/core-types'
import type { CallRecord, DailyCount, Sample } from '@wuku/core/ports/record-store'
import { activityOf, askRecords, auditOf, callOf, countOf } from '../library-samples.ts'
import type { StoreCase } from '../store.ts'
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

const DAY = 86_400_000

const DAYS_LATER = 20 * DAY
const summarized = [
  ...[8, 1, 2, 4].map((milliseconds) =>
    callOf(DAYS_LATER, { milliseconds, results: 3, tokens: 100, client: 'one', actor: 'ann' }),
  ),
  callOf(DAYS_LATER + 5, { operation: 'search', input: { query: 'ebb' }, library: 1 }),
  callOf(DAYS_LATER + 6, { operation: 'search', input: { topic: 'flood', query: 'ebb' }, tokens: 7 }),
  callOf(DAYS_LATER + 7, { operation: 'search', input: { intent_query: '潮汐' }, actor: 'ann' }),
  callOf(DAYS_LATER + DAY, { operation: 'search', input: { query: ['ebb'] }, error: 'offline', results: null }),
  callOf(DAYS_LATER + DAY, { operation: 'search', input: { query: 3 } }),
  callOf(DAYS_LATER + DAY, { operation: 'search', input: null }),
  callOf(DAYS_LATER + DAY, { operation: null, funcName: 'tools_list' }),
  callOf(1_000, { client: 'before' }),
]

const summaries: readonly (readonly [request: object, summary: object])[] = [
  [
    {},
    {
      byTool: [
        { operation: 'search', calls: 6, failed: 1, empty: 5, tokens: 7, p50: 1.5, p95: 1.5 },
        { operation: 'get-library-docs', calls: 4, failed: 0, empty: 0, tokens: 400, p50: 2, p95: 8 },
      ],
      byClient: [
        { client: 'a client', calls: 6, failed: 1, empty: 5, lastAt: DAYS_LATER + DAY },
        { client: 'one', calls: 4, failed: 0, empty: 0, lastAt: DAYS_LATER },
      ],
      byDay: [
        { day: '1970-01-21', calls: 7, failed: 0, empty: 3 },
        { day: '1970-01-22', calls: 3, failed: 1, empty: 2 },
      ],
      notFound: [
        { query: 'ebb', operation: 'search', times: 2, lastAt: DAYS_LATER + 6 },
        { query: '潮汐', operation: 'search', times: 1, lastAt: DAYS_LATER + 7 },
      ],
    },
  ],
  [{ maxNotFound: 1 }, { notFound: [{ query: 'ebb', operation: 'search', times: 2, lastAt: DAYS_LATER + 6 }] }],
  [{ library: 1 }, { byDay: [{ day: '1970-01-21', calls: 1, failed: 0, empty: 1 }] }],
  [
    { withoutClient: 'one' },
    {
      byTool: [{ operation: 'search', calls: 6 }],
      byDay: [
        { day: '1970-01-21', calls: 3 },
        { day: '1970-01-22', calls: 3 },
      ],
    },
  ],
  [{ actor: 'ann' }, { byDay: [{ day: '1970-01-21', calls: 5, failed: 0, empty: 1 }] }],
  [{ from: DAYS_LATER + 2 * DAY }, { byTool: [], byClient: [], byDay: [], notFound: [] }],
]

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Two connections of one agent at the same time, and a client that keeps none and comes back after an hour. */
const connected = (session: string, at: number, sample: object = {}): CallRecord =>
  callOf(at, { session, client: 'agent', actor: 'ann', actorName: 'Ann', results: 1, ...sample })
const single = (at: number, sample: object = {}): CallRecord =>
  callOf(at, { client: 'script', surface: 'rest', results: 1, ...sample })
const visits = [
  connected('a', 10 * MINUTE, { operation: 'recall', input: { query: 'ebb' }, tokens: 10 }),
  connected('b', 11 * MINUTE, { error: 'offline', results: null }),
  connected('a', 12 * MINUTE, { operation: null, funcName: 'tools_list' }),
  connected('a', 5 * HOUR, { operation: 'open', input: { path: 'tides.md' }, tokens: 5, milliseconds: 2.5 }),
  single(10 * MINUTE, { input: { query: 'first' } }),
  single(39 * MINUTE),
  single(70 * MINUTE, { input: { query: 'second' }, results: 0 }),
]

const sessionPages: readonly (readonly [request: object, sessions: readonly object[], total: number])[] = [
  [
    {},
    [
      {
        session: 'a',
        actorName: 'Ann',
        from: 10 * MINUTE,
        to: 5 * HOUR,
        calls: 2,
        tokens: 15,
        milliseconds: 4,
        tools: 2,
        questions: ['ebb', 'tides.md'],
      },
      { session: null, client: 'script', from: 70 * MINUTE, calls: 1, empty: 1, questions: ['second'] },
      { session: null, client: 'script', from: 10 * MINUTE, to: 39 * MINUTE, calls: 2, questions: ['first'] },
      { session: 'b', failed: 1, questions: [] },
    ],
    4,
  ],
  [{ limit: 1, offset: 1 }, [{ client: 'script', from: 70 * MINUTE }], 4],
  [{ surface: 'mcp', client: 'agent' }, [{ session: 'a' }, { session: 'b' }], 2],
  [{ withoutClient: 'agent' }, [{ from: 70 * MINUTE }, { from: 10 * MINUTE }], 2],
  [{ actor: 'local', from: HOUR }, [{ from: 70 * MINUTE }], 1],
  [{ operation: 'open' }, [{ session: 'a', calls: 2 }], 1],
  [{ failedOnly: true }, [{ session: 'b' }], 1],
  [{ emptyOnly: true }, [{ from: 70 * MINUTE }], 1],
  [{ call: visits[1] }, [{ session: 'b' }], 1],
  [{ call: visits[5] }, [{ from: 10 * MINUTE, to: 39 * MINUTE }], 1],
  [{ actor: 'nobody' }, [], 0],
]

const seriesRows: readonly (readonly [request: object, stretches: readonly object[]])[] = [
  [
    { from: DAYS_LATER, step: DAY },
    [
      { at: DAYS_LATER, calls: 7, failed: 0, empty: 3, tokens: 407, p50: 1.5, p95: 8 },
      { at: DAYS_LATER + DAY, calls: 3, failed: 1, empty: 2, tokens: 0, p50: 1.5, p95: 1.5 },
    ],
  ],
  [
    { from: DAYS_LATER - 1, step: 7, to: DAYS_LATER + DAY, actor: 'ann' },
    [{ calls: 4 }, { at: DAYS_LATER + 6, calls: 1 }],
  ],
  [{ from: DAYS_LATER, step: DAY, withoutClient: 'one', to: DAYS_LATER + 6 }, [{ calls: 1 }]],
  [{ from: DAYS_LATER, step: DAY, library: 1 }, [{ calls: 1 }]],
  [{ from: DAYS_LATER + 2 * DAY, step: DAY }, []],
]

const LATE = 1_000 * DAY
const measured = (at: number, value: number, metric = 'memory'): Sample => ({ at, metric, value })

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
  ...summaries.map(([request, summary]) => ({
    says: `sums up calls: ${JSON.stringify(request)}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await store.record({ calls: summarized })
      const told = await askRecords(store, (view) => view.summary({ from: DAYS_LATER, maxNotFound: 100, ...request }))
      expect(told).toMatchObject(summary)
    },
  })),
  ...sessionPages.map(([request, sessions, total]) => ({
    says: `tells sessions, the latest first: ${JSON.stringify(request)}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await store.record({ calls: visits })
      const page = await askRecords(store, (view) => view.sessions({ ...wholePage, ...request }))
      expect(page).toMatchObject({ items: sessions, total })
      expect(page.items).toHaveLength(sessions.length)
    },
  })),
  ...seriesRows.map(([request, stretches]) => ({
    says: `counts calls by stretches of time: ${JSON.stringify(request)}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await store.record({ calls: summarized })
      const told = await askRecords(store, (view) => view.series({ from: 0, step: DAY, ...request }))
      expect(told).toMatchObject(stretches)
      expect(told).toHaveLength(stretches.length)
    },
  })),
  {
    says: 'keeps measures of minutes for two days, of hours for two months, of days for two years',
    run: async ({ store }) => {
      await store.record({ samples: [measured(LATE - 731 * DAY, 1), measured(LATE - 40 * DAY, 2)] })
      await store.record({ samples: [measured(LATE, 4), measured(LATE, 9, 'queued'), measured(LATE + 20_000, 8)] })
      const told = (step: number, from = 0): Promise<unknown> =>
        askRecords(store, (view) => view.samples({ step, from, to: LATE + DAY }))
      const [memory, queued] = [
        { at: LATE, metric: 'memory', mean: 6, top: 8 },
        { at: LATE, metric: 'queued', mean: 9, top: 9 },
      ]
      expect(await told(MINUTE)).toEqual([memory, queued])
      expect(await told(HOUR)).toEqual([{ at: LATE - 40 * DAY, metric: 'memory', mean: 2, top: 2 }, memory, queued])
      expect(await told(DAY)).toMatchObject([{ mean: 1 }, { mean: 2 }, memory, queued])
      expect(await told(2 * DAY, LATE)).toEqual([memory, queued])
    },
  },
  {
    says: 'keeps answers for who shows one call, and forgets them with what they name',
    run: async ({ store }) => {
      const answers = ['the ebb \u0000 潮', 'see wuku://notes/harbour/tides.md']
      await store.record({ calls: answers.map((answer, at) => callOf(at + 1, { answer })) })
      const told = async (): Promise<unknown> =>
        askRecords(store, async (view) => {
          const { items } = await view.calls(wholePage)
          const each = await Promise.all(items.map(({ id = 0 }) => view.calls({ ...wholePage, id })))
          return [items.map(({ answer }) => answer), each.map(({ items: [call] }) => call?.answer)]
        })
      expect(await told()).toEqual([[null, null], answers.toReversed()])
      await store.record({ forgetNaming: { texts: ['wuku://notes/harbour/tides.md'], at: 0 } })
      expect(await told()).toEqual([
        [null, null],
        [null, answers[0]],
      ])
    },
  },
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
  {
    says: 'keeps records to the letter',
    run: async ({ store }) => {
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
  },
  {
    says: 'adds counts to those of the day',
    run: async ({ store }) => {
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
  },
  {
    says: 'forgets what calls were given that name a text',
    run: async ({ store }) => {
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
  },
  {
    says: 'keeps no names of calls that began before something was forgotten, and are recorded after',
    run: async ({ store }) => {
      const named = (at: number) => callOf(at, { input: { query: 'tides' }, hits: ['wuku://notes/tides.md'] })
      const nameless = (at: number) => callOf(at, { input: null, hits: [], isWhole: false })
      await store.record({ calls: [named(1_000)] })
      await store.record({ forgetNaming: { texts: ['ebb'], at: 3_000.5 } })
      await store.record({ forgetNaming: { texts: [], at: 2_000 } })
      await store.record({ calls: [named(2_000), named(3_000), named(4_000)] })
      const { items } = await askRecords(store, (view) => view.calls(wholePage))
      expect(items).toMatchObject([named(4_000), nameless(3_000), nameless(2_000), named(1_000)])
    },
  },
  {
    says: 'finds a call by its number',
    run: async ({ store }) => {
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
  },
  {
    says: 'forgets what is older than a moment, counts never',
    run: async ({ store }) => {
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
  },
  {
    says: 'shows records to a view that began later, and to a write',
    run: async ({ store }) => {
      await store.read(everything, async ({ records }) => {
        await store.record({ activities, calls, counts })
        expect((await records.activities(wholePage)).total).toBe(0)
        expect((await records.calls(wholePage)).total).toBe(0)
        expect(await records.counts(always)).toEqual([])
      })
      expect(await store.write('all', async ({ records }) => (await records.calls(wholePage)).total)).toBe(calls.length)
    },
  },
  {
    says: 'keeps records for the next process, and loses none of several that write at once',
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
]
