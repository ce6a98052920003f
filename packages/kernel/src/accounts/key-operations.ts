import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/kernel'
import { scopes as allScopes, type AccountView, type ApiKey, type Scope, type User } from '@wuku/core/ports/accounts'
import { reaches, type Caller } from '../base/caller.ts'
import type { OperationContext } from '../base/engine.ts'
import { integerBetween } from '../base/operation-shapes.ts'
import { defineOperation, type Operation } from '../base/operation.ts'
import { addKey, DAY_MS, findKey, revokeKey, DEFAULT_KEY_DAYS } from './api-keys.ts'
import {
  requireUser,
  idShape,
  isAdministrator,
  keyShape,
  nameShape,
  newKeyShape,
  pageInput,
  pageOf,
  describeKey,
  describeKeyFields,
  userNamed,
  type KeyOutput,
  type NewKeyOutput,
  moreOf,
} from './account-shapes.ts'
import { findUser } from './users.ts'
import type { AnswerTable, TableColumn } from '../base/answer-table.ts'

/** As other servers name their scope, too. */
const written = ['read', 'write', 'admin', 'mcp:read'] as const
const scopeNamed = (each: (typeof written)[number]): Scope => (each === 'mcp:read' ? 'read' : each)

const newKeyInput = z.strictObject({
  name: nameShape.describe('What it is for, such as the machine that uses it.'),
  scopes: z
    .array(z.enum(written))
    .min(1)
    .max(10)
    .optional()
    .describe(`Out of ${allScopes.join(', ')}, each with those before it; by default read. At most what its user may.`),
  scope: z.enum(written).optional().describe('One of them, instead of scopes.'),
  expires_in_days: integerBetween(1, 3_650)
    .nullish()
    .describe(`Days after which it expires; null: never. Default ${DEFAULT_KEY_DAYS}.`),
  expires_at: z.iso.datetime({ offset: true }).optional().describe('Moment at which it expires, instead.'),
  rate_limit: z.number().int().min(1).max(100_000).nullable().optional().describe('Requests a minute.'),
  user_id: userNamed.optional().describe('User that it is for, by id or name; only administrators name another.'),
})
type NewKeyInput = z.output<typeof newKeyInput>

const createKey = defineOperation({
  name: 'create-key',
  title: 'Make a key',
  description: 'Make a key by which a program asks the server as a user. It is shown this once.',
  effect: 'write',
  level: 'read',
  input: newKeyInput,
  output: newKeyShape,
  route: { method: 'POST', path: '/api-keys' },
  examples: [{ label: 'A key that may only read', input: { name: 'laptop', scopes: ['read'], expires_in_days: 30 } }],
  async run(given, { engine, caller }) {
    requireKeyCreator(caller)
    const scopes = scopesOf(given)
    for (const scope of scopes) requireWithinLevel(scope, caller)
    const { keysPerUser } = engine.accounts
    const now = engine.now()
    const newKey = {
      name: given.name,
      scopes,
      rateLimit: given.rate_limit ?? null,
      expiresAt: expiryOf(given, now),
    }
    const { key, text } = await engine.accounts.write(async (transaction) =>
      addKey(newKey, await userFor(given.user_id, caller, transaction), { transaction, now, keysPerUser }),
    )
    return { ...describeKeyFields(key, now), key: text }
  },
  table: (made) => keyTable(made),
})

/** Nothing else stands in its line: it is there to be copied. */
export const keyTable = ({ key, expires_at: until }: Pick<NewKeyOutput, 'key' | 'expires_at'>): AnswerTable => ({
  above: [{ text: key, look: 'bold', fits: 'kept' }],
  foot: [tr(until === null ? msg('keyShownOnce') : msg('keyShownOnceUntil', { until: until.slice(0, 10) }))],
})

/** A key that was lost must not become more of them. */
function requireKeyCreator(caller: Caller): void {
  requireUser(caller)
  if (caller.via !== 'key' || isAdministrator(caller)) return
  throw new WukuError('forbidden', msg('keysAreMadeByLoginOrWith'))
}

/** The login of a terminal may do less than its user. */
function requireWithinLevel(scope: Scope, { level = 'admin' }: Caller): void {
  if (reaches(level, scope)) return
  throw new WukuError('bad-input', msg('thisLoginReachesToAndSoDo', { level }))
}

function scopesOf({ scopes, scope }: NewKeyInput): readonly Scope[] {
  if (scopes && scope) throw oneOf('scopes', 'scope')
  return (scopes ?? [scope ?? 'read']).map(scopeNamed)
}

function expiryOf({ expires_in_days: days, expires_at: at }: NewKeyInput, now: number): number | null {
  if (at === undefined) return days === null ? null : now + (days ?? DEFAULT_KEY_DAYS) * DAY_MS
  if (days !== undefined) throw oneOf('expires_in_days', 'expires_at')
  if (Date.parse(at) > now) return Date.parse(at)
  throw new WukuError('bad-input', msg('expiresAtHasPassed'))
}

const oneOf = (one: string, other: string): WukuError => new WukuError('bad-input', msg('oneOf', { one, other }))

/** The caller by default; the owner of the data folder is no user. */
async function userFor(named: string | undefined, caller: Caller, view: AccountView): Promise<User> {
  const own = await view.user(requireUser(caller))
  if (named === undefined && own) return own
  if (named === undefined) throw new WukuError('bad-input', msg('localUserHasNoKeys'))
  if (own && (named === own.id || named.toLowerCase() === own.name.toLowerCase())) return own
  requireAdministrator(caller)
  return findUser(named, view)
}

function requireAdministrator(caller: Caller): void {
  if (isAdministrator(caller)) return
  throw new WukuError('forbidden', msg('keysOfOthersAreForAdministrators'))
}

function keyText({ key_id: id, name, display, scopes, status, expires_at: at, usage_count: uses }: KeyOutput): string {
  const until = at === null ? 'without an end' : `until ${at.slice(0, 10)}`
  return `${id}  ${name} (${display}): ${scopes.join(', ')}, ${status}, ${until}, used ${uses} times`
}

const listKeys = defineOperation({
  name: 'list-keys',
  title: 'List keys',
  description: 'List keys, newest first, with their last use. No key is shown again.',
  effect: 'read',
  input: z.strictObject({
    ...pageInput,
    user_id: userNamed.optional().describe('Only keys of this user, by id or name; administrators alone.'),
    all: z.boolean().default(false).describe('Keys of all users; administrators alone.'),
  }),
  output: pageOf(keyShape),
  route: { method: 'GET', path: '/api-keys' },
  examples: [{ label: 'Own keys', input: {} }],
  async run({ page, page_size, user_id: named, all }, { engine, caller }) {
    if (all) requireAdministrator(caller)
    if (all && named !== undefined) throw oneOf('all', 'user_id')
    const { items, total } = await engine.accounts.read(async (view) => {
      const user = await listedUser(named, caller, view)
      return view.keys({
        kind: 'key',
        ...(!all && user !== undefined && { user }),
        limit: page_size,
        offset: (page - 1) * page_size,
      })
    })
    return { list: items.map((key) => describeKey(key, engine.now())), total, page, page_size }
  },
  table: ({ list: rows, ...page }) => ({
    columns,
    rows,
    below: rows.length === 0 ? [tr(msg('noKeys'))] : moreOf(page, 'keys'),
  }),
})

/** A row fits 80 columns; `show-key` has the number of uses. */
const columns: readonly TableColumn<KeyOutput>[] = [
  { head: 'key', cell: ({ key_id: id }) => id },
  { head: 'user', cell: ({ user_id: id }) => id, least: 8 },
  { head: 'name', cell: ({ name }) => name, least: 8 },
  { head: 'ends', cell: ({ suffix }) => suffix },
  { head: 'scopes', cell: ({ scopes }) => scopes.join(', ') },
  // Its last day; of one that counts no more, why.
  {
    head: 'until',
    cell: ({ status, expires_at: at }) => (status === 'active' ? (at?.slice(0, 10) ?? msg('noEnd')) : status),
    is: 'word',
  },
  { head: 'last', cell: ({ last_used_at: at }) => at, is: 'time' },
]

/** `undefined`: of all, for the owner of the data folder, who has none. */
async function listedUser(named: string | undefined, caller: Caller, view: AccountView): Promise<string | undefined> {
  if (named !== undefined) return (await userFor(named, caller, view)).id
  const own = requireUser(caller)
  return caller.actor === undefined || caller.via === 'local' ? undefined : own
}

const isKeyOf = (caller: Caller): ((key: ApiKey) => boolean) => {
  const own = requireUser(caller)
  return ({ user }) => user === own || isAdministrator(caller)
}

const ofOneKey = {
  input: z.strictObject({ key_id: idShape.describe('Id of the key.') }),
  output: keyShape,
  aliases: { id: 'key_id' },
  examples: [{ label: 'A key', input: { key_id: '01JD8Z3N7V6K0M4P2Q9R5S1T8W' } }],
  render: keyText,
} as const

const showKey = defineOperation({
  ...ofOneKey,
  name: 'show-key',
  title: 'Show a key',
  description: 'Show what a key may and when it was used last; the key itself is not shown again.',
  effect: 'read',
  route: { method: 'GET', path: '/api-keys/{key_id}' },
  run: async ({ key_id: id }, { engine, caller }) =>
    describeKey(await engine.accounts.read((view) => findKey(id, view, isKeyOf(caller))), engine.now()),
})

const revokeOperation = defineOperation({
  ...ofOneKey,
  name: 'revoke-key',
  title: 'Revoke a key',
  description: 'Revoke a key: it is refused from the next request on.',
  effect: 'delete',
  level: 'read',
  idempotent: true,
  route: { method: 'DELETE', path: '/api-keys/{key_id}' },
  run: async ({ key_id: id }, { engine, caller }: OperationContext) =>
    describeKey(
      await engine.accounts.write(async (transaction) =>
        revokeKey(await findKey(id, transaction, isKeyOf(caller)), transaction, engine.now()),
      ),
      engine.now(),
    ),
})

export const keyOperations: readonly Operation[] = [createKey, listKeys, showKey, revokeOperation]
