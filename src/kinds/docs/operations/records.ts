import { z } from 'zod'
import { asJson } from '../../../engine/answer.ts'
import { dayOf, isoTime } from '../../../engine/day.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { counted } from '../../../engine/operations/counted.ts'
import { count } from '../../../engine/operations/shapes.ts'
import { actorOf, reaches } from '../../../engine/caller.ts'
import type { CallRecord, DailyCount } from '../../../ports/records.ts'
import type { Json } from '../../../core/words.ts'
import type { StoreView } from '../../../ports/store.ts'
import { libraryOf } from '../libraries/version-of.ts'
import { oneLibrary, paging } from './shapes.ts'

const DAY_MS = 86_400_000

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>

const activityInput = z.strictObject({
  library: oneLibrary.optional().describe('Only this library.'),
  task_id: z.string().max(26).optional().describe('Only this task.'),
  ...paging(50),
})
const activityOutput = z.strictObject({
  list: z
    .array(
      z.strictObject({
        at: z.string().nullable(),
        task_id: z.string(),
        event: z.string(),
        status: z.string(),
        message: z.string(),
        actor: z.string(),
        library_id: z.number().int().nullable(),
        version: z.string().nullable(),
        target: z.string().nullable(),
        facts: z.record(z.string(), json),
      }),
    )
    .describe('Newest first.'),
  total: count,
  status: z.enum(['processing', 'success', 'failed', 'cancelled', 'unknown']).describe('How the given task ended.'),
})

export const libraryActivity = defineOperation<z.output<typeof activityInput>, z.output<typeof activityOutput>>({
  name: 'library-activity',
  group: 'admin',
  title: 'Activity log of libraries',
  description: 'List what was imported, refreshed, changed and deleted, step by step, with failures and their reasons.',
  effect: 'read',
  input: activityInput,
  output: activityOutput,
  aliases: { task: 'task_id', library_id: 'library' },
  route: { method: 'GET', path: '/activity-logs' },
  examples: [{ says: 'One library', input: { library: 'react' } }],
  run: ({ library, task_id: task, page, page_size: limit }, { engine }) =>
    engine.read(async (view) => {
      const id = library === undefined ? undefined : (await libraryOf(library, view)).library.id
      const { items, total } = await view.records.activities({
        ...(task !== undefined && { task }),
        ...(id !== undefined && { library: id }),
        limit,
        offset: (page - 1) * limit,
      })
      return {
        list: items.map(({ at, task: task_id, library: library_id, facts, ...rest }) => ({
          at: isoTime(at),
          task_id,
          library_id,
          facts: { ...facts },
          ...rest,
        })),
        total,
        status: task === undefined ? ('unknown' as const) : await endOf(task, view),
      }
    }),
  render: asJson,
})

/** The last step of a piece of work is its end, whatever single documents came to before; no other step has such a state. */
async function endOf(task: string, view: StoreView) {
  const [last] = (await view.records.activities({ task, limit: 1, offset: 0 })).items
  if (!last) return 'unknown' as const
  if (last.status === 'error') return 'failed' as const
  return last.status === 'success' || last.status === 'cancelled' ? last.status : ('processing' as const)
}

const callsInput = z.strictObject({
  operation: z.string().max(100).optional().describe('Only this operation.'),
  library: oneLibrary.optional().describe('Only this library.'),
  failed: z.boolean().default(false).describe('Only failed calls.'),
  actor: z.string().max(100).optional().describe('Only calls of this user.'),
  surface: z.enum(['mcp', 'rest', 'cli']).optional().describe('Only calls that came this way.'),
  ...paging(50),
})
const callsOutput = z.strictObject({
  list: z
    .array(
      z.strictObject({
        at: z.string().nullable(),
        actor: z.string().describe('Id of the user; "local": the owner of the data folder.'),
        actor_name: z.string(),
        client: z.string(),
        surface: z.string(),
        func_name: z.string().describe('What was asked for: the tool, the operation, or the method of MCP.'),
        operation: z.string().nullable().describe('The operation that ran, if any.'),
        library_id: z.number().int().nullable(),
        input: json.describe('The arguments, secrets masked.'),
        results: z.number().int().nullable(),
        milliseconds: z.number(),
        status: z.enum(['success', 'error']),
        error: z.string().nullable().describe('Code of the error.'),
        request_id: z.string().nullable(),
      }),
    )
    .describe('Newest first.'),
  total: count,
})

export const listCalls = defineOperation<z.output<typeof callsInput>, z.output<typeof callsOutput>>({
  name: 'list-calls',
  group: 'admin',
  title: 'Log of calls',
  description: 'List the calls of agents: who, tool, arguments, time taken and number of results. An admin sees all.',
  effect: 'read',
  input: callsInput,
  output: callsOutput,
  aliases: { tool: 'operation', library_id: 'library' },
  route: { method: 'GET', path: '/calls' },
  examples: [{ says: 'Failed calls', input: { failed: true } }],
  run: ({ operation, library, failed, actor, surface, page, page_size: limit }, { engine, caller }) =>
    engine.read(async (view) => {
      const own = actorOf(caller)
      const seesAll = reaches(caller.level ?? 'admin', 'admin')
      if (!seesAll && actor !== undefined && actor !== own) return { list: [], total: 0 }
      const whose = seesAll ? actor : own
      const id = library === undefined ? undefined : (await libraryOf(library, view)).library.id
      const { items, total } = await view.records.calls({
        ...(operation !== undefined && { operation }),
        ...(id !== undefined && { library: id }),
        ...(whose !== undefined && { actor: whose }),
        ...(surface !== undefined && { surface }),
        failedOnly: failed,
        limit,
        offset: (page - 1) * limit,
      })
      return {
        list: items.map((call) => tellCall(call, seesAll)),
        total,
      }
    }),
  render: asJson,
})

/** A fault of ours may name files of the server: only its admins read how it reads. */
const errorFor = (error: string | null, seesAll: boolean): string | null =>
  error === null || seesAll || /^-?[\da-z][\da-z-]{0,40}$/.test(error) ? error : 'internal'

const tellCall = ({ at, actorName, funcName, requestId, library, error, ...call }: CallRecord, seesAll: boolean) => ({
  at: isoTime(at),
  actor: call.actor,
  actor_name: actorName,
  client: call.client,
  surface: call.surface,
  func_name: funcName,
  operation: call.operation,
  library_id: library,
  input: call.input,
  results: call.results,
  milliseconds: call.milliseconds,
  status: error === null ? ('success' as const) : ('error' as const),
  error: errorFor(error, seesAll),
  request_id: requestId,
})

const statsInput = z.strictObject({
  library: oneLibrary.optional().describe('Only this library.'),
  days: z.number().int().min(1).max(3_650).default(30).describe('Number of days to go back.'),
  metric: z.string().max(100).optional().describe('Only metrics with this prefix, such as "call.".'),
  mine: z.boolean().default(false).describe('By day, only own calls.'),
})
const statsOutput = z.strictObject({
  libraries: count,
  versions: count,
  documents: count,
  snippets: count,
  tokens: count,
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

export const libraryStatistics = defineOperation<z.output<typeof statsInput>, z.output<typeof statsOutput>>({
  name: 'library-statistics',
  group: 'admin',
  title: 'Statistics',
  description: 'Show how much documentation is here, and how often it was searched and imported, by day.',
  effect: 'read',
  input: statsInput,
  output: statsOutput,
  aliases: { library_id: 'library' },
  route: { method: 'GET', path: '/stats' },
  examples: [{ says: 'A month', input: {} }],
  run: ({ library, days, metric, mine }, { engine, caller }) =>
    engine.read(async (view) => {
      const id = library === undefined ? undefined : (await libraryOf(library, view)).library.id
      const versions = (await view.libraries.versions(id)).filter(({ status }) => status === 'active')
      const sum = (of: (counts: (typeof versions)[number]['counts']) => number): number =>
        versions.reduce((all, { counts }) => all + of(counts), 0)
      const now = engine.now()
      const from = dayOf(now - (days - 1) * DAY_MS)
      const isWanted = (one: DailyCount): boolean =>
        one.metric.startsWith(metric ?? '') && (id === undefined || one.library === id)
      const daily = mine
        ? (await view.records.countsOf({ actor: actorOf(caller), from })).filter(isWanted)
        : await view.records.counts({
            from,
            to: dayOf(now),
            ...(metric !== undefined && { metric }),
            ...(id !== undefined && { library: id }),
          })
      return {
        libraries: new Set(versions.map((version) => version.library)).size,
        versions: versions.length,
        documents: sum(({ documents }) => documents),
        snippets: sum(({ snippets }) => snippets),
        tokens: sum(({ tokens }) => tokens),
        daily: daily.map(({ day, metric: name, library: library_id, count: times, sum: total }) => ({
          day,
          metric: name,
          library_id,
          count: times,
          sum: total,
        })),
      }
    }),
  render: (answer) => [{ type: 'text', text: statisticsText(answer) }],
})

/** Totals, then each metric over all days: a person looks for what is large. */
function statisticsText({ daily, ...all }: z.output<typeof statsOutput>): string {
  const head =
    `${counted(all.libraries, 'library')}, ${counted(all.versions, 'version')}, ${counted(all.documents, 'document')}, ` +
    `${counted(all.snippets, 'snippet')}, ${counted(all.tokens, 'token')}.`
  const byMetric = [...Map.groupBy(daily, ({ metric }) => metric)].map(([metric, days]) => ({
    metric,
    times: days.reduce((sum, day) => sum + day.count, 0),
    total: days.reduce((sum, day) => sum + day.sum, 0),
  }))
  const lines = byMetric
    .toSorted((a, b) => b.times - a.times)
    .map(({ metric, times, total }) => {
      const mean = total > 0 && metric.startsWith('call.') ? `, ${(total / times).toFixed(1)} ms each` : ''
      return `  ${metric}  ${times}${mean}`
    })
  return [head, ...lines].join('\n')
}
