import { createHash } from 'node:crypto'
import type { AccountTransaction, AccountView, ApiKey, KeysRequest, Login, User } from '@wuku/core/ports/accounts'
import type { Store } from '@wuku/core/ports/store'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** As a test says them; what it does not say is of no matter to it. */
export const userOf = (id: string, sample: Partial<User> = {}): User => ({
  id,
  name: id,
  email: null,
  emailVerified: typeof sample.email === 'string',
  role: 'reader',
  status: 'active',
  issuer: null,
  subject: null,
  groups: [],
  claimedGroups: [],
  createdAt: 1_000,
  lastSeenAt: null,
  ...sample,
})

export const keyOf = (id: string, sample: Partial<ApiKey> = {}): ApiKey => ({
  id,
  user: 'ann',
  name: id,
  hash: hashOf(id),
  suffix: 'abcd',
  scopes: ['read'],
  rateLimit: null,
  createdAt: 1_000,
  expiresAt: null,
  revokedAt: null,
  usageCount: 0,
  lastUsedAt: null,
  ...sample,
})

export const loginOf = (id: string, sample: Partial<Login> = {}): Login => ({
  id,
  user: 'ann',
  refreshHash: hashOf(`refresh ${id}`),
  createdAt: 1_000,
  expiresAt: 9_000,
  endedAt: null,
  ...sample,
})

export const atAccounts = <T>(store: Store, work: (accounts: AccountTransaction) => Promise<T>): Promise<T> =>
  store.accounts.write(work)

/** Two users, each with a key and a login. */
export const addAnnAndBob = (store: Store): Promise<void> =>
  atAccounts(store, async (accounts) => {
    for (const user of ['ann', 'bob']) {
      await accounts.addUser(userOf(user))
      await accounts.addKey(keyOf(`key of ${user}`, { user }))
      await accounts.addLogin(loginOf(`login of ${user}`, { user }))
    }
  })

const every: KeysRequest = { limit: 100, offset: 0 }

/** All that can be told of them, in plain data. */
export async function everyAccount(view: AccountView) {
  const [users, keys] = [await view.users(), await view.keys(every)]
  const logins = ['login of ann', 'login of bob']
  return {
    users,
    keys,
    known: await Promise.all(keys.items.map(({ hash }) => view.keyWithHash(hash))),
    logins: await Promise.all(logins.map((id) => view.login(id))),
  }
}
