import { expect } from 'vitest'
import type { CallRecord, Sample } from '@wuku/core/ports/record-store'
import { askRecords, callOf } from '../library-samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

const wholePage = { limit: 100, offset: 0 }
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

/** What is told of many calls at once, and of the server. */
export const callStatisticsCases: readonly StoreCase[] = [
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
  ...casesOf({
    'keeps measures of minutes for two days, of hours for two months, of days for two years': async ({ store }) => {
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
    'keeps answers for who shows one call, and forgets them with what they name': async ({ store }) => {
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
  }),
]
