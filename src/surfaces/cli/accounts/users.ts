import type { ToldUser } from '../../../engine/accounts/shapes.ts'
import { scopeOfRole } from '../../../engine/accounts/users.ts'
import type { Role } from '../../../ports/accounts.ts'
import { groupCommand, shows, type Action, type Asked, type Calls } from '../actions.ts'
import type { Outcome, Shell } from '../command.ts'
import { actionFlags, expiryFlags, expiryOf, keptOnce, moreOf, type Listed, type MadeKey } from './keys.ts'
import { ageOf, present } from '../page.ts'
import { table } from '../table.ts'

const usersActions: Readonly<Record<string, Action>> = {
  list: {
    says: 'All users, disabled ones too',
    flags: ['limit', 'page'],
    calls: ['list-users'],
    input: ({ flags: { limit, page } }) => ({ page_size: limit, page }),
    show: shows<Listed<ToldUser>>(({ list, ...listed }, page) => ({
      isDense: true,
      foot:
        list.length === 0
          ? ['There are no users. Add the first: wuku users add <name> --role admin']
          : moreOf(listed, 'users'),
      parts:
        list.length === 0
          ? []
          : table(
              [
                { head: 'user', cell: ({ user_id: id }) => id, align: 'left' },
                { head: 'name', cell: ({ name }) => name, align: 'left', least: 8 },
                {
                  head: 'role',
                  cell: ({ role, status }) => (status === 'active' ? role : status),
                  align: 'left',
                  isOurs: true,
                },
                {
                  head: 'seen',
                  cell: ({ last_seen_at: at }) => (at ? ageOf(at, page.now) : 'never'),
                  align: 'left',
                  isOurs: true,
                },
                { head: 'e-mail', cell: ({ email }) => email ?? '', align: 'left', least: 8 },
                {
                  head: 'groups',
                  cell: ({ groups, claimed_groups: more }) => [...groups, ...more].join(', '),
                  least: 6,
                },
              ],
              list,
              page,
            ),
    })),
  },
  add: {
    says: 'Add a user, and print a key of it once',
    takes: '<name>',
    flags: ['role', 'email', 'groups', 'days', 'never', 'keyless'],
    calls: ['create-user', 'create-key'],
    does: addUser,
  },
  show: { says: 'Show a user', takes: '<user>', flags: [], calls: ['show-user'], input: userOf },
  set: {
    says: 'Change role, name, e-mail, status or groups',
    takes: '<user>',
    flags: ['role', 'name', 'email', 'groups', 'status'],
    calls: ['update-user'],
    input: (asked) => ({ ...userOf(asked), ...asked.flags }),
  },
  remove: {
    says: 'Disable a user, revoke its keys and end its logins; what it owns stays',
    takes: '<user>',
    flags: [],
    calls: ['delete-user'],
    input: userOf,
  },
}

function userOf({ words: { user } }: Asked) {
  return { user_id: user }
}

async function addUser(asked: Asked, shell: Shell, { ask }: Calls): Promise<Outcome> {
  const { role = 'reader', email, groups, keyless } = asked.flags
  const { name } = asked.words
  const user = await ask<ToldUser>('create-user', { name, role, email, groups })
  const key = keyless
    ? undefined
    : await ask<MadeKey>('create-key', {
        name: 'first key',
        user_id: user.user_id,
        scopes: [scopeOfRole[user.role as Role]],
        ...expiryOf(asked),
      })
  const said = `Added ${user.name} (${user.user_id}), ${user.role}.`
  present(
    { ...user, ...(key && { key_id: key.key_id, key: key.key, expires_at: key.expires_at }) },
    (_, { say }) => ({
      parts: key ? [key.key] : [say(said)],
      foot: key ? [said, ...keptOnce(key)] : [],
      isDense: true,
    }),
    shell,
  )
  return 'done'
}

export const usersCommand = groupCommand({
  name: 'users',
  title: 'Users of a server: list, add, show, set, remove',
  examples: [
    { says: 'The first administrator; its key is printed once', line: 'wuku users add ann --role admin' },
    { says: 'One who logs in, and needs no key', line: 'wuku users add ben --email ben@example.com --keyless' },
    { says: 'May write from now on', line: 'wuku users set ben --role writer' },
    { says: 'Lets a user in no more', line: 'wuku users remove ben' },
  ],
  actions: usersActions,
  flags: [
    ...actionFlags(usersActions, 'Name or id of a user.'),
    {
      key: 'role',
      names: ['--role'],
      takes: 'text',
      says: 'add, set: reader, writer or admin. A new user is a reader.',
    },
    { key: 'name', names: ['--name'], takes: 'text', says: 'set: the new name.' },
    { key: 'email', names: ['--email'], takes: 'text', says: 'add, set: e-mail, by which a login finds the user.' },
    {
      key: 'groups',
      names: ['--groups'],
      takes: 'list',
      says: 'add, set: all groups that the user is put in by hand.',
    },
    { key: 'status', names: ['--status'], takes: 'text', says: 'set: active or disabled.' },
    { key: 'keyless', names: ['--keyless'], takes: 'nothing', says: 'add: make no key.' },
    ...expiryFlags,
  ],
  id: /^[0-9A-HJKMNP-TV-Z]{26}$/,
  needs: { name: ['a name', 'Write: wuku users add ann'], user: ['a user', 'List users with: wuku users'] },
})
