import { defined } from '@wuku/core/list-helpers'
import { z } from 'zod'
import { WukuError, isWukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/kernel'
import { roles, type User } from '@wuku/core/ports/accounts'
import { defineOperation, type Operation } from '../base/operation.ts'
import {
  emailShape,
  groupsShape,
  nameShape,
  pageInput,
  pageOf,
  describeUser,
  userNamed,
  userShape,
  type UserOutput,
  requireUser,
  isAdministrator,
  moreOf,
} from './account-shapes.ts'
import { addUser, changeUser, deleteUser, findUser, hasAdmin, noKeyForFirst } from './users.ts'
import { actorOf, reaches, type Caller } from '../base/caller.ts'
import type { OperationContext } from '../base/engine.ts'
import { describeOwnership, withUsers } from './ownership-rules.ts'
import type { TableColumn } from '../base/answer-table.ts'

const input = z.strictObject({
  named: z
    .array(z.string().min(1).max(300))
    .min(1)
    .max(100)
    .optional()
    .describe('Ids, whole names or whole e-mails, and groups as "group:<name>"; what nobody is called is left out.'),
})
const person = z.strictObject({
  id: z.string().describe('As "shared_with" has it.'),
  name: z.string(),
  type: z.enum(['user', 'group']),
  email: z.string().nullable().describe('For administrators, and the own one; else null.'),
})
const output = z.strictObject({ list: z.array(person) })

/**
 * Users and groups with whom something can be shared. Administrators see everybody. Others see themselves and their
 * groups, the names of ids that an answer gave them, and a user whose whole name or e-mail they give, as with `share`; never the name of another id.
 * Nobody else can list users.
 */
const listPeople = defineOperation({
  name: 'list-people',
  title: 'List people',
  description:
    'List the users and groups with whom something can be shared: all for administrators, else yourself, your groups and those named.',
  effect: 'read',
  idempotent: true,
  isUnlogged: true,
  input,
  output,
  route: { method: 'GET', path: '/people' },
  examples: [{ label: 'Who has this name', input: { named: ['ann'] } }],
  async run({ named }, { engine, caller }) {
    requireUser(caller)
    const users = await engine.accounts.read((view) => view.users())
    const ids = named === undefined ? knownTo(caller, users) : await resolvePeople(named, users, { engine, caller })
    return { list: [...new Set(ids)].flatMap((id) => describePerson(id, users, caller)) }
  },
  render: ({ list }) => list.map(({ id, name }) => `${id}  ${name}`).join('\n'),
})

function knownTo(caller: Caller, users: readonly User[]): readonly string[] {
  const known = users.filter(
    ({ id, status }) => status === 'active' && (isAdministrator(caller) || id === actorOf(caller)),
  )
  return [...known.map(({ id }) => id), ...known.flatMap(groupsOf)]
}

const groupsOf = ({ groups, claimedGroups }: User): readonly string[] =>
  [...groups, ...claimedGroups].map((group) => `group:${group}`)

/** Names are looked up for those alone who may share. */
async function resolvePeople(
  named: readonly string[],
  users: readonly User[],
  { engine, caller }: Pick<OperationContext, 'engine' | 'caller'>,
): Promise<readonly string[]> {
  const ids = isAdministrator(caller) ? new Set(users.map(({ id }) => id)) : await idsShownTo(caller, engine)
  const mayShare = reaches(caller.level ?? 'admin', 'write')
  const found = named.map(async (each) => {
    if (ids.has(each) || !mayShare) return [each]
    return withUsers({ sharedWith: [each] }, engine).then(
      ({ sharedWith = [] }) => sharedWith,
      (error: unknown) => {
        if (isWukuError(error)) return []
        throw error
      },
    )
  })
  return (await Promise.all(found)).flat()
}

/** Owners of what the caller sees, and with whom the caller's own is shared: only their ids stand in an answer. */
async function idsShownTo(caller: Caller, engine: OperationContext['engine']): Promise<ReadonlySet<string>> {
  const holdings = await engine.read(async (view) => [
    ...(await view.sources.list()).map(({ ownership }) => ownership),
    ...(await view.libraries.libraries()).map(({ ownership }) => ownership),
  ])
  const shown = holdings.flatMap((ownership) => {
    if (!ownership) return []
    const { owner, shared_with = [] } = describeOwnership(ownership, caller)
    return [owner, ...shared_with]
  })
  return new Set([actorOf(caller), ...shown])
}

function describePerson(id: string, users: readonly User[], caller: Caller): readonly z.output<typeof person>[] {
  if (id.startsWith('group:')) return [{ id, name: id.slice('group:'.length), type: 'group', email: null }]
  const user = users.find((each) => each.id === id)
  if (!user) return []
  const mayKnow = isAdministrator(caller) || id === actorOf(caller)
  return [{ id, name: user.name, type: 'user', email: mayKnow ? user.email : null }]
}

export const role = z
  .enum(roles)
  .describe('reader; writer, who may also change; admin, who sees and may do everything.')
const example = { user_id: '01JC4Z3N7V6K0M4P2Q9R5S1T8W' }

const userText = ({ user_id: id, name, role: is, status, email }: UserOutput): string =>
  `${id}  ${name}: ${is}, ${status}${email === null ? '' : `, ${email}`}`

export const newUserInput = z.strictObject({
  name: nameShape.describe('Name, unlike that of any other user.'),
  email: emailShape.nullish().describe('By it a login of this person finds the user.'),
  role,
  groups: groupsShape.optional().describe('Groups to put the user in.'),
})

const ofUsers = { level: 'admin', output: userShape, render: userText } as const

const createUser = defineOperation({
  ...ofUsers,
  name: 'create-user',
  title: 'Add a user',
  description:
    'Add a user of the server. The first one must be an administrator; with it the server takes keys and logins and no longer its local token.',
  effect: 'write',
  input: newUserInput,
  route: { method: 'POST', path: '/users' },
  examples: [{ label: 'A user who may also change', input: { name: 'ann', role: 'writer' } }],
  run: async ({ email = null, groups = [], ...named }, { engine, caller }) =>
    describeUser(
      await engine.accounts.write(async (transaction) => {
        if (caller.via === 'local' && !(await hasAdmin(transaction))) throw noKeyForFirst()
        return addUser({ ...named, email, groups }, transaction, engine.now())
      }),
    ),
})

const listUsers = defineOperation({
  name: 'list-users',
  title: 'List users',
  description: 'List the users of the server, disabled ones too, in the order in which they were added.',
  effect: 'read',
  level: 'admin',
  input: z.strictObject(pageInput),
  output: pageOf(userShape),
  route: { method: 'GET', path: '/users' },
  examples: [{ label: 'All', input: {} }],
  async run({ page, page_size }, { engine }) {
    const users = await engine.accounts.read((view) => view.users())
    const list = users.slice((page - 1) * page_size, page * page_size).map(describeUser)
    return { list, total: users.length, page, page_size }
  },
  table: ({ list: rows, ...page }) => ({
    columns,
    rows,
    below: rows.length === 0 ? [tr(msg('noUsers'))] : moreOf(page, 'users'),
  }),
})

const columns: readonly TableColumn<UserOutput>[] = [
  { head: 'user', cell: ({ user_id: id }) => id },
  { head: 'name', cell: ({ name }) => name, least: 8 },
  { head: 'role', cell: ({ role: is, status }) => (status === 'active' ? is : status), is: 'word' },
  { head: 'seen', cell: ({ last_seen_at: at }) => at, is: 'time' },
  { head: 'e-mail', cell: ({ email }) => email, least: 8 },
  { head: 'groups', cell: ({ groups, claimed_groups: more }) => [...groups, ...more].join(', '), least: 6 },
]

const ofOneUser = {
  ...ofUsers,
  input: z.strictObject({ user_id: userNamed }),
  aliases: { id: 'user_id', user: 'user_id' },
  examples: [{ label: 'A user', input: example }],
} as const

const showOperation = defineOperation({
  ...ofOneUser,
  name: 'show-user',
  title: 'Show a user',
  description: 'Show a user of the server.',
  effect: 'read',
  route: { method: 'GET', path: '/users/{user_id}' },
  run: async ({ user_id: named }, { engine }) =>
    describeUser(await engine.accounts.read((view) => findUser(named, view))),
})

const updateUser = defineOperation({
  ...ofOneUser,
  name: 'update-user',
  title: 'Change a user',
  description: 'Change name, e-mail, role, status or groups of a user. It counts from the next request on.',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    user_id: userNamed,
    name: nameShape.optional().describe('New name.'),
    email: emailShape.nullable().optional().describe('New e-mail; null takes it away.'),
    role: role.optional(),
    status: z.enum(['active', 'disabled']).optional().describe('A disabled user is let in by nothing.'),
    groups: groupsShape.optional().describe('All groups that an administrator put the user in.'),
  }),
  route: { method: 'PATCH', path: '/users/{user_id}' },
  examples: [{ label: 'Make a user an administrator', input: { ...example, role: 'admin' } }],
  async run({ user_id: named, ...given }, { engine }) {
    const change = defined(given)
    if (Object.keys(change).length === 0) throw new WukuError('bad-input', msg('nothingWasGivenToChange'))
    return describeUser(
      await engine.accounts.write(async (transaction) =>
        changeUser(await findUser(named, transaction), change, transaction),
      ),
    )
  },
})

const deleteOperation = defineOperation({
  ...ofOneUser,
  name: 'delete-user',
  title: 'Delete a user',
  description: 'Disable a user, revoke its keys and end its logins. What it owns stays.',
  effect: 'delete',
  route: { method: 'DELETE', path: '/users/{user_id}' },
  run: async ({ user_id: named }, { engine }) =>
    describeUser(
      await engine.accounts.write(async (transaction) => {
        const user = await findUser(named, transaction)
        await deleteUser(user, transaction, engine.now())
        return { ...user, status: 'disabled' }
      }),
    ),
})

export const userOperations: readonly Operation[] = [
  createUser,
  listUsers,
  showOperation,
  updateUser,
  deleteOperation,
  listPeople,
]
