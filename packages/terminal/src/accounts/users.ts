import { msg, tr } from '@wuku/messages/terminal'
import type { NewKeyOutput, UserOutput } from '@wuku/kernel/accounts/account-shapes'
import type { InvitationOutput } from '@wuku/kernel/accounts/invitations'
import { keyTable } from '@wuku/kernel/accounts/key-operations'
import { scopeOfRole } from '@wuku/kernel/accounts/users'
import type { Role } from '@wuku/core/ports/accounts'
import { groupCommand, type Action, type ActionRequest, type Calls } from '../action-groups.ts'
import type { Command, Outcome, Shell } from '../command-types.ts'
import { expiryOf, type Listed } from './keys-command.ts'
import { present } from '../command-page.ts'

/** Address of the server, as people reach it; `undefined`: none runs here, and no setting names it. */
export type ServerAddress = () => Promise<string | undefined>

const usersActions: Readonly<Record<string, Action>> = {
  list: {
    description: 'All users, disabled ones too',
    flags: ['limit', 'page'],
    calls: ['list-users'],
    input: ({ flags: { limit, page } }) => ({ page_size: limit, page }),
  },
  add: {
    description: 'Add a user, and print a key of it once',
    takes: '<name>',
    flags: ['role', 'email', 'groups', 'days', 'never', 'keyless'],
    calls: ['create-user', 'create-key', 'list-users'],
    does: addUser,
  },
  invitations: {
    description: 'Invitations, newest first, with what became of them',
    calls: ['list-invitations'],
    input: () => ({ page_size: 1_000 }),
  },
  uninvite: {
    description: 'Revoke an invitation: its link opens nothing any more',
    takes: '<id>',
    calls: ['revoke-invitation'],
  },
  show: { description: 'Show a user', takes: '<user>', calls: ['show-user'] },
  set: {
    description: 'Change role, name, e-mail, status or groups',
    takes: '<user>',
    flags: ['role', 'name', 'email', 'groups', 'status'],
    calls: ['update-user'],
  },
  remove: {
    description: 'Disable a user, revoke its keys and end its logins; what it owns stays',
    takes: '<user>',
    calls: ['delete-user'],
  },
}

const inviteAction = (address: ServerAddress): Action => ({
  description: 'Add a user, or take one that is here, and print a link that logs the person in once and shows a key',
  takes: '<name>',
  flags: ['role', 'email', 'groups', 'days'],
  calls: ['create-invitation', 'list-users'],
  does: (request, _shell, calls) => invite(request, calls, address),
})

async function addUser(request: ActionRequest, shell: Shell, { ask }: Calls): Promise<Outcome> {
  const { role = 'reader', email, groups, keyless } = request.flags
  const { name } = request.words
  const user = await ask<UserOutput>('create-user', { name, role, email, groups })
  const key = keyless
    ? undefined
    : await ask<NewKeyOutput>('create-key', {
        name: 'first key',
        user_id: user.user_id,
        scopes: [scopeOfRole[user.role as Role]],
        ...expiryOf(request),
      })
  const isFirst = (await ask<Listed<UserOutput>>('list-users', { page_size: 1 })).total === 1
  const message = [
    msg('added', { name: user.name, userId: user.user_id, role: user.role }),
    ...(isFirst ? [ACCOUNTS_ON] : []),
  ]
  present(
    { ...user, ...(key && { key_id: key.key_id, key: key.key, expires_at: key.expires_at }) },
    () => {
      if (!key) return { above: message.map(tr) }
      const { above, foot = [] } = keyTable(key)
      return { above, foot: [...message.map(tr), ...foot] }
    },
    shell,
  )
  return 'done'
}

const ACCOUNTS_ON =
  'Accounts are on now: a running server asks for keys from its next request on, and its local token opens nothing any more. This key logs in to the console.'

async function invite(request: ActionRequest, { ask, print }: Calls, address: ServerAddress): Promise<Outcome> {
  const { name = '' } = request.words
  const { days, ...flags } = request.flags
  const { list } = await ask<Listed<UserOutput>>('list-users', { page_size: 1_000 })
  const isHere = list.some((user) => user.user_id === name || user.name.toLowerCase() === name.toLowerCase())
  const who = isHere ? { user_id: name } : { name }
  const server = (await address()) ?? ''
  return print<InvitationOutput>('create-invitation', { ...who, ...flags, expires_in_days: days }, (made) => ({
    ...made,
    link: server + made.link,
  }))
}

export function usersCommand(address: ServerAddress): Command {
  const actions = { ...usersActions, invite: inviteAction(address) }
  return groupCommand({
    name: 'users',
    title: 'Users of a server: list, add, invite, show, set, remove',
    examples: [
      { description: 'The first administrator; its key is printed once', line: 'wuku users add ann --role admin' },
      {
        description: 'One who logs in, and needs no key',
        line: 'wuku users add ben --email ben@example.com --keyless',
      },
      { description: 'A link that logs a person in once', line: 'wuku users invite eva --role writer' },
      { description: 'May write from now on', line: 'wuku users set ben --role writer' },
      { description: 'Lets a user in no more', line: 'wuku users remove ben' },
    ],
    actions,
    flags: {
      '--words A,B': 'Name or id of a user, or id of an invitation.',
      '--limit, -n N': 'list: maximum number of lines.',
      '--page N': 'list: page number.',
      '--role TEXT': 'add, invite, set: reader, writer or admin. A new user is a reader.',
      '--name TEXT': 'set: the new name.',
      '--email TEXT': 'add, invite, set: e-mail, by which a login finds the user.',
      '--groups A,B': 'add, invite, set: all groups that the user is put in by hand.',
      '--status TEXT': 'set: active or disabled.',
      '--keyless': 'add: make no key.',
      '--days N': 'add, invite: days after which the key, or the link, expires. Default: 90, and 7 for a link.',
      '--never': 'add: the key does not expire.',
    },
    id: /^[0-9A-HJKMNP-TV-Z]{26}$/,
    needs: {
      name: ['a name', 'Write: wuku users add ann'],
      user: ['a user', 'List users with: wuku users'],
      id: ['the id of an invitation', 'List them with: wuku users invitations'],
    },
  })
}
