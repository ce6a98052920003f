import { msg, tr } from '@wuku/messages/docs'
import { z } from 'zod'
import { dayOf, isoTime } from '@wuku/kernel/day'
import { defineOperation } from '@wuku/kernel/base/operation'
import { grouped } from '@wuku/kernel/base/counted'
import { count } from '@wuku/kernel/base/operation-shapes'
import { actorOf } from '@wuku/kernel/base/caller'
import { seesAllCalls } from '@wuku/kernel/calls/show-call'
import type { CallSummary, DailyCount } from '@wuku/core/ports/record-store'
import { libraryOf } from '../scope.ts'
import { oneLibrary } from '../search/docs-shapes.ts'

const DAY_MS = 86_400_000
export const MAX_NOT_FOUND = 100
const SHOWN_NOT_FOUND = 10

export const callCounts = { calls: count, failed: count, empty: count }

/** Statistics from the log of calls. */
export const callsShape = z
  .strictObject({
    total: count,
    failed: count,
    empty: count.describe('Answered with no results.'),
    by_tool: z
      .array(
        z.strictObject({
          operation: z.string(),
          ...callCounts,
          p50: z.number().describe('Milliseconds of the median call.'),
          p95: z.number().describe('Milliseconds that 95 of 100 calls stay within.'),
          tokens: count.describe('Of the texts of all answers to agents.'),
        }),
      )
      .describe('Most called first.'),
    by_client: z
      .array(z.strictObject({ client: z.string(), ...callCounts, last_at: z.string().nullable() }))
      .describe('Most calls first.'),
    by_day: z.array(z.strictObject({ day: z.string(), ...callCounts })).describe('Oldest first.'),
    not_found: z
      .array(
        z.strictObject({
          query: z.string(),
          operation: z.string(),
          times: count,
          last_at: z.string().nullable(),
          actors: count.describe('How many users asked.'),
          actor_name: z.string().describe('Name of one of them.'),
          client: z.string().describe('A program that asked.'),
        }),
      )
      .describe('Questions that were answered with no results, the first 100, most often asked first.'),
  })
  .describe('Own calls, of an admin those of everybody, as far as the log of calls is kept.')

const statsOutput = z.strictObject({
  libraries: count,
  archived: count.describe('Libraries that are kept and not searched.'),
  versions: count,
  documents: count,
  snippets: count,
  tokens: count,
  calls: callsShape,
  daily: z.array(
    z.strictObject({
      day: z.string(),
      metric: z.string(),
      library_id: z.number().int().describe('0: no library.'),
      count,
      sum: z.number().describe('Sum of the measured values, such as milliseconds.'),
    }),
  ),
})

export const libraryStatistics = defineOperation({
  name: 'library-statistics',
  title: 'Statistics',
  description: 'Show how much documentation is here, and how often it was searched and imported, by day.',
  effect: 'read',
  input: z.strictObject({
    library: oneLibrary.optional().describe('Only this library.'),
    days: z.number().int().min(1).max(3_650).default(30).describe('Number of days to go back.'),
    metric: z.string().max(100).optional().describe('Only metrics with this prefix, such as "call.".'),
    mine: z.boolean().default(false).describe('Only own calls.'),
    without_client: z.string().max(100).optional().describe('Not the calls of this client program, such as "console".'),
  }),
  output: statsOutput,
  aliases: { library_id: 'library' },
  route: { method: 'GET', path: '/stats' },
  examples: [{ label: 'A month', input: {} }],
  run: ({ library, days, metric, mine, without_client: without }, { engine, caller }) =>
    engine.read(async (view) => {
      const id = library === undefined ? undefined : (await libraryOf(library, view)).library.id
      const versions = (await view.libraries.versions(id)).filter(({ status }) => status === 'active')
      const archivedLibraries = (await view.libraries.libraries()).filter(({ status }) => status === 'archived')
      const sum = (of: (counts: (typeof versions)[number]['counts']) => number): number =>
        versions.reduce((all, { counts }) => all + of(counts), 0)
      const now = engine.now()
      const from = dayOf(now - (days - 1) * DAY_MS)
      const isRequested = (one: DailyCount): boolean =>
        one.metric.startsWith(metric ?? '') && (id === undefined || one.library === id)
      const daily = mine
        ? (await view.records.countsOf({ actor: actorOf(caller), from })).filter(isRequested)
        : await view.records.counts({ from, to: dayOf(now), metric, library: id })
      const calls = await view.records.summary({
        from: Date.parse(from),
        maxNotFound: MAX_NOT_FOUND,
        actor: mine || !seesAllCalls(caller) ? actorOf(caller) : undefined,
        library: id,
        withoutClient: without,
      })
      return {
        calls: describeCalls(calls),
        libraries: new Set(versions.map((version) => version.library)).size,
        archived: archivedLibraries.filter((each) => id === undefined || each.id === id).length,
        versions: versions.length,
        documents: sum(({ documents }) => documents),
        snippets: sum(({ snippets }) => snippets),
        tokens: sum(({ tokens }) => tokens),
        daily: daily.map(({ library: library_id, ...each }) => ({ ...each, library_id })),
      }
    }),
  render: (answer) => statisticsText(answer),
})

export function describeCalls({ byTool, byClient, byDay, notFound }: CallSummary): z.output<typeof callsShape> {
  const sum = (of: (day: CallSummary['byDay'][number]) => number) => byDay.reduce((all, day) => all + of(day), 0)
  return {
    total: sum(({ calls }) => calls),
    failed: sum(({ failed }) => failed),
    empty: sum(({ empty }) => empty),
    by_tool: byTool.map((tool) => ({ ...tool })),
    by_client: byClient.map(({ lastAt, ...client }) => ({ ...client, last_at: isoTime(lastAt) })),
    by_day: byDay.map((day) => ({ ...day })),
    not_found: notFound.map(({ lastAt, actorName, ...question }) => ({
      ...question,
      last_at: isoTime(lastAt),
      actor_name: actorName,
    })),
  }
}

/** Totals, then each metric over all days: a person looks for what is large. */
function statisticsText({ daily, calls, ...all }: z.output<typeof statsOutput>): string {
  const { libraries, versions, documents, snippets, tokens } = all
  const archived = all.archived > 0 ? tr(msg('andArchived', { count: grouped(all.archived) })) : ''
  const head = tr(msg('totals', { libraries, archived, versions, documents, snippets, tokens }))
  const byMetric = [...Map.groupBy(daily, ({ metric }) => metric)].map(([metric, days]) => ({
    metric,
    times: days.reduce((sum, day) => sum + day.count, 0),
    total: days.reduce((sum, day) => sum + day.sum, 0),
  }))
  const lines = byMetric
    .toSorted((a, b) => b.times - a.times)
    .map(({ metric, times, total }) => {
      const mean =
        total > 0 && metric.startsWith('call.') ? tr(msg('msEach', { total: (total / times).toFixed(1) })) : ''
      return `  ${metric}  ${times}${mean}`
    })
  const missed = calls.not_found.slice(0, SHOWN_NOT_FOUND).map(({ query, times }) => `  ${times} × ${query}`)
  return [head, ...lines, ...(missed.length > 0 ? [tr('Asked and not found:'), ...missed] : [])].join('\n')
}
