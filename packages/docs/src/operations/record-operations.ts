import { trCount } from '@wuku/messages/message'
import { z } from 'zod'
import { minuteOf, type TableColumn } from '@wuku/kernel/base/answer-table'
import { isoTime } from '@wuku/kernel/day'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count, text } from '@wuku/kernel/base/operation-shapes'
import { readSince } from '@wuku/kernel/since'
import { callShape, describeCall, type CallOutput } from '@wuku/kernel/calls/call-output'
import { callId, findCall, seesAllCalls } from '@wuku/kernel/calls/show-call'
import { actorOf } from '@wuku/kernel/base/caller'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { CallsRequest } from '@wuku/core/ports/record-store'
import { callCounts } from './statistics.ts'
import type { Json } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { libraryOf } from '../scope.ts'
import { oneLibrary, paging } from '../search/docs-shapes.ts'

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>

const activityOutput = z.strictObject({
  list: z
    .array(
      z.strictObject({
        at: z.string().nullable(),
        task_id: z.string(),
        event: z.string(),
        status: z.string(),
        message: text,
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

export const libraryActivity = defineOperation({
  name: 'library-activity',
  title: 'Activity log of libraries',
  description: 'List what was imported, refreshed, changed and deleted, step by step, with failures and their reasons.',
  effect: 'read',
  input: z.strictObject({
    library: oneLibrary.optional().describe('Only this library.'),
    task_id: z.string().max(26).optional().describe('Only this task.'),
    ...paging(50),
  }),
  output: activityOutput,
  aliases: { task: 'task_id', library_id: 'library' },
  route: { method: 'GET', path: '/activity-logs' },
  examples: [{ label: 'One library', input: { library: 'react' } }],
  run: ({ library, task_id: task, page, page_size: limit }, { engine }) =>
    engine.read(async (view) => {
      const id = library === undefined ? undefined : (await libraryOf(library, view)).library.id
      const request = { task, library: id, limit, offset: (page - 1) * limit }
      const { items, total } = await view.records.activities(request)
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
  table: ({ list: rows }) => ({ columns: activityColumns, rows }),
})

const activityColumns: readonly TableColumn<z.output<typeof activityOutput>['list'][number]>[] = [
  { cell: ({ at }) => minuteOf(at), look: 'dim' },
  {
    cell: ({ event }) => event,
    lookOf: ({ status }) => (status === 'error' ? 'red' : status === 'success' ? 'green' : 'dim'),
  },
  { cell: ({ version, target }) => [version, target].filter((each) => each !== null).join(' ') },
  { cell: ({ message }) => message, is: 'word' },
]

/** The last step of a piece of work is its end, whatever single documents came to before; no other step has such a state. */
async function endOf(task: string, view: StoreView) {
  const [last] = (await view.records.activities({ task, limit: 1, offset: 0 })).items
  if (!last) return 'unknown' as const
  if (last.status === 'error') return 'failed' as const
  return last.status === 'success' || last.status === 'cancelled' ? last.status : ('processing' as const)
}

const timestamp = z.string().min(1).max(40)

const callFilters = {
  operation: z.string().max(100).optional().describe('Only this operation.'),
  failed: z.boolean().default(false).describe('Only failed calls.'),
  empty: z.boolean().default(false).describe('Only calls that were answered with no results.'),
  actor: z.string().max(100).optional().describe('Only calls of this user.'),
  client: z.string().max(200).optional().describe('Only calls of this client program.'),
  without_client: z.string().max(200).optional().describe('Not the calls of this client program, such as "console".'),
  surface: z.enum(['mcp', 'rest', 'cli']).optional().describe('Only calls that came this way.'),
  since: timestamp.optional().describe('From this time on: ISO 8601, or an age such as "7d" or "1h".'),
  until: timestamp.optional().describe('Before this time.'),
  ...paging(50),
}
const filtersShape = z.strictObject(callFilters)

/** As the store is asked for them: without administration for the own ones alone. */
function requestOf(filters: z.output<typeof filtersShape>, { engine, caller }: OperationContext): CallsRequest {
  const { failed, empty, without_client: withoutClient, page, page_size: limit, since, until, ...only } = filters
  const timeOf = (time: string | undefined) => (time === undefined ? undefined : readSince(time, engine.now()))
  const own = actorOf(caller)
  return {
    ...only,
    withoutClient,
    actor: seesAllCalls(caller) || only.actor === own ? only.actor : only.actor === undefined ? own : '',
    from: timeOf(since),
    to: timeOf(until),
    failedOnly: failed,
    emptyOnly: empty,
    limit,
    offset: (page - 1) * limit,
  }
}

const callsInput = filtersShape.extend({
  library: oneLibrary.optional().describe('Only this library.'),
  session: z.string().max(100).optional().describe('Only calls of this connection.'),
})
export const listCalls = defineOperation({
  name: 'list-calls',
  title: 'Log of calls',
  description: 'List the calls of agents: who, tool, arguments, time taken and number of results. An admin sees all.',
  effect: 'read',
  input: callsInput,
  output: z.strictObject({
    list: z.array(callShape).describe('Newest first.'),
    total: count,
  }),
  aliases: { tool: 'operation', library_id: 'library', from: 'since', to: 'until' },
  route: { method: 'GET', path: '/calls' },
  examples: [{ label: 'Failed calls', input: { failed: true } }],
  run: ({ library, session, ...filters }, context) =>
    context.engine.read(async (view) => {
      const id = library === undefined ? undefined : (await libraryOf(library, view)).library.id
      const { items, total } = await view.records.calls({ ...requestOf(filters, context), library: id, session })
      return { list: items.map((call) => describeCall(call, seesAllCalls(context.caller))), total }
    }),
  table: ({ list: rows }) => ({ columns: callColumns, rows }),
})

const callColumns: readonly TableColumn<CallOutput>[] = [
  { cell: ({ at }) => minuteOf(at), look: 'dim' },
  { cell: ({ client }) => client },
  { cell: ({ operation, func_name: name }) => operation ?? name },
  { cell: ({ milliseconds }) => `${milliseconds.toFixed(0)} ms` },
  {
    cell: ({ error, results }) => error ?? (results === null ? '–' : trCount(results, 'result')),
    is: 'word',
    lookOf: ({ error }) => (error === null ? 'dim' : 'red'),
  },
  { cell: ({ input }) => JSON.stringify(input), look: 'dim', least: 10 },
]

const sessionShape = callShape.pick({ actor: true, actor_name: true, client: true, surface: true }).extend({
  call: z.number().int().describe('Id of one of its calls.'),
  session: z.string().nullable().describe('The connection; null: told apart by a pause of half an hour.'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  ...callCounts,
  tokens: count,
  milliseconds: z.number(),
  tools: count.describe('Number of different ones.'),
  questions: z.array(z.string()).describe('The first that were asked.'),
})

export const listSessions = defineOperation({
  name: 'list-sessions',
  title: 'Sessions of agents',
  description: 'List the sessions of agents: calls of one connection, or of one client without a long pause.',
  effect: 'read',
  isHidden: true,
  input: filtersShape.extend({ call: callId.optional().describe('Only the session with this call.') }),
  output: z.strictObject({ list: z.array(sessionShape).describe('Latest first.'), total: count }),
  route: { method: 'GET', path: '/sessions' },
  examples: [{ label: 'The last month', input: { since: '30d' } }],
  async run({ call: id, ...filters }, context) {
    const { engine, caller } = context
    const call = id === undefined ? undefined : (await findCall(id, caller, engine)).call
    const request = { ...requestOf(filters, context), call }
    const { items, total } = await engine.read((view) => view.records.sessions(request))
    const list = items.map(({ actorName, from, to, questions, ...session }) => ({
      ...session,
      actor_name: actorName,
      from: isoTime(from),
      to: isoTime(to),
      questions: [...questions],
    }))
    return { list, total }
  },
})
