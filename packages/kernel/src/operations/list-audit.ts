import { msg, tr } from '@wuku/messages/kernel'
import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import type { Accounts, AuditEntry } from '@wuku/core/ports/accounts'
import type { TableColumn } from '../base/answer-table.ts'
import { defineOperation } from '../base/operation.ts'
import { count } from '../base/operation-shapes.ts'

const MAX_ENTRIES = 1_000

const isoTime = z.iso.datetime({ offset: true })
const word = z.string().trim().min(1).max(200)

const input = z.strictObject({
  action: z
    .union([word, z.array(word).min(1).max(50)])
    .optional()
    .describe('Only this action, such as "key.create", or these.'),
  actor: word.optional().describe('Only acts of this user, by name or id; "local": of the owner of the data folder.'),
  target: word.optional().describe('Only acts on what has this id.'),
  outcome: z.enum(['done', 'denied']).optional().describe('Only what was done, or was denied.'),
  since: isoTime.optional().describe('From this moment on.'),
  until: isoTime.optional().describe('Before this moment.'),
  page: z.number().int().min(1).max(100_000).default(1).describe('From 1.'),
  page_size: z.number().int().min(1).max(MAX_ENTRIES).default(50).describe('Entries per page.'),
})

const entry = z.strictObject({
  at: z.string().describe('Time, ISO 8601.'),
  actor: z.string().describe('Id of the user; "local": the owner of the data folder.'),
  actor_name: z.string().describe('Name of the user at that time.'),
  address: z.string().nullable().describe('Address of the client; null: a command on the machine of the server.'),
  action: z.string().describe('Such as "key.create".'),
  target: z.string().nullable().describe('Id of what it was done to.'),
  outcome: z.enum(['done', 'denied']).describe('Whether it was done.'),
  request_id: z.string().nullable().describe('As the answer named it.'),
  facts: z.record(z.string(), z.json() as z.ZodType<Json>).describe('More of it: ids and names.'),
})
export type AuditOutput = z.output<typeof entry>

const output = z.strictObject({
  list: z.array(entry).describe('Newest first.'),
  total: count.describe('Of all pages.'),
})
export type AuditPage = z.output<typeof output>

/** Nothing changes the audit, and only age removes it. */
export const listAudit = defineOperation({
  name: 'list-audit',
  title: 'Audit',
  description: 'List who did what on this server: keys, users, logins, libraries, sources, and what was denied.',
  effect: 'read',
  level: 'admin',
  input,
  output,
  aliases: { actions: 'action', user: 'actor', user_id: 'actor', from: 'since', to: 'until' },
  searchHint: 'audit log who did what denied keys users logins 审计 谁 操作记录',
  route: { method: 'GET', path: '/audit' },
  examples: [{ label: 'What was denied', input: { outcome: 'denied' } }],
  async run({ action, actor: named, target, outcome, since, until, page, page_size: limit }, { engine }) {
    const actor = named === undefined ? undefined : await actorNamed(named, engine.accounts)
    return engine.read(async (view) => {
      const { items, total } = await view.records.audit({
        actor,
        actions: typeof action === 'string' ? [action] : action,
        target,
        outcome,
        from: since === undefined ? undefined : Date.parse(since),
        to: until === undefined ? undefined : Date.parse(until),
        limit,
        offset: (page - 1) * limit,
      })
      return { list: items.map(describeEntry), total }
    })
  },
  table: ({ list: rows, total }) => ({
    columns,
    rows,
    below: total === 0 ? [tr('Nothing yet.')] : [],
    foot: rows.length < total ? [tr(msg('moreLimitJsonl', { total: total - rows.length, total2: total }))] : [],
  }),
})

const columns: readonly TableColumn<AuditOutput>[] = [
  { head: 'when', cell: ({ at }) => at.slice(0, 19).replace('T', ' ') },
  { head: 'who', cell: ({ actor_name: name }) => name },
  { head: 'from', cell: ({ address }) => address },
  { head: 'what', cell: ({ action }) => action, look: 'bold' },
  { head: '', cell: ({ outcome }) => (outcome === 'denied' ? outcome : ''), is: 'word', look: 'red' },
  { head: 'target', cell: ({ target }) => target, least: 8 },
  { head: '', cell: ({ facts }) => factsText(facts), least: 10 },
]

const factsText = (facts: AuditOutput['facts']): string =>
  Object.entries(facts)
    .map(([key, fact]) => `${key} ${Array.isArray(fact) ? fact.join(',') : String(fact)}`)
    .join(', ')

/** Acts of somebody without an account are found by id. */
async function actorNamed(named: string, { read }: Pick<Accounts, 'read'>): Promise<string> {
  const users = await read((view) => view.users())
  const found =
    users.find(({ id }) => id === named) ?? users.find(({ name }) => name.toLowerCase() === named.toLowerCase())
  return found?.id ?? named
}

const describeEntry = ({ at, actorName, requestId, facts, ...act }: AuditEntry): AuditOutput => ({
  at: new Date(at).toISOString(),
  actor: act.actor,
  actor_name: actorName,
  address: act.address,
  action: act.action,
  target: act.target,
  outcome: act.outcome,
  request_id: requestId,
  facts: { ...facts },
})

type AuditQuery = Readonly<Record<string, unknown>>

/**
 * All entries, newest first, a page at a time. Entries that are added meanwhile do not move the others: each page begins
 * at the moment at which the one before it ended, less what that page had of it.
 */
export async function* everyAuditEntry(filters: AuditQuery, ask: (input: AuditQuery) => Promise<AuditPage>) {
  let before: AuditQuery = {}
  let last = ''
  let given = 0
  for (;;) {
    const page = Math.floor(given / MAX_ENTRIES) + 1
    const { list } = await ask({ ...filters, ...before, page, page_size: MAX_ENTRIES })
    const fresh = list.slice(given % MAX_ENTRIES)
    if (fresh.length === 0) return
    for (const entryOutput of fresh) {
      yield entryOutput
      given = entryOutput.at === last ? given + 1 : 1
      last = entryOutput.at
    }
    before = { until: new Date(Date.parse(last) + 1).toISOString() }
  }
}
