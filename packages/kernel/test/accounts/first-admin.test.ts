import { describe, expect, it } from 'vitest'
import { invitationOperations } from '../../src/accounts/invitations.ts'
import { enableAccounts, UNDO_MS, undoEnable } from '../../src/accounts/api-keys.ts'
import { userOperations } from '../../src/accounts/user-operations.ts'
import { addUser } from '../../src/accounts/users.ts'
import { owner } from '../../src/base/caller.ts'
import { isWukuError } from '@wuku/core/errors'
import { invoke } from '../../src/invoke/invoke.ts'
import { engineWith } from '../search/engine-with.ts'

const operations = new Map([...userOperations, ...invitationOperations].map((each) => [each.name, each]))

const outcome = (work: Promise<object>): Promise<object | string> =>
  work.catch((thrown: unknown) => {
    if (isWukuError(thrown)) return thrown.code
    throw thrown
  })

describe('a server without users', () => {
  it('gets none from the local login of a server, which would be locked out, and is told where the key comes', async () => {
    const engine = await engineWith({})
    const [operation] = userOperations
    const caller = { ...owner('console'), via: 'local' } as const
    const how = { caller, surface: 'rest', progress: () => {}, engine: async () => engine } as const
    const work =
      operation && invoke(operation, { name: 'ann', role: 'admin' }, { ...how, signal: new AbortController().signal })
    await expect(work).rejects.toMatchObject({
      code: 'conflict',
      remedy: expect.stringMatching(/POST \/api\/v1\/accounts\/enable.*wuku users add <name> --role admin/),
    })
    expect(await engine.accounts.read((view) => view.users())).toEqual([])
  })

  it.each<[operation: string, input: object, expected: string]>([
    ['create-user', { name: 'bob', role: 'reader' }, 'conflict'],
    ['create-user', { name: 'bob', role: 'writer' }, 'conflict'],
    ['create-invitation', { name: 'bob' }, 'conflict'],
    ['create-invitation', { name: 'bob', role: 'admin' }, 'conflict'],
  ])('gets none by %s with %j', async (name, input, expected) => {
    const engine = await engineWith({})
    const operation = operations.get(name)
    if (!operation) throw new Error(name)
    const how = { caller: owner('cli'), surface: 'rest', progress: () => {}, engine: async () => engine } as const
    const work = invoke(operation, { ...input }, { ...how, signal: new AbortController().signal })
    expect(await outcome(work)).toBe(expected)
    expect(await engine.accounts.read((view) => view.users())).toEqual([])
  })

  it('gets its administrator once, also when two are first at once, who may undo it while alone', async () => {
    const { accounts, now } = await engineWith({})
    const enable = (name: string) =>
      accounts.write((transaction) =>
        enableAccounts({ name, email: null }, { transaction, now: now(), keysPerUser: 20 }),
      )
    const done = await Promise.allSettled([enable('ann'), enable('ben')])
    const [won] = done.flatMap((each) => (each.status === 'fulfilled' ? [each.value.user] : []))
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const undo = (actor: string, later = 0) =>
      accounts.write((transaction) => undoEnable(actor, transaction, now() + later))
    const id = won?.id ?? ''
    expect(await outcome(undo('local'))).toBe('conflict')
    expect(await outcome(undo(id, UNDO_MS + 1))).toBe('conflict')
    expect(await outcome(undo(id))).toMatchObject({ role: 'admin' })
    expect(
      await accounts.read(async (view) => [await view.users(), (await view.keys({ limit: 9, offset: 0 })).total]),
    ).toEqual([[], 0])
    const again = await enable('ann')
    await accounts.write((transaction) => addUser({ name: 'dan', role: 'reader' }, transaction, now()))
    expect(await outcome(undo(again.user.id))).toBe('conflict')
  })
})
