import { describe, expect, it } from 'vitest'
import type { Ownership, Kind } from '@wuku/core/core-types'
import { owner, type Caller } from '../../src/base/caller.ts'
import {
  changedOwnership,
  describeRecipient,
  withUsers,
  newOwnership,
  describeOwnership,
} from '../../src/accounts/ownership-rules.ts'
import type { Showing } from '../../src/base/rights.ts'
import type { User } from '@wuku/core/ports/accounts'
import { openTestStore } from '../../../../test/test-store.ts'

const ann: Caller = { ...owner('test'), actor: 'ann', level: 'write', sees: { user: 'ann', groups: [] } }
const admin: Caller = { ...owner('test'), actor: 'ida', level: 'admin' }
const reader: Caller = { ...ann, level: 'read' }

type Row = readonly [maker: Caller, kind: Kind, wanted: Showing, expected: string]

describe('what is made', () => {
  it.each<readonly [says: string, ...Row]>([
    ['a library of the owner of the data folder', owner('test'), 'docs', {}, 'none'],
    ['one that is said to be private', owner('test'), 'docs', { visibility: 'private' }, 'local private'],
    ['notes of the owner of the data folder', owner('test'), 'notes', {}, 'none'],
    ['notes for the team', owner('test'), 'notes', { visibility: 'team' }, 'local team'],
    ['a library of a user', ann, 'docs', {}, 'ann team'],
    ['one that the user keeps', ann, 'docs', { visibility: 'private' }, 'ann private'],
    ['one that is shared', ann, 'docs', { visibility: 'private', sharedWith: ['b', 'b'] }, 'ann private b'],
    ['conversations of a user', ann, 'chats', {}, 'ann private'],
    ['scratchpads of a user', ann, 'pads', {}, 'ann private'],
    ['conversations that are shown', ann, 'chats', { visibility: 'team' }, 'ann team'],
    ['notes of an administrator', admin, 'notes', {}, 'ida team'],
  ])('%s', (_, ...[maker, kind, wanted, expected]) => {
    const made = newOwnership(maker, { kind, requested: wanted, defaultVisibility: 'team' })
    expect(made ? [made.owner, made.visibility, ...made.sharedWith].join(' ') : 'none').toBe(expected)
  })

  it('is as the settings say where nobody says anything', () => {
    expect(newOwnership(ann, { kind: 'docs', requested: {}, defaultVisibility: 'private' })).toMatchObject({
      visibility: 'private',
    })
    expect(newOwnership(owner('test'), { kind: 'docs', requested: {}, defaultVisibility: 'public' })).toMatchObject({
      owner: 'local',
    })
  })
})

const held: Ownership = { owner: 'ann', visibility: 'private', sharedWith: ['ben'] }

describe('what is shown to others', () => {
  it.each<[says: string, showing: Showing, expected: Partial<Ownership>]>([
    ['stays shared', { visibility: 'team' }, { visibility: 'team', sharedWith: ['ben'] }],
    ['stays private', { sharedWith: ['group:ops'] }, { visibility: 'private', sharedWith: ['group:ops'] }],
    ['is taken back', { sharedWith: [] }, { sharedWith: [] }],
  ])('%s, and keeps its owner', (_, showing, expected) => {
    expect(changedOwnership(held, showing)).toEqual({ ...held, ...expected })
  })

  it.each<[says: string, caller: Caller, expected: object]>([
    ['its owner', ann, { may: ['read', 'write', 'manage'], shared_with: ['ben'] }],
    ['its owner, as a reader', reader, { may: ['read'], shared_with: ['ben'] }],
    ['an administrator', admin, { may: ['read', 'write', 'manage'], shared_with: ['ben'] }],
  ])('%s is told with whom', (_, caller, expected) => {
    expect(describeOwnership(held, caller)).toEqual({ owner: 'ann', visibility: 'private', ...expected })
  })

  it('others are not told with whom', () => {
    const ben: Caller = { ...ann, actor: 'ben', sees: { user: 'ben', groups: [] } }
    expect(describeOwnership(held, ben)).toEqual({ owner: 'ann', visibility: 'private', may: ['read', 'write'] })
  })
})

describe('a list of users', () => {
  const ben: User = {
    id: 'ben',
    name: 'Ben',
    email: null,
    emailVerified: false,
    role: 'writer',
    status: 'disabled',
    issuer: null,
    subject: null,
    groups: [],
    claimedGroups: [],
    createdAt: 1,
    lastSeenAt: null,
  }
  const check = async (sharedWith: readonly string[], expected: readonly string[] = sharedWith): Promise<void> => {
    const store = openTestStore()
    await store.accounts.write(async (transaction) => {
      await transaction.addUser({ ...ben, email: 'ben@example.com', emailVerified: true, groups: ['ops', 'Ida'] })
      await transaction.addUser({ ...ben, id: 'ida', name: 'Ida', claimedGroups: ['design'] })
      // As logins wrote them before names were looked at.
      for (const name of ['mia@example.com', 'group:finance', 'аdmin', 'Eve'])
        await transaction.addUser({
          ...ben,
          id: `bad ${name}`,
          name,
          email: 'ida@example.com',
          issuer: 'https://login.example',
          subject: name,
        })
    })
    expect((await withUsers({ visibility: 'team', sharedWith }, store)).sharedWith).toEqual(expected)
  }

  it('is told with names and verified e-mails to the owner, and to nobody else', () => {
    const users = [
      { ...ben, email: 'ben@example.com', emailVerified: true },
      { ...ben, id: 'eve', name: 'Eve', email: 'mia@example.com' },
    ]
    const shared = { ...held, sharedWith: ['ben', 'eve', 'group:ops'] }
    const { recipients = [] } = describeOwnership(shared, ann, users)
    expect(recipients).toEqual([
      { id: 'ben', name: 'Ben', email: 'ben@example.com' },
      // Nobody vouched for this e-mail: it may be that of somebody else.
      { id: 'eve', name: 'Eve', email: null },
      { id: 'group:ops', name: 'group:ops', email: null },
    ])
    expect(recipients.map(describeRecipient)).toEqual(['Ben (ben@example.com, ben)', 'Eve (eve)', 'group:ops'])
    const other: Caller = { ...ann, actor: 'ben', sees: { user: 'ben', groups: [] } }
    expect(describeOwnership(shared, other, users)).not.toHaveProperty('recipients')
    expect(describeOwnership(shared, ann)).not.toHaveProperty('recipients')
  })
  it('names users and groups', () => check(['ben', 'group:ops', 'local', 'group:to come']))
  it.each([
    [['Ben'], ['ben']],
    [
      ['BEN@example.com', 'IDA'],
      ['ben', 'ida'],
    ],
    [
      ['ops', 'design'],
      ['group:ops', 'group:design'],
    ],
  ])('means %s by their names', check)
  it.each([
    [['cho'], 'bad-input', '"cho"'],
    [['mia@example.com'], 'bad-input', 'verified e-mail "mia@example.com"'],
    [['ida@example.com'], 'bad-input', 'verified e-mail "ida@example.com"'],
    [['аdmin'], 'bad-input', '"аdmin"'],
    [['ben', 'cho'], 'bad-input', '"cho"'],
    [['group:'], 'bad-input', '"group:"'],
    [[''], 'bad-input', '""'],
    [['Ida'], 'ambiguous', 'Ida (ida), group:Ida'],
  ])('is refused with %s', async (sharedWith, code, said) => {
    const refusal = { code, message: expect.stringContaining(said) as string }
    await expect(check(sharedWith)).rejects.toMatchObject(refusal)
  })
})
