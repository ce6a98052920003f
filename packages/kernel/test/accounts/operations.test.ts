import { describe, expect, it } from 'vitest'
import { invitationOperations } from '../../src/accounts/invitations.ts'
import { keyOperations } from '../../src/accounts/key-operations.ts'
import { hashOfKey, keepAdminKey } from '../../src/accounts/api-keys.ts'
import type { KeyOutput, UserOutput } from '../../src/accounts/account-shapes.ts'
import { userOperations } from '../../src/accounts/user-operations.ts'
import { owner, type Caller } from '../../src/base/caller.ts'
import { isWukuError } from '@wuku/core/errors'
import { invoke } from '../../src/invoke/invoke.ts'
import { engineWith } from '../search/engine-with.ts'

const operations = new Map(
  [...userOperations, ...keyOperations, ...invitationOperations].map((each) => [each.name, each]),
)

interface MadeKey extends KeyOutput {
  readonly key: string
}

/** An administrator, a writer with a key, and a reader; `as` calls as one of them. */
async function openHouse() {
  const engine = await engineWith({})
  const call = async <Output>(name: string, input: object, caller: Caller): Promise<Output> => {
    const operation = operations.get(name)
    if (!operation) throw new Error(`There is no operation ${name}.`)
    const signal = new AbortController().signal
    const how = { caller, signal, surface: 'rest', progress: () => {}, engine: async () => engine } as const
    return (await invoke<Output>(operation, { ...input }, how)).output
  }
  const local = owner('cli')
  const add = (name: string, role: string): Promise<UserOutput> => call('create-user', { name, role }, local)
  const users = { root: await add('root', 'admin'), ann: await add('ann', 'writer'), ben: await add('Ben', 'reader') }
  const keyOf = (user: UserOutput): Promise<MadeKey> =>
    call('create-key', { name: 'first', user_id: user.user_id }, local)
  const keys = { root: await keyOf(users.root), ann: await keyOf(users.ann), ben: await keyOf(users.ben) }
  const callers = {
    local,
    root: callerOf(users.root, 'admin', 'key'),
    ann: callerOf(users.ann, 'read', 'key'),
    'ann logged in': callerOf(users.ann, 'write', 'login'),
    ben: callerOf(users.ben, 'read', 'login'),
    nobody: { ...local, sees: { user: null, groups: [] }, level: 'read', actor: 'anonymous' },
  } as const satisfies Readonly<Record<string, Caller>>
  return { engine, users, keys, callers, call }
}

type House = Awaited<ReturnType<typeof openHouse>>
type Who = keyof House['callers']

const callerOf = ({ user_id: actor, name }: UserOutput, level: 'read' | 'write' | 'admin', via: 'key' | 'login') =>
  ({
    client: 'test',
    mayWrite: true,
    actor,
    actorName: name,
    level,
    via,
    sees: level === 'admin' ? 'all' : { user: actor, groups: [] },
  }) satisfies Caller

type Row = readonly [
  says: string,
  who: Who,
  operation: string,
  input: (house: House) => object,
  expected: object | string,
]

const day = 86_400_000
const called = (name: string) => expect.objectContaining({ name, type: 'user', email: null }) as unknown
async function outcome(work: Promise<object>): Promise<object | string> {
  try {
    return await work
  } catch (thrown) {
    if (isWukuError(thrown)) return thrown.code
    throw thrown
  }
}

it.each<Row>([
  // People to share with
  ['an administrator sees everybody', 'root', 'list-people', () => ({}), { list: ['root', 'ann', 'Ben'].map(called) }],
  ['a writer sees themselves', 'ann logged in', 'list-people', () => ({}), { list: [called('ann')] }],
  ['and whom they call in full', 'ann logged in', 'list-people', () => ({ named: ['ben'] }), { list: [called('Ben')] }],
  ['not by a beginning', 'ann logged in', 'list-people', () => ({ named: ['be'] }), { list: [] }],
  [
    'a reader, who may not share, finds nobody by a name',
    'ben',
    'list-people',
    () => ({ named: ['ann'] }),
    { list: [] },
  ],
  [
    'and names those whose id an answer told',
    'ben',
    'list-people',
    ({ users }) => ({ named: [users.ann.user_id] }),
    { list: [called('ann')] },
  ],
  ['somebody without an account sees nobody', 'nobody', 'list-people', () => ({}), 'unauthorized'],
  // Users
  [
    'an administrator adds a user',
    'root',
    'create-user',
    () => ({ name: 'dan', role: 'writer' }),
    { name: 'dan', role: 'writer', status: 'active', email: null, groups: [], last_seen_at: null },
  ],
  [
    'with an e-mail and groups',
    'root',
    'create-user',
    () => ({ name: 'dan', role: 'reader', email: 'dan@example.com', groups: ['sea', 'sea'] }),
    { email: 'dan@example.com', groups: ['sea'] },
  ],
  ['a writer adds none', 'ann logged in', 'create-user', () => ({ name: 'dan', role: 'reader' }), 'forbidden'],
  ['a writer lists none', 'ann logged in', 'list-users', () => ({}), 'forbidden'],
  ['a name is taken, whatever its case', 'root', 'create-user', () => ({ name: 'BEN', role: 'reader' }), 'conflict'],
  ['a name may be no space', 'root', 'create-user', () => ({ name: ' ', role: 'reader' }), 'bad-input'],
  ['a name has 100 characters', 'root', 'create-user', () => ({ name: 'a'.repeat(101), role: 'reader' }), 'bad-input'],
  [
    'a name has no control characters',
    'root',
    'create-user',
    () => ({ name: 'a\u0007b', role: 'reader' }),
    'bad-input',
  ],
  ['a role is one of three', 'root', 'create-user', () => ({ name: 'dan', role: 'owner' }), 'bad-input'],
  ['an e-mail is one', 'root', 'create-user', () => ({ name: 'dan', role: 'reader', email: 'dan' }), 'bad-input'],
  ['a user is shown by id', 'root', 'show-user', ({ users }) => ({ user_id: users.ben.user_id }), { name: 'Ben' }],
  ['a user is shown by name', 'root', 'show-user', () => ({ user_id: 'ben' }), { name: 'Ben' }],
  ['who is not there', 'root', 'show-user', () => ({ user_id: 'eve' }), 'not-found'],
  [
    'a role changes',
    'root',
    'update-user',
    () => ({ user_id: 'ben', role: 'writer' }),
    { role: 'writer', name: 'Ben' },
  ],
  [
    'groups are put in by hand',
    'root',
    'update-user',
    () => ({ user_id: 'ben', groups: ['sea'] }),
    { groups: ['sea'] },
  ],
  ['its own name may be written anew', 'root', 'update-user', () => ({ user_id: 'ben', name: 'ben' }), { name: 'ben' }],
  ['another name is taken', 'root', 'update-user', () => ({ user_id: 'ben', name: 'Ann' }), 'conflict'],
  ['nothing to change', 'root', 'update-user', () => ({ user_id: 'ben' }), 'bad-input'],
  ['a key that is none', 'root', 'update-user', () => ({ user_id: 'ben', id: 'x', secret: 1 }), 'bad-input'],
  ['the last administrator stays one', 'root', 'update-user', () => ({ user_id: 'root', role: 'writer' }), 'conflict'],
  [
    'the last administrator stays active',
    'root',
    'update-user',
    () => ({ user_id: 'root', status: 'disabled' }),
    'conflict',
  ],
  ['the last administrator is not deleted', 'local', 'delete-user', () => ({ user_id: 'root' }), 'conflict'],
  ['a user is deleted', 'root', 'delete-user', () => ({ user_id: 'ben' }), { status: 'disabled' }],
  // Invitations
  [
    'an administrator invites somebody new',
    'root',
    'create-invitation',
    () => ({ name: 'dan', role: 'writer', groups: ['sea'] }),
    { status: 'open', user: { name: 'dan', role: 'writer', groups: ['sea'] } },
  ],
  ['who is a reader by default', 'root', 'create-invitation', () => ({ name: 'dan' }), { user: { role: 'reader' } }],
  ['or somebody who is here', 'root', 'create-invitation', () => ({ user_id: 'ben' }), { user: { name: 'Ben' } }],
  ['but changes nobody', 'root', 'create-invitation', () => ({ user_id: 'ben', role: 'admin' }), 'bad-input'],
  ['for one person', 'root', 'create-invitation', () => ({ user_id: 'ben', name: 'dan' }), 'bad-input'],
  ['and not for nobody', 'root', 'create-invitation', () => ({}), 'bad-input'],
  ['nor for who is not there', 'root', 'create-invitation', () => ({ user_id: 'eve' }), 'not-found'],
  ['a new name is new', 'root', 'create-invitation', () => ({ name: 'BEN' }), 'conflict'],
  ['30 days are the most', 'root', 'create-invitation', () => ({ name: 'dan', expires_in_days: 31 }), 'bad-input'],
  ['a day is the least of it', 'root', 'create-invitation', () => ({ name: 'dan', expires_in_days: 0 }), 'bad-input'],
  ['a writer invites nobody', 'ann logged in', 'create-invitation', () => ({ name: 'dan' }), 'forbidden'],
  ['and lists no invitations', 'ann logged in', 'list-invitations', () => ({}), 'forbidden'],
  [
    'a key is no invitation',
    'root',
    'revoke-invitation',
    ({ keys }) => ({ invitation_id: keys.ben.key_id }),
    'not-found',
  ],
  // Keys
  [
    'an administrator makes a key for a user',
    'root',
    'create-key',
    () => ({ name: 'ci', user_id: 'ann', scopes: ['write'] }),
    { scopes: ['write'], status: 'active', rate_limit: null },
  ],
  [
    'who logged in makes one',
    'ann logged in',
    'create-key',
    () => ({ name: 'ci', scopes: ['write', 'read'] }),
    { scopes: ['read', 'write'] },
  ],
  ['also a reader', 'ben', 'create-key', () => ({ name: 'ci' }), { scopes: ['read'] }],
  ['a key makes none', 'ann', 'create-key', () => ({ name: 'ci' }), 'forbidden'],
  ['nobody makes none', 'nobody', 'create-key', () => ({ name: 'ci' }), 'unauthorized'],
  ['nobody has none', 'nobody', 'list-keys', () => ({}), 'unauthorized'],
  ['above its role', 'ben', 'create-key', () => ({ name: 'ci', scopes: ['write'] }), 'bad-input'],
  [
    'above the role of whom it is for',
    'root',
    'create-key',
    () => ({ name: 'ci', user_id: 'ann', scopes: ['admin'] }),
    'bad-input',
  ],
  ['for another', 'ann logged in', 'create-key', () => ({ name: 'ci', user_id: 'ben' }), 'forbidden'],
  ['for itself by name', 'ann logged in', 'create-key', () => ({ name: 'ci', user_id: 'ANN' }), { name: 'ci' }],
  ['for who is not there', 'root', 'create-key', () => ({ name: 'ci', user_id: 'eve' }), 'not-found'],
  ['the local user says for whom', 'local', 'create-key', () => ({ name: 'ci' }), 'bad-input'],
  ['a scope of MCP reads', 'ben', 'create-key', () => ({ name: 'ci', scope: 'mcp:read' }), { scopes: ['read'] }],
  ['a scope and scopes', 'ben', 'create-key', () => ({ name: 'ci', scope: 'read', scopes: ['read'] }), 'bad-input'],
  ['no scopes', 'ben', 'create-key', () => ({ name: 'ci', scopes: [] }), 'bad-input'],
  ['a scope that is none', 'ben', 'create-key', () => ({ name: 'ci', scopes: ['mcp'] }), 'bad-input'],
  ['no name', 'ben', 'create-key', () => ({ name: '' }), 'bad-input'],
  ['a day is the least', 'ben', 'create-key', () => ({ name: 'ci', expires_in_days: 0 }), 'bad-input'],
  ['ten years are the most', 'ben', 'create-key', () => ({ name: 'ci', expires_in_days: 3_651 }), 'bad-input'],
  ['it may count for ever', 'ben', 'create-key', () => ({ name: 'ci', expires_in_days: null }), { expires_at: null }],
  [
    'until a moment that has passed',
    'ben',
    'create-key',
    () => ({ name: 'ci', expires_at: '1969-01-01T00:00:00Z' }),
    'bad-input',
  ],
  ['until a moment that is none', 'ben', 'create-key', () => ({ name: 'ci', expires_at: 'tomorrow' }), 'bad-input'],
  [
    'until a moment',
    'ben',
    'create-key',
    () => ({ name: 'ci', expires_at: '2999-01-01T01:00:00+01:00' }),
    { expires_at: '2999-01-01T00:00:00.000Z' },
  ],
  [
    'both of them',
    'ben',
    'create-key',
    () => ({ name: 'ci', expires_in_days: 1, expires_at: '2999-01-01T00:00:00Z' }),
    'bad-input',
  ],
  ['a rate', 'ben', 'create-key', () => ({ name: 'ci', rate_limit: 100_000 }), { rate_limit: 100_000 }],
  ['a rate of none', 'ben', 'create-key', () => ({ name: 'ci', rate_limit: 0 }), 'bad-input'],
  ['too high a rate', 'ben', 'create-key', () => ({ name: 'ci', rate_limit: 100_001 }), 'bad-input'],
  ['own keys', 'ann', 'list-keys', () => ({}), { total: 1 }],
  ['all keys', 'root', 'list-keys', () => ({ all: true }), { total: 3 }],
  ['all keys are what the local user has', 'local', 'list-keys', () => ({}), { total: 3 }],
  ['all keys are not for others', 'ann logged in', 'list-keys', () => ({ all: true }), 'forbidden'],
  ['keys of another', 'ann', 'list-keys', () => ({ user_id: 'ben' }), 'forbidden'],
  ['keys of another, for an administrator', 'root', 'list-keys', () => ({ user_id: 'ben' }), { total: 1 }],
  ['an own key', 'ben', 'show-key', ({ keys }) => ({ key_id: keys.ben.key_id }), { name: 'first', usage_count: 0 }],
  ['the key of another', 'ben', 'show-key', ({ keys }) => ({ key_id: keys.ann.key_id }), 'not-found'],
  [
    'the key of another, for an administrator',
    'root',
    'show-key',
    ({ keys }) => ({ key_id: keys.ann.key_id }),
    { name: 'first' },
  ],
  ['an own key is revoked', 'ben', 'revoke-key', ({ keys }) => ({ key_id: keys.ben.key_id }), { status: 'revoked' }],
  ['the key of another is not', 'ben', 'revoke-key', ({ keys }) => ({ key_id: keys.ann.key_id }), 'not-found'],
  [
    'an administrator revokes it',
    'root',
    'revoke-key',
    ({ keys }) => ({ key_id: keys.ann.key_id }),
    { status: 'revoked' },
  ],
  ['a key that is not there', 'root', 'revoke-key', () => ({ key_id: 'x' }), 'not-found'],
])('users and keys: %s (%s, %s)', async (...[, who, operation, input, expected]) => {
  const house = await openHouse()
  const answer = await outcome(house.call(operation, input(house), house.callers[who]))
  if (typeof expected === 'string') expect(answer).toBe(expected)
  else expect(answer).toMatchObject(expected)
})

describe('a key', () => {
  it('is shown once, and kept as its hash', async () => {
    const { engine, keys, callers, call } = await openHouse()
    const { key, key_id: id, suffix } = keys.ann
    expect(key).toMatch(/^wuku_[\w-]{43}$/)
    expect(key.slice(-4)).toBe(suffix)
    const kept = await engine.accounts.read((view) => view.key(id))
    expect(kept?.hash).toBe(hashOfKey(key))
    const lists = [
      await call('list-keys', { all: true }, callers.root),
      await call('show-key', { key_id: id }, callers.ann),
    ]
    expect(JSON.stringify([lists, kept])).not.toContain(key.slice(5, -4))
    expect(lists[1]).toMatchObject({ display: `****${suffix}`, usage_count: 0, last_used_at: null, revoked_at: null })
  })

  it('counts for 90 days by default', async () => {
    const { keys } = await openHouse()
    const { expires_at: until, created_at: from } = keys.ann
    expect(Date.parse(until ?? '') - Date.parse(from)).toBe(90 * day)
  })

  it('is one of twenty that count, and a revoked one makes room', async () => {
    const { keys, callers, call } = await openHouse()
    const make = (): Promise<object> => call('create-key', { name: 'another' }, callers.ben)
    for (let made = 1; made < 20; made++) await make()
    expect(await outcome(make())).toBe('too-many')
    await call('revoke-key', { key_id: keys.ben.key_id }, callers.ben)
    expect(await outcome(make())).toMatchObject({ name: 'another' })
  })

  it('stays revoked since it was', async () => {
    const { keys, callers, call } = await openHouse()
    const revoke = (): Promise<KeyOutput> => call('revoke-key', { key_id: keys.ann.key_id }, callers.root)
    const first = await revoke()
    expect(await revoke()).toEqual(first)
  })

  it('of a disabled user is not made', async () => {
    const { callers, call } = await openHouse()
    await call('update-user', { user_id: 'ben', status: 'disabled' }, callers.root)
    expect(await outcome(call('create-key', { name: 'x', user_id: 'ben' }, callers.root))).toBe('inactive')
  })
})

interface Made {
  readonly invitation_id: string
  readonly link: string
  readonly created_at: string
  readonly expires_at: string
}

describe('an invitation', () => {
  it('counts for seven days, is listed without its link, and is revoked', async () => {
    const { call, callers } = await openHouse()
    const made = await call<Made>('create-invitation', { name: 'dan' }, callers.root)
    expect(made.link).toMatch(/^\/#invite=[\w-]{43}$/)
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(7 * day)
    const listed = await call<object>('list-invitations', {}, callers.root)
    expect(listed).toMatchObject({ total: 1, list: [{ invitation_id: made.invitation_id, status: 'open' }] })
    expect(JSON.stringify(listed)).not.toContain(made.link.slice(-20))
    await call('revoke-invitation', { invitation_id: made.invitation_id }, callers.root)
    expect(await call('list-invitations', {}, callers.root)).toMatchObject({ list: [{ status: 'revoked' }] })
  })

  it('is no key: it stands in no list of them, and is neither shown nor revoked as one', async () => {
    const { call, callers } = await openHouse()
    const { invitation_id: id } = await call<Made>('create-invitation', { user_id: 'ben' }, callers.root)
    expect(await call('list-keys', { user_id: 'ben' }, callers.root)).toMatchObject({ total: 1 })
    for (const name of ['show-key', 'revoke-key'])
      expect(await outcome(call(name, { key_id: id }, callers.root))).toBe('not-found')
  })

  it('goes with its user', async () => {
    const { call, callers } = await openHouse()
    await call('create-invitation', { user_id: 'ben' }, callers.root)
    await call('delete-user', { user_id: 'ben' }, callers.root)
    expect(await call('list-invitations', {}, callers.root)).toMatchObject({ list: [{ status: 'revoked' }] })
    expect(await outcome(call('create-invitation', { user_id: 'ben' }, callers.root))).toBe('inactive')
  })
})

it('a deleted user has no key that counts, also when made active again, and is deleted once', async () => {
  const { callers, call } = await openHouse()
  await call('delete-user', { user_id: 'ben' }, callers.root)
  expect(await outcome(call('delete-user', { user_id: 'ben' }, callers.root))).toBe('not-found')
  await call('update-user', { user_id: 'ben', status: 'active' }, callers.root)
  expect(await call('list-keys', { user_id: 'ben' }, callers.root)).toMatchObject({ list: [{ status: 'revoked' }] })
})

describe('the key of the settings', () => {
  const [one, other] = ['1'.repeat(32), '2'.repeat(32)]
  it('is one of the user admin; a changed one replaces it, and may come back', async () => {
    const { engine } = await openHouse()
    const counting = async (): Promise<readonly string[]> => {
      const known = await engine.accounts.read(async (view) =>
        Promise.all([one, other].map((key) => view.keyWithHash(hashOfKey(key)))),
      )
      return known.flatMap((each) =>
        each?.key.revokedAt === null ? [`${each.user.name} ${each.user.role} ${each.key.hash === hashOfKey(one)}`] : [],
      )
    }
    await keepAdminKey(one, engine.accounts, 1)
    await keepAdminKey(one, engine.accounts, 2)
    expect(await counting()).toEqual(['admin admin true'])
    await keepAdminKey(other, engine.accounts, 3)
    expect(await counting()).toEqual(['admin admin false'])
    await keepAdminKey(one, engine.accounts, 4)
    expect(await counting()).toEqual(['admin admin true'])
  })
})
