import { z } from 'zod'
import { actorOf } from '../base/caller.ts'
import { defineOperation } from '../base/operation.ts'
import { count } from '../base/operation-shapes.ts'
import { isoTime } from '../day.ts'
import { readSince } from '../since.ts'
import { callId, findCall, seesAllCalls, showCall } from './show-call.ts'

const name = z.string().max(200).optional()

const input = z.strictObject({
  call: callId.optional().describe('Only the session with this call.'),
  operation: name.describe('Only with a call of this operation.'),
  failed: z.boolean().default(false).describe('Only with a failed call.'),
  empty: z.boolean().default(false).describe('Only with a call that was answered with no results.'),
  actor: name.describe('Only of this user.'),
  client: name.describe('Only of this client program.'),
  without_client: name.describe('Not of this client program.'),
  surface: z.enum(['mcp', 'rest', 'cli']).optional().describe('Only such as came this way.'),
  since: z.string().min(1).max(40).default('30d').describe('With calls from this time on: ISO 8601, or an age.'),
  until: z.string().min(1).max(40).optional().describe('With calls before this time.'),
  page: z.number().int().min(1).default(1).describe('From 1.'),
  page_size: z.number().int().min(1).max(500).default(50).describe('Entries per page.'),
})
const output = z.strictObject({
  list: z
    .array(
      z.strictObject({
        call: z.number().int().describe('Id of one of its calls.'),
        actor: z.string(),
        actor_name: z.string(),
        client: z.string(),
        surface: z.string(),
        session: z.string().nullable().describe('The connection; null: told apart by a pause of half an hour.'),
        from: z.string().nullable(),
        to: z.string().nullable(),
        calls: count,
        failed: count,
        empty: count,
        tokens: count,
        milliseconds: z.number(),
        tools: count.describe('Number of different ones.'),
        questions: z.array(z.string()).describe('The first that were asked.'),
      }),
    )
    .describe('Latest first.'),
  total: count,
})

const listSessions = defineOperation({
  name: 'list-sessions',
  group: 'admin',
  title: 'Sessions of agents',
  description: 'List the sessions of agents: calls of one connection, or of one client without a long pause.',
  effect: 'read',
  isHidden: true,
  input,
  output,
  route: { method: 'GET', path: '/sessions' },
  examples: [{ label: 'The last month', input: {} }],
  async run({ call: id, since, until, failed, empty, page, page_size: limit, ...only }, { engine, caller }) {
    const { operation, client, surface, without_client: withoutClient } = only
    const actor = seesAllCalls(caller) ? only.actor : actorOf(caller)
    const call = id === undefined ? undefined : (await findCall(id, caller, engine)).call
    const [from, to] = [since, until].map((time) =>
      call || time === undefined ? undefined : readSince(time, engine.now()),
    )
    const filters = { call, operation, client, surface, withoutClient, actor, from, to }
    const { items, total } = await engine.read((view) =>
      view.records.sessions({
        ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
        failedOnly: failed,
        emptyOnly: empty,
        limit,
        offset: (page - 1) * limit,
      }),
    )
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

export const callOperations = [showCall, listSessions]
