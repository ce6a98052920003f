import { WukuError } from '@wuku/core/errors'
import type { AccountTransaction, AccountUse, AccountView, ApiKey, Login, Usage, User } from '@wuku/core/ports/accounts'
import { checkTexts, demand } from './checks.ts'
import { pageOf } from './pages.ts'

/** Never changed in place. Each map is by id, in the order in which things were added. */
export interface AccountsState {
  readonly users: ReadonlyMap<string, User>
  readonly keys: ReadonlyMap<string, ApiKey>
  readonly logins: ReadonlyMap<string, Login>
  /** By user and day. */
  readonly usage: ReadonlyMap<string, Usage>
}

export const emptyAccounts: AccountsState = { users: new Map(), keys: new Map(), logins: new Map(), usage: new Map() }

/** Of whatever `now` answers when it is asked. */
export function createAccountView(now: () => AccountsState): AccountView {
  const userOf = ({ user }: { readonly user: string }): User => require(now().users, user, 'user')
  return {
    users: async () => [...now().users.values()],
    user: async (id) => now().users.get(id),
    keys: async ({ user, kind, ...page }) => {
      const keys = [...now().keys.values()].toReversed()
      return pageOf(
        keys.filter(
          (key) =>
            (user === undefined || key.user === user) &&
            (kind === undefined || (key.scopes.length === 0) === (kind === 'invitation')),
        ),
        page,
      )
    },
    key: async (id) => now().keys.get(id),
    keyWithHash: async (hash) => {
      const key = [...now().keys.values()].find((each) => each.hash === hash)
      return key && { key, user: userOf(key) }
    },
    login: async (id) => {
      const login = now().logins.get(id)
      return login && { login, user: userOf(login) }
    },
    usage: async (user, day) => now().usage.get(usageKey(user, day)) ?? { calls: 0, uploadBytes: 0 },
  }
}

/** Works on what `now` answers, and hands every next state to `become`. */
export function createAccountTransaction(
  now: () => AccountsState,
  become: (next: AccountsState) => void,
): AccountTransaction {
  const put = <Part extends 'users' | 'keys' | 'logins'>(part: Part, one: { readonly id: string }): void =>
    become({ ...now(), [part]: new Map([...now()[part], [one.id, one]]) })
  const change = <Kept extends { readonly id: string }>(before: Kept, changed: NoInfer<Partial<Kept>>): Kept => ({
    ...before,
    ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
  })
  return {
    ...createAccountView(now),
    addUser: async (user) => {
      demandNew(now().users, user.id)
      checkUser(now(), user)
      put('users', user)
    },
    removeUser: async (id) => {
      const without = <Kept extends { readonly user: string }>(kept: ReadonlyMap<string, Kept>) =>
        new Map([...kept].filter(([, { user }]) => user !== id))
      const { users, keys, logins, usage } = now()
      become({
        users: new Map([...users].filter(([each]) => each !== id)),
        keys: without(keys),
        logins: without(logins),
        usage: new Map([...usage].filter(([key]) => (JSON.parse(key) as readonly [string, string])[0] !== id)),
      })
    },
    changeUser: async (id, changed) => {
      const user = change(require(now().users, id, 'user'), changed)
      checkUser(now(), user)
      put('users', user)
      return user
    },
    addKey: async (key) => {
      demandNew(now().keys, key.id)
      require(now().users, key.user, 'user')
      demand(/^[0-9a-f]{64}$/.test(key.hash), `the hash of key ${key.id} is not SHA-256 in hex`)
      demand(![...now().keys.values()].some(({ hash }) => hash === key.hash), 'two keys with one hash')
      put('keys', key)
    },
    changeKey: async (id, changed) => {
      const key = change(require(now().keys, id, 'key'), changed)
      put('keys', key)
      return key
    },
    addLogin: async (login) => {
      demandNew(now().logins, login.id)
      require(now().users, login.user, 'user')
      put('logins', login)
    },
    changeLogin: async (id, changed) => {
      const login = change(require(now().logins, id, 'login'), changed)
      put('logins', login)
      return login
    },
    endLogins: async (user, at) => {
      const ended = ({ endedAt, ...login }: Login): Login => ({
        ...login,
        endedAt: login.user === user && endedAt === null ? at : endedAt,
      })
      become({ ...now(), logins: new Map([...now().logins].map(([id, login]) => [id, ended(login)])) })
    },
    removeLogins: async (before) => {
      const isPast = ({ expiresAt, endedAt }: Login): boolean =>
        expiresAt < before || (endedAt !== null && endedAt < before)
      become({ ...now(), logins: new Map([...now().logins].filter(([, login]) => !isPast(login))) })
    },
    noteUse: async (use) => become(withUse(now(), use)),
  }
}

function withUse(state: AccountsState, { keys = [], users = [], usage = [] }: AccountUse): AccountsState {
  const next = { users: new Map(state.users), keys: new Map(state.keys), usage: new Map(state.usage) }
  for (const { id, count, at } of keys) {
    const key = next.keys.get(id)
    if (key) next.keys.set(id, { ...key, usageCount: key.usageCount + count, lastUsedAt: later(key.lastUsedAt, at) })
  }
  for (const { id, at } of users) {
    const user = next.users.get(id)
    if (user) next.users.set(id, { ...user, lastSeenAt: later(user.lastSeenAt, at) })
  }
  for (const { user, day, calls, uploadBytes } of usage) {
    demand(/^\d{4}-\d\d-\d\d$/.test(day), `"${day}" is no day`)
    const before = next.usage.get(usageKey(user, day)) ?? { calls: 0, uploadBytes: 0 }
    if (next.users.has(user))
      next.usage.set(usageKey(user, day), {
        calls: before.calls + calls,
        uploadBytes: before.uploadBytes + uploadBytes,
      })
  }
  return { ...state, ...next }
}

const later = (before: number | null, at: number): number => Math.max(before ?? at, at)

/** Use of each day that is wholly before. */
export function withoutUseBefore(state: AccountsState, moment = 0): AccountsState {
  const first = new Date(moment).toISOString().slice(0, 'yyyy-mm-dd'.length)
  const dayIn = (key: string): string => (JSON.parse(key) as readonly [user: string, day: string])[1]
  return { ...state, usage: new Map([...state.usage].filter(([key]) => dayIn(key) >= first)) }
}

const usageKey = (user: string, day: string): string => JSON.stringify([user, day])

function checkUser({ users }: AccountsState, { id, name, email }: User): void {
  checkTexts(id, name, email ?? '')
  demand(name.length >= 1 && name.length <= 100, `the name of a user has ${name.length} characters`)
  for (const other of users.values())
    if (other.id !== id && other.name.toLowerCase() === name.toLowerCase())
      throw new WukuError('conflict', `There is already a user "${name}".`, 'Choose another name.')
}

function demandNew(known: ReadonlyMap<string, unknown>, id: string): void {
  if (known.has(id)) throw new WukuError('conflict', `The id ${id} is taken.`, 'Give it another id.')
}

function require<Kept>(known: ReadonlyMap<string, Kept>, id: string, noun: string): Kept {
  const found = known.get(id)
  if (!found) throw new WukuError('not-found', `There is no ${noun} ${id}.`, 'List the existing ones.')
  return found
}
