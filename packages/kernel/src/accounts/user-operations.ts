import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { roles } from '@wuku/core/ports/accounts'
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
} from './account-shapes.ts'
import { listPeople } from './people.ts'
import { addUser, changeUser, deleteUser, findUser, hasAdmin, noKeyForFirst } from './users.ts'

export const role = z
  .enum(roles)
  .describe('reader; writer, who may also change; admin, who sees and may do everything.')
const oneUser = z.strictObject({ user_id: userNamed })
type OneUser = z.output<typeof oneUser>
const example = { user_id: '01JC4Z3N7V6K0M4P2Q9R5S1T8W' }

const userText = ({ user_id: id, name, role: is, status, email }: UserOutput): string =>
  `${id}  ${name}: ${is}, ${status}${email === null ? '' : `, ${email}`}`

const showUser = (user: UserOutput) => [{ type: 'text', text: userText(user) } as const]

export const newUserInput = z.strictObject({
  name: nameShape.describe('Name, unlike that of any other user.'),
  email: emailShape.nullish().describe('By it a login of this person finds the user.'),
  role,
  groups: groupsShape.optional().describe('Groups to put the user in.'),
})

const createUser = defineOperation<z.output<typeof newUserInput>, UserOutput>({
  name: 'create-user',
  group: 'admin',
  title: 'Add a user',
  description:
    'Add a user of the server. The first one must be an administrator; with it the server takes keys and logins and no longer its local token.',
  effect: 'write',
  level: 'admin',
  input: newUserInput,
  output: userShape,
  route: { method: 'POST', path: '/users' },
  examples: [{ label: 'A user who may also change', input: { name: 'ann', role: 'writer' } }],
  run: async ({ email = null, groups = [], ...named }, { engine, caller }) =>
    describeUser(
      await engine.accounts.write(async (transaction) => {
        if (caller.via === 'local' && !(await hasAdmin(transaction))) throw noKeyForFirst()
        return addUser({ ...named, email, groups }, transaction, engine.now())
      }),
    ),
  render: showUser,
})

const listInput = z.strictObject(pageInput)
const listOutput = pageOf(userShape)

const listUsers = defineOperation<z.output<typeof listInput>, z.output<typeof listOutput>>({
  name: 'list-users',
  group: 'admin',
  title: 'List users',
  description: 'List the users of the server, disabled ones too, in the order in which they were added.',
  effect: 'read',
  level: 'admin',
  input: listInput,
  output: listOutput,
  route: { method: 'GET', path: '/users' },
  examples: [{ label: 'All', input: {} }],
  async run({ page, page_size }, { engine }) {
    const users = await engine.accounts.read((view) => view.users())
    const list = users.slice((page - 1) * page_size, page * page_size).map(describeUser)
    return { list, total: users.length, page, page_size }
  },
  render: ({ list }) => [
    { type: 'text', text: list.length === 0 ? 'There are no users.' : list.map(userText).join('\n') },
  ],
})

const showOperation = defineOperation<OneUser, UserOutput>({
  name: 'show-user',
  group: 'admin',
  title: 'Show a user',
  description: 'Show a user of the server.',
  effect: 'read',
  level: 'admin',
  input: oneUser,
  output: userShape,
  aliases: { id: 'user_id', user: 'user_id' },
  route: { method: 'GET', path: '/users/{user_id}' },
  examples: [{ label: 'A user', input: example }],
  run: async ({ user_id: named }, { engine }) =>
    describeUser(await engine.accounts.read((view) => findUser(named, view))),
  render: showUser,
})

const changeInput = z.strictObject({
  user_id: userNamed,
  name: nameShape.optional().describe('New name.'),
  email: emailShape.nullable().optional().describe('New e-mail; null takes it away.'),
  role: role.optional(),
  status: z.enum(['active', 'disabled']).optional().describe('A disabled user is let in by nothing.'),
  groups: groupsShape.optional().describe('All groups that an administrator put the user in.'),
})

const updateUser = defineOperation<z.output<typeof changeInput>, UserOutput>({
  name: 'update-user',
  group: 'admin',
  title: 'Change a user',
  description: 'Change name, e-mail, role, status or groups of a user. It counts from the next request on.',
  effect: 'write',
  level: 'admin',
  idempotent: true,
  input: changeInput,
  output: userShape,
  aliases: { id: 'user_id', user: 'user_id' },
  route: { method: 'PATCH', path: '/users/{user_id}' },
  examples: [{ label: 'Make a user an administrator', input: { ...example, role: 'admin' } }],
  async run({ user_id: named, ...given }, { engine }) {
    const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (Object.keys(change).length === 0) throw new WukuError('bad-input', msg('nothingWasGivenToChange'))
    return describeUser(
      await engine.accounts.write(async (transaction) =>
        changeUser(await findUser(named, transaction), change, transaction),
      ),
    )
  },
  render: showUser,
})

const deleteOperation = defineOperation<OneUser, UserOutput>({
  name: 'delete-user',
  group: 'admin',
  title: 'Delete a user',
  description: 'Disable a user, revoke its keys and end its logins. What it owns stays.',
  effect: 'delete',
  level: 'admin',
  input: oneUser,
  output: userShape,
  aliases: { id: 'user_id', user: 'user_id' },
  route: { method: 'DELETE', path: '/users/{user_id}' },
  examples: [{ label: 'A user', input: example }],
  run: async ({ user_id: named }, { engine }) =>
    describeUser(
      await engine.accounts.write(async (transaction) => {
        const user = await findUser(named, transaction)
        await deleteUser(user, transaction, engine.now())
        return { ...user, status: 'disabled' }
      }),
    ),
  render: showUser,
})

export const userOperations: readonly Operation[] = [
  createUser,
  listUsers,
  showOperation,
  updateUser,
  deleteOperation,
  listPeople,
]
