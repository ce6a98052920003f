import { expect } from 'vitest'
import type { AccountTransaction, AccountUse, AccountView, ApiKey, KeysRequest, User } from '@wuku/core/ports/accounts'
import { addAnnAndBob, atAccounts, everyAccount, keyOf, loginOf, userOf } from '../account-samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

const odd: Partial<User> = {
  name: 'Ann 李 👩‍👩‍👧',
  email: 'ann@例え.jp',
  role: 'admin',
  status: 'disabled',
  issuer: 'https://login.example',
  subject: 'a"b\\c',
  groups: ['編集', 'a,b'],
  claimedGroups: ['"'],
  lastSeenAt: 1_700_000_000_000.5,
}

type Question = readonly [says: string, ask: (view: AccountView) => Promise<unknown>, answer: unknown]

const keysOf = (request: Partial<KeysRequest>) => async (view: AccountView) => {
  const { items, total } = await view.keys({ limit: 10, offset: 0, ...request })
  return [items.map(({ id }) => id), total]
}

/** After Ann and Bob were added, each with a key and a login. */
const questions: readonly Question[] = [
  ['users in their order', async (view) => (await view.users()).map(({ id }) => id), ['ann', 'bob']],
  ['a user', (view) => view.user('bob'), userOf('bob')],
  ['nobody of another id', (view) => view.user('Bob'), undefined],
  ['keys, newest first', keysOf({}), [['key of bob', 'key of ann'], 2]],
  ['a page of keys', keysOf({ limit: 1, offset: 1 }), [['key of ann'], 2]],
  ['keys of a user', keysOf({ user: 'ann' }), [['key of ann'], 1]],
  ['no keys of nobody', keysOf({ user: 'eve' }), [[], 0]],
  ['no invitations', keysOf({ kind: 'invitation' }), [[], 0]],
  ['a key', (view) => view.key('key of ann'), keyOf('key of ann')],
  ['no key of another id', (view) => view.key('key'), undefined],
  [
    'the key with a hash, and its user',
    (view) => view.keyWithHash(keyOf('key of bob').hash),
    { key: keyOf('key of bob', { user: 'bob' }), user: userOf('bob') },
  ],
  ['no key with another hash', (view) => view.keyWithHash(keyOf('other').hash), undefined],
  [
    'a login, and its user',
    (view) => view.login('login of bob'),
    { login: loginOf('login of bob', { user: 'bob' }), user: userOf('bob') },
  ],
  ['no login of another id', (view) => view.login('login'), undefined],
  ['no use', (view) => view.usage('ann', '2026-11-24'), { calls: 0, uploadBytes: 0 }],
]

type Refusal = readonly [says: string, code: string, write: (accounts: AccountTransaction) => Promise<unknown>]

const refusals: readonly Refusal[] = [
  ['a user of an id that is taken', 'conflict', (accounts) => accounts.addUser(userOf('ann', { name: 'other' }))],
  ['a user of a name that is taken', 'conflict', (accounts) => accounts.addUser(userOf('eve', { name: 'ANN' }))],
  ['a name that another user has', 'conflict', (accounts) => accounts.changeUser('ann', { name: 'Bob' })],
  ['a change of nobody', 'not-found', (accounts) => accounts.changeUser('eve', { role: 'admin' })],
  ['a key of an id that is taken', 'conflict', (accounts) => accounts.addKey(keyOf('key of ann'))],
  ['a key of nobody', 'not-found', (accounts) => accounts.addKey(keyOf('new', { user: 'eve' }))],
  ['a change of no key', 'not-found', (accounts) => accounts.changeKey('new', { revokedAt: 1 })],
  ['a login of an id that is taken', 'conflict', (accounts) => accounts.addLogin(loginOf('login of ann'))],
  ['a login of nobody', 'not-found', (accounts) => accounts.addLogin(loginOf('new', { user: 'eve' }))],
  ['a change of no login', 'not-found', (accounts) => accounts.changeLogin('new', { endedAt: 1 })],
]

const day = '2026-11-24'
const used: AccountUse = {
  keys: [{ id: 'key of ann', count: 2, at: 5_000 }],
  users: [{ id: 'ann', at: 5_000 }],
  usage: [{ user: 'ann', day, calls: 2, uploadBytes: 2 ** 40 }],
}
const earlier: AccountUse = {
  keys: [
    { id: 'key of ann', count: 1, at: 4_000 },
    { id: 'gone', count: 1, at: 4_000 },
  ],
  users: [
    { id: 'ann', at: 4_000 },
    { id: 'eve', at: 4_000 },
  ],
  usage: [
    { user: 'ann', day, calls: 1, uploadBytes: 1 },
    { user: 'eve', day, calls: 1, uploadBytes: 1 },
  ],
}

export const accountCases: readonly StoreCase[] = [
  ...questions.map(([says, ask, answer]) => ({
    says: `tells ${says}`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await addAnnAndBob(store)
      expect(await store.accounts.read(ask)).toEqual(answer)
      // Within a write as well.
      expect(await store.accounts.write(ask)).toEqual(answer)
    },
  })),
  ...refusals.map(([says, code, write]) => ({
    says: `refuses ${says}, and writes nothing`,
    run: async ({ store }: Parameters<StoreCase['run']>[0]) => {
      await addAnnAndBob(store)
      const before = await store.accounts.read(everyAccount)
      const failing = atAccounts(store, async (accounts) => {
        await accounts.addUser(userOf('first'))
        await write(accounts)
      })
      await expect(failing).rejects.toMatchObject({ code, remedy: expect.stringMatching(/\w/) })
      expect(await store.accounts.read(everyAccount)).toEqual(before)
    },
  })),
  ...casesOf({
    'keeps users, keys and logins as they are': {
      needs: 'reopen',
      run: async ({ store, again }) => {
        const key: Partial<ApiKey> = { scopes: ['read', 'write'], rateLimit: 30, expiresAt: 8_000, revokedAt: 2_000.5 }
        await atAccounts(store, async (accounts) => {
          await accounts.addUser(userOf('ann', odd))
          await accounts.addKey(keyOf('key', key))
          await accounts.addLogin(loginOf('login of ann', { endedAt: 3_000 }))
        })
        const told = await (await again()).accounts.read(everyAccount)
        expect(told.users).toEqual([userOf('ann', odd)])
        expect(told.known).toEqual([{ key: keyOf('key', key), user: userOf('ann', odd) }])
        expect(told.logins[0]).toEqual({ login: loginOf('login of ann', { endedAt: 3_000 }), user: userOf('ann', odd) })
      },
    },
    'changes only what is named': async ({ store }) => {
      await addAnnAndBob(store)
      const nothing = { name: undefined, role: undefined } as unknown as Partial<User>
      await atAccounts(store, async (accounts) => {
        expect(await accounts.changeUser('ann', nothing)).toEqual(userOf('ann'))
        expect(await accounts.changeUser('ann', { name: 'ANN', groups: ['a'] })).toEqual(
          userOf('ann', { name: 'ANN', groups: ['a'] }),
        )
        expect(await accounts.changeKey('key of ann', { revokedAt: 7 })).toEqual(keyOf('key of ann', { revokedAt: 7 }))
        const change = { refreshHash: keyOf('next').hash, expiresAt: 10_000 }
        expect(await accounts.changeLogin('login of ann', change)).toEqual(loginOf('login of ann', change))
      })
      expect(await store.accounts.read((view) => view.user('bob'))).toEqual(userOf('bob'))
    },
    'tells keys and invitations apart, page by page': async ({ store }) => {
      await addAnnAndBob(store)
      await atAccounts(store, async (accounts) => {
        for (const id of ['first', 'second']) await accounts.addKey(keyOf(id, { user: 'bob', scopes: [] }))
      })
      const rows = [
        [{}, [['second', 'first', 'key of bob', 'key of ann'], 4]],
        [{ kind: 'key' }, [['key of bob', 'key of ann'], 2]],
        [{ kind: 'invitation' }, [['second', 'first'], 2]],
        [{ kind: 'invitation', limit: 1, offset: 1 }, [['first'], 2]],
        [{ kind: 'invitation', user: 'ann' }, [[], 0]],
        [{ kind: 'key', user: 'bob' }, [['key of bob'], 1]],
      ] as const satisfies readonly (readonly [Partial<KeysRequest>, unknown])[]
      for (const [request, expected] of rows) expect(await store.accounts.read(keysOf(request))).toEqual(expected)
    },
    'removes a user with keys, logins and use, so that the name is free, and nothing of others': async ({ store }) => {
      await addAnnAndBob(store)
      await atAccounts(store, (accounts) =>
        accounts.noteUse({ usage: ['ann', 'bob'].map((user) => ({ user, day, calls: 1, uploadBytes: 1 })) }),
      )
      await atAccounts(store, (accounts) => accounts.removeUser('ann'))
      await store.accounts.read(async (view) => {
        const { users, keys, logins } = await everyAccount(view)
        expect(users).toEqual([userOf('bob')])
        expect(keys.items).toEqual([keyOf('key of bob', { user: 'bob' })])
        expect(logins.map((known) => known?.login.id)).toEqual([undefined, 'login of bob'])
        expect([await view.usage('ann', day), await view.usage('bob', day)]).toEqual([
          { calls: 0, uploadBytes: 0 },
          { calls: 1, uploadBytes: 1 },
        ])
      })
      await atAccounts(store, (accounts) => accounts.addUser(userOf('ann')))
    },
    'ends all logins of a user, and removes those that ended or expired': async ({ store }) => {
      await addAnnAndBob(store)
      const states = () =>
        store.accounts.read(async (view) =>
          (await everyAccount(view)).logins.map((known) => (known ? known.login.endedAt : 'gone')),
        )
      await atAccounts(store, (accounts) => accounts.endLogins('ann', 4_000))
      await atAccounts(store, (accounts) => accounts.endLogins('ann', 5_000))
      expect(await states()).toEqual([4_000, null])
      await atAccounts(store, (accounts) => accounts.removeLogins(4_000))
      expect(await states()).toEqual([4_000, null])
      await atAccounts(store, (accounts) => accounts.removeLogins(4_001))
      expect(await states()).toEqual(['gone', null])
      await atAccounts(store, (accounts) => accounts.removeLogins(9_001))
      expect(await states()).toEqual(['gone', 'gone'])
    },
    'removes the use of days before those of other records': async ({ store }) => {
      await addAnnAndBob(store)
      const days = ['2026-11-23', '2026-11-24', '2026-11-25']
      const usage = ['ann', 'bob'].flatMap((user) =>
        days.map((each) => ({ user, day: each, calls: 1, uploadBytes: 1 })),
      )
      await atAccounts(store, (accounts) => accounts.noteUse({ usage }))
      await store.record({ forgetBefore: Date.parse('2026-11-24T12:00:00Z') })
      const left = ['ann', 'bob'].map((user) =>
        store.accounts.read(async (view) =>
          Promise.all(days.map(async (each) => (await view.usage(user, each)).calls)),
        ),
      )
      expect(await Promise.all(left)).toEqual([
        [0, 1, 1],
        [0, 1, 1],
      ])
    },
    'adds up what was used, and keeps the latest moment; ids that nobody has are passed over': async ({ store }) => {
      await addAnnAndBob(store)
      await Promise.all([used, earlier].map((use) => atAccounts(store, (accounts) => accounts.noteUse(use))))
      await store.accounts.read(async (view) => {
        expect(await view.key('key of ann')).toMatchObject({ usageCount: 3, lastUsedAt: 5_000 })
        expect(await view.user('ann')).toMatchObject({ lastSeenAt: 5_000 })
        expect(await view.usage('ann', day)).toEqual({ calls: 3, uploadBytes: 2 ** 40 + 1 })
        expect([await view.usage('ann', '2026-11-25'), await view.usage('eve', day)]).toEqual([
          { calls: 0, uploadBytes: 0 },
          { calls: 0, uploadBytes: 0 },
        ])
      })
    },
    'reads a fixed moment, and what a write has done only after it': async ({ store }) => {
      await addAnnAndBob(store)
      await store.accounts.read(async (view) => {
        expect(await view.users()).toHaveLength(2)
        await atAccounts(store, (accounts) => accounts.addUser(userOf('eve')))
        expect(await view.users()).toHaveLength(2)
      })
      expect(await store.accounts.read((view) => view.users())).toHaveLength(3)
    },
    'answers nothing at a desk whose write has ended': async ({ store }) => {
      const kept = await atAccounts(store, async (accounts) => ({ accounts }))
      await expect(kept.accounts.addUser(userOf('ann'))).rejects.toThrow(/ended/)
    },
  }),
]
