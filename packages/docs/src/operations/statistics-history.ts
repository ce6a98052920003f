import { z } from 'zod'
import { actorOf } from '@wuku/kernel/base/caller'
import { seesAllCalls } from '@wuku/kernel/calls/show-call'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count } from '@wuku/kernel/base/operation-shapes'
import { readSince } from '@wuku/kernel/since'
import { callCounts, callsShape, describeCalls, MAX_NOT_FOUND } from './statistics.ts'

const MINUTE = 60_000
/** More than a chart has room for. */
const MAX_STEPS = 1_500

const moment = z.string().min(1).max(40)
const stretch = z.strictObject({
  at: z.number().describe('Its beginning, in milliseconds since 1970.'),
  ...callCounts,
  tokens: count,
  p50: z.number(),
  p95: z.number(),
})
/** Calls and the server over time: exactly counted from the log of calls, and from what the server measured of itself. */
export const statisticsHistory = defineOperation({
  name: 'statistics-history',
  title: 'Statistics over time',
  description: 'Count calls, failures, tokens and durations over a range of time, beside the range before it.',
  effect: 'read',
  isHidden: true,
  isUnlogged: true,
  input: z.strictObject({
    since: moment.default('24h').describe('From this time on: ISO 8601, or an age such as "7d" or "1h".'),
    until: moment.optional().describe('Before this time; by default now.'),
    step: z.number().int().min(1).max(525_600).default(60).describe('Minutes of each stretch.'),
    mine: z.boolean().default(false).describe('Only own calls.'),
    surface: z.enum(['mcp', 'rest', 'cli']).optional().describe('Only calls that came this way.'),
    without_client: z.string().max(200).optional().describe('Not the calls of this client program, such as "console".'),
  }),
  output: z.strictObject({
    from: z.number(),
    to: z.number(),
    step: z.number().int().describe('Minutes of each stretch: more than asked for, where that were too many.'),
    calls: callsShape,
    series: z.array(stretch).describe('Stretches with calls, oldest first.'),
    totals: z
      .array(stretch)
      .describe('The one of the same length before, and the whole of this one, where there are calls.'),
    server: z
      .array(z.strictObject({ at: z.number(), metric: z.string(), mean: z.number(), top: z.number() }))
      .describe('Measures of the server, each minute, for administrators.'),
  }),
  route: { method: 'GET', path: '/stats/history' },
  examples: [{ label: 'The last day by hours', input: {} }],
  run: ({ since, until, step: minutes, mine, surface, without_client: withoutClient }, { engine, caller }) =>
    engine.read(async ({ records }) => {
      const to = until === undefined ? engine.now() : readSince(until, engine.now())
      const asked = Math.min(readSince(since, engine.now()), to - 1)
      const step = Math.max(minutes, Math.ceil((to - asked) / MINUTE / MAX_STEPS)) * MINUTE
      const from = Math.floor(asked / step) * step
      const seesAll = seesAllCalls(caller)
      const of = { from, to, surface, withoutClient, actor: mine || !seesAll ? actorOf(caller) : undefined }
      const [calls, series, totals, server] = await Promise.all([
        records.summary({ ...of, maxNotFound: MAX_NOT_FOUND }),
        records.series({ ...of, step }),
        records.series({ ...of, from: from - (to - from), step: to - from }),
        seesAll ? records.samples({ from, to, step }) : [],
      ])
      return {
        from,
        to,
        step: step / MINUTE,
        calls: describeCalls(calls),
        series: [...series],
        totals: [...totals],
        server: [...server],
      }
    }),
})
