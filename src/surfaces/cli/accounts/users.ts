import type { ToldUser } from '../../../engine/accounts/shapes.ts'
import { scopeOfRole } from '../../../engine/accounts/users.ts'
import type { Role } from '../../../ports/accounts.ts'
import { groupCommand, shows, type Action, type Asked, type Calls } from '../actions.ts'
import type { Command, Outcome, Shell } from '../command.ts'
import { actionFlags, expiryFlags, expiryOf, keptOnce, moreOf, type Listed, type MadeKey } from './keys.ts'
import { ageOf, present } from '../page.ts'
import { table } from '../table.ts'

/** Address of the server, as people reach it; `undefined`: none runs here, and no setting names it. */
export type ServerAddress = () => Promise<string | undefined>

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
    calls: ['create-user', 'create-key', 'list-users'],
    does: addUser,
  },
  invitations: {
    says: 'Invitations, newest first, with what became of them',
    flags: [],
    calls: ['list-invitations'],
    input: () => ({ page_size: 1_000 }),
  },
  uninvite: {
    says: 'Revoke an invitation: its link opens nothing any more',
    takes: '<id>',
    flags: [],
    calls: ['revoke-invitation'],
    input: ({ words: { id } }) => ({ invitation_id: id }),
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

const inviteAction = (address: ServerAddress): Action => ({
  says: 'Add a user, or take one that is here, and print a link that logs the person in once and shows a key',
  takes: '<name>',
  flags: ['role', 'email', 'groups', 'days'],
  calls: ['create-invitation', 'list-users'],
  does: (asked, shell, calls) => invite(asked, shell, { ...calls, address }),
})

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
  const isFirst = (await ask<Listed<ToldUser>>('list-users', { page_size: 1 })).total === 1
  const said = [`Added ${user.name} (${user.user_id}), ${user.role}.`, ...(isFirst ? [ACCOUNTS_ON] : [])]
  present(
    { ...user, ...(key && { key_id: key.key_id, key: key.key, expires_at: key.expires_at }) },
    (_, { say }) => ({
      parts: key ? [key.key] : said.map(say),
      foot: key ? [...said, ...keptOnce(key)] : [],
      isDense: true,
    }),
    shell,
  )
  return 'done'
}

const ACCOUNTS_ON =
  'Accounts are on now: a running server asks for keys from its next request on, and its local token opens nothing any more. This key logs in to the console.'

async function invite(
  asked: Asked,
  shell: Shell,
  { ask, address }: Calls & { readonly address: ServerAddress },
): Promise<Outcome> {
  const { name = '' } = asked.words
  const { days, ...flags } = asked.flags
  const { list } = await ask<Listed<ToldUser>>('list-users', { page_size: 1_000 })
  const isHere = list.some((user) => user.user_id === name || user.name.toLowerCase() === name.toLowerCase())
  const who = isHere ? { user_id: name } : { name }
  const made = await ask<MadeInvitation>('create-invitation', { ...who, ...flags, expires_in_days: days })
  const server = await address()
  present(
    { ...made, link: `${server ?? ''}${made.link}` },
    ({ link, user, expires_at: until }) => ({
      parts: [link],
      foot: [
        ...(server === undefined ? ['Put the address of the server before it, such as https://wuku.example.com.'] : []),
        `The link logs ${user.name} in once, until ${until.slice(0, 10)}, and shows a key. It is shown this once.`,
      ],
      isDense: true,
    }),
    shell,
  )
  return 'done'
}

interface MadeInvitation {
  readonly link: string
  readonly user: ToldUser
  readonly expires_at: string
}

export function usersCommand(address: ServerAddress): Command {
  const actions = { ...usersActions, invite: inviteAction(address) }
  return groupCommand({
    name: 'users',
    title: 'Users of a server: list, add, invite, show, set, remove',
    examples: [
      { says: 'The first administrator; its key is printed once', line: 'wuku users add ann --role admin' },
      { says: 'One who logs in, and needs no key', line: 'wuku users add ben --email ben@example.com --keyless' },
      { says: 'A link that logs a person in once', line: 'wuku users invite eva --role writer' },
      { says: 'May write from now on', line: 'wuku users set ben --role writer' },
      { says: 'Lets a user in no more', line: 'wuku users remove ben' },
    ],
    actions,
    flags: [
      ...actionFlags(actions, 'Name or id of a user, or id of an invitation.'),
      {
        key: 'role',
        names: ['--role'],
        takes: 'text',
        says: 'add, invite, set: reader, writer or admin. A new user is a reader.',
      },
      { key: 'name', names: ['--name'], takes: 'text', says: 'set: the new name.' },
      {
        key: 'email',
        names: ['--email'],
        takes: 'text',
        says: 'add, invite, set: e-mail, by which a login finds the user.',
      },
      {
        key: 'groups',
        names: ['--groups'],
        takes: 'list',
        says: 'add, invite, set: all groups that the user is put in by hand.',
      },
      { key: 'status', names: ['--status'], takes: 'text', says: 'set: active or disabled.' },
      { key: 'keyless', names: ['--keyless'], takes: 'nothing', says: 'add: make no key.' },
      {
        key: 'days',
        names: ['--days'],
        takes: 'number',
        says: 'add, invite: days after which the key, or the link, expires. Default: 90, and 7 for a link.',
      },
      ...expiryFlags.filter(({ key }) => key !== 'days'),
    ],
    id: /^[0-9A-HJKMNP-TV-Z]{26}$/,
    needs: {
      name: ['a name', 'Write: wuku users add ann'],
      user: ['a user', 'List users with: wuku users'],
      id: ['the id of an invitation', 'List them with: wuku users invitations'],
    },
  })
}
