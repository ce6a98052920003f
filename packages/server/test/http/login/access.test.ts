import { describe, expect, it } from 'vitest'
import { acceptInvitation, addInvitation } from '@wuku/kernel/accounts/invitations'
import { addKey } from '@wuku/kernel/accounts/api-keys'
import { addUser } from '@wuku/kernel/accounts/users'
import type { Role, Scope } from '@wuku/core/ports/accounts'
import { openLoginServer, type LoginServer } from './login-house.ts'

const DAY = 86_400_000

async function openHouse() {
  const server = await openLoginServer()
  const { url, accounts, now } = server
  const root = await accounts.write((transaction) => addUser({ name: 'root', role: 'admin' }, transaction, now()))
  const add = (name: string, role: Role) => accounts.write((transaction) => addUser({ name, role }, transaction, now()))
  const ann = await add('ann', 'writer')
  const keyOf = (scopes: readonly Scope[], expiresAt: number | null = null) =>
    accounts.write((transaction) =>
      addKey({ name: 'laptop', scopes, rateLimit: null, expiresAt }, ann, { transaction, now: now(), keysPerUser: 20 }),
    )
  const invite = (days = 7) => accounts.write((transaction) => addInvitation(ann, days, { transaction, now: now() }))
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    server.post(`/api/v1/auth/${path}`, body, { origin: url, ...headers })
  const logIn = async (key: string, stay?: string): Promise<LoggedIn> => {
    const answer = await post('session', { key, ...(stay !== undefined && { stay }) })
    expect(answer.status).toBe(200)
    const cookie = answer.headers.getSetCookie()[0] ?? ''
    return { ...((await answer.json()) as Omit<LoggedIn, 'cookie'>), cookie }
  }
  const info = async (token: string): Promise<Record<string, unknown>> => {
    const answer = await server.get('/api/v1/user/info', token)
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : { status: answer.status }
  }
  const refresh = ({ cookie }: LoggedIn) => post('refresh', {}, { cookie: cookie.split(';', 1)[0] ?? '' })
  return { ...server, bare: server.post, root, ann, keyOf, invite, post, logIn, info, refresh }
}

interface LoggedIn {
  readonly access_token: string
  readonly refresh_token: string
  readonly cookie: string
  readonly key?: string
}

const actionsOf = ({ audit }: Pick<LoginServer, 'audit'>) =>
  audit.map(({ action, actorName, outcome }) => `${action} ${actorName} ${outcome}`)

describe('a login by a key', () => {
  it.each([
    [undefined, /^wuku_refresh=[^;]+; HttpOnly; SameSite=Strict; Path=\/api$/],
    ['browser', /^wuku_refresh=[^;]+; HttpOnly; SameSite=Strict; Path=\/api$/],
    ['day', /^wuku_refresh=[^;]+; HttpOnly; SameSite=Strict; Path=\/api; Max-Age=86400$/],
  ] as const)('that stays for %s has a cookie of that kind, also when it is refreshed', async (stay, expected) => {
    const house = await openHouse()
    const login = await house.logIn((await house.keyOf(['read'])).text, stay)
    expect(login.cookie).toMatch(expected)
    const again = await house.refresh(login)
    expect(again.status).toBe(200)
    expect(again.headers.getSetCookie()[0]?.replace(/Max-Age=\d+/, 'Max-Age=86400')).toMatch(expected)
  })

  it('may no more than its key, is counted as it, and makes no other key', async () => {
    const house = await openHouse()
    const { text, key } = await house.keyOf(['read'])
    const { access_token: token } = await house.logIn(text)
    const own = { user_id: house.ann.id, name: 'ann', role: 'writer', via: 'key', scopes: ['read'], key_id: key.id }
    expect(await house.info(token)).toMatchObject(own)
    const by = await house.identify({
      headers: { authorization: `Bearer ${token}` },
      query: [],
      address: '127.0.0.1',
      route: '/api/v1/user/info',
      publicUrl: house.url,
    })
    expect(by).toMatchObject({ level: 'read', credential: `key:${key.id}` })
    expect(actionsOf(house)).toEqual(['login ann done'])
  })

  type House = Awaited<ReturnType<typeof openHouse>>
  it.each<[says: string, end: (house: House, key: string) => Promise<unknown> | void]>([
    [
      'its key is revoked',
      (house, key) => house.accounts.write((transaction) => transaction.changeKey(key, { revokedAt: house.now() })),
    ],
    ['its key expires', (house) => void (house.clock.ahead += 2 * 3_600_000 - 60_000)],
    [
      'its user is disabled',
      (house) => house.accounts.write((transaction) => transaction.changeUser(house.ann.id, { status: 'disabled' })),
    ],
    [
      'somebody logs out',
      async (house) => house.accounts.write((transaction) => transaction.endLogins(house.ann.id, 1)),
    ],
  ])('ends when %s', async (_, end) => {
    const house = await openHouse()
    const { text, key } = await house.keyOf(['read'], house.now() + 3_600_000)
    const login = await house.logIn(text)
    expect(await house.info(login.access_token)).toMatchObject({ name: 'ann' })
    await end(house, key.id)
    expect(await house.info(login.access_token)).toEqual({ status: 401 })
    expect((await house.refresh(login)).status).toBe(401)
  })

  it('of a day has ended after it', async () => {
    const house = await openHouse()
    const login = await house.logIn((await house.keyOf(['read'])).text, 'day')
    house.clock.ahead += DAY
    expect((await house.refresh(login)).status).toBe(401)
  })

  it('is refreshed once by one cookie', async () => {
    const house = await openHouse()
    const login = await house.logIn((await house.keyOf(['read'])).text)
    const first = (await (await house.refresh(login)).json()) as LoggedIn
    expect(await house.info(first.access_token)).toMatchObject({ name: 'ann', scopes: ['read'] })
    expect((await house.refresh(login)).status).toBe(401)
    expect(await house.info(first.access_token)).toEqual({ status: 401 })
  })

  it.each<[says: string, key: (house: House) => Promise<string>, status: number, audit: number]>([
    ['that is unknown', async () => `wuku_${'a'.repeat(43)}`, 401, 0],
    ['that expired', async (house) => (await house.keyOf(['read'], 1)).text, 401, 1],
    ['that is an invitation', async (house) => (await house.invite()).code, 401, 1],
    ['that is empty', async () => '', 400, 0],
  ])('is none for a key %s, which says what to do', async (...[, key, status, denied]) => {
    const house = await openHouse()
    const answer = await house.post('session', { key: await key(house) })
    const { error } = (await answer.json()) as { readonly error: { readonly message: string; readonly remedy: string } }
    expect(answer.status).toBe(status)
    if (status === 401) expect(error.remedy).toContain('invitation link')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(house.audit.filter(({ outcome }) => outcome === 'denied')).toHaveLength(denied)
  })

  it.each([
    ['a program', {}],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['a page of another origin', { origin: 'http://evil.example' }],
  ])('is not given to %s', async (_, headers) => {
    const house = await openHouse()
    const { text } = await house.keyOf(['read'])
    for (const [path, body] of [
      ['session', { key: text }],
      ['invitation', { code: (await house.invite()).code }],
    ] as const)
      expect((await house.bare(`/api/v1/auth/${path}`, body, headers)).status).toBe(403)
  })
})

describe('an invitation', () => {
  it('makes a login and a key, once', async () => {
    const house = await openHouse()
    const { code } = await house.invite()
    const answer = await house.post('invitation', { code })
    const { access_token: token, key = '' } = (await answer.json()) as LoggedIn
    expect(answer.headers.getSetCookie()[0]).toMatch(/^wuku_refresh=/)
    expect(await house.info(token)).toMatchObject({ name: 'ann', via: 'login', scopes: ['write'] })
    expect(await house.info(key)).toMatchObject({ name: 'ann', via: 'key', scopes: ['write'] })
    expect((await house.post('invitation', { code })).status).toBe(401)
    expect(actionsOf(house)).toEqual(['invitation.accept ann done', 'key.create ann done', 'login ann done'])
    expect(JSON.stringify(house.audit)).not.toContain(code)
  })

  it('that is used twice at once is used once', async () => {
    const house = await openHouse()
    const { code } = await house.invite()
    const answers = await Promise.all([1, 2, 3].map(() => house.post('invitation', { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    const { total } = await house.accounts.read((view) => view.keys({ kind: 'key', limit: 9, offset: 0 }))
    expect(total).toBe(1)
  })

  it('ends after its days, with its revocation, and with its user; it is no credential', async () => {
    const house = await openHouse()
    const [old, revoked, open] = [await house.invite(1), await house.invite(), await house.invite()]
    expect(await house.info(open.code)).toEqual({ status: 401 })
    house.clock.ahead += DAY
    await house.accounts.write((transaction) => transaction.changeKey(revoked.invitation.id, { revokedAt: 1 }))
    const statuses = (codes: readonly string[]) =>
      Promise.all(codes.map(async (code) => (await house.post('invitation', { code })).status))
    expect(await statuses([old.code, revoked.code])).toEqual([401, 401])
    await house.accounts.write((transaction) => transaction.changeUser(house.ann.id, { status: 'disabled' }))
    expect(await statuses([open.code])).toEqual([401])
  })

  it('is kept where its person has too many keys', async () => {
    const house = await openHouse()
    const { code } = await house.invite()
    const { ann, accounts, now } = house
    const making = { now: now(), keysPerUser: 0 }
    const accept = (keysPerUser: number) =>
      accounts.write((transaction) => acceptInvitation(code, { ...making, keysPerUser, transaction }))
    await expect(accept(0)).rejects.toMatchObject({ code: 'too-many' })
    expect((await accept(1))?.user.id).toBe(ann.id)
  })
})
