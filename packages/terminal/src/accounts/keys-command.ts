import { msg } from '@wuku/messages/terminal'
import type { KeyOutput, UserOutput } from '@wuku/kernel/accounts/account-shapes'
import { commandLine } from '@wuku/text/show/shell-words'
import { groupCommand, type Action, type ActionRequest, type Calls } from '../action-groups.ts'
import { usage } from '../arguments.ts'
import type { Command, Shell } from '../command-types.ts'

export interface Listed<Entry> {
  readonly list: readonly Entry[]
  readonly total: number
  readonly page: number
  readonly page_size: number
}

export function expiryOf({ flags: { days, never } }: ActionRequest): { readonly expires_in_days?: unknown } {
  if (days !== undefined && never) throw usage(msg('daysNeverExcludeEachOther'))
  return never ? { expires_in_days: null } : { expires_in_days: days }
}

/** People know users by name; the answer of the operation has ids. */
async function listKeys({ flags: { user, limit, page } }: ActionRequest, shell: Shell, { ask, print }: Calls) {
  const users = shell.json ? [] : (await ask<Listed<UserOutput>>('list-users', { page_size: 1_000 })).list
  const names = new Map(users.map(({ user_id: id, name }) => [id, name]))
  return print('list-keys', { user_id: user, page_size: limit, page }, (keys: Listed<KeyOutput>) => ({
    ...keys,
    list: keys.list.map((key) => ({ ...key, user_id: names.get(key.user_id) ?? key.user_id })),
  }))
}

const keysActions: Readonly<Record<string, Action>> = {
  list: {
    description: 'Keys, newest first, with their last use',
    flags: ['user', 'limit', 'page'],
    calls: ['list-keys', 'list-users'],
    does: listKeys,
  },
  add: {
    description: 'Make a key, and print it once',
    takes: '<name>',
    flags: ['user', 'scopes', 'days', 'never', 'rateLimit'],
    calls: ['create-key'],
    input: (request) => {
      const { user, scopes, rateLimit } = request.flags
      if (user === undefined)
        throw usage(
          msg('keysAddNeedsUserKey', {
            command: commandLine`wuku keys add ${request.words['name'] ?? 'laptop'} --user ann`,
          }),
        )
      return { name: request.words['name'], user_id: user, scopes, rate_limit: rateLimit, ...expiryOf(request) }
    },
  },
  show: { description: 'What a key may, and its last use', takes: '<id>', calls: ['show-key'] },
  revoke: { description: 'Refuse a key from the next request on', takes: '<id>', calls: ['revoke-key'] },
}

/** `more`: actions on files of this machine, which no operation knows. */
export const keysCommand = (more: Readonly<Record<string, Action>> = {}): Command => {
  const actions = { ...keysActions, ...more }
  return groupCommand({
    name: 'keys',
    title: 'Keys by which programs ask a server: list, add, show, revoke, and the keys that sign logins',
    examples: [
      { description: 'A key that may only read; it is printed once', line: 'wuku keys add laptop --user ann' },
      { description: 'One that may write, for a year', line: 'wuku keys add ci --user ann --scopes write --days 365' },
      { description: 'For a script: nothing but the key', line: 'wuku keys add ci --user ann --quiet' },
      { description: 'Keys of a user, with their last use', line: 'wuku keys --user ann' },
      { description: 'Refuse it from now on', line: 'wuku keys revoke 01JD8Z3N7V6K0M4P2Q9R5S1T8W' },
      { description: 'Sign logins with a new key; all users stay logged in', line: 'wuku keys rotate-signing' },
    ],
    actions,
    flags: {
      '--words A,B': 'Name of a new key, or id of one.',
      '--limit, -n N': 'list: maximum number of lines.',
      '--page N': 'list: page number.',
      '--user TEXT': 'list, add: name or id of the user.',
      '--scopes A,B': 'add: read, write or admin. Default: read.',
      '--rate-limit N': 'add: requests a minute.',
      '--now': 'rotate-signing: tokens that former keys signed count no more, since somebody may have a key.',
      '--days N': 'add: days after which the key expires. Default: 90.',
      '--never': 'add: the key does not expire.',
    },
    id: /^[0-9A-HJKMNP-TV-Z]{26}$/,
    needs: {
      name: ['a name', 'Write: wuku keys add laptop --user ann'],
      id: ['the id of a key', 'List ids with: wuku keys'],
    },
  })
}
