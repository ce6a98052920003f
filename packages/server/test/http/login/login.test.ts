import { describe, expect, it } from 'vitest'
import { newUlid } from '@wuku/kernel/ulid'
import type { User } from '@wuku/core/ports/accounts'
import { openBrowser } from './browser.ts'
import { openLoginHouse, openLoginServer, type LoginHouse, type Tokens } from './login-house.ts'
import { reserveProvider } from './real-provider.ts'

const users = ({ accounts }: LoginHouse): Promise<readonly User[]> => accounts.read((view) => view.users())

const addUser = ({ accounts }: LoginHouse, user: Partial<User>): Promise<void> =>
  accounts.write((transaction) =>
    transaction.addUser({
      id: newUlid(Date.now()),
      name: 'ann by hand',
      email: 'Ann@team.example',
      emailVerified: true,
      role: 'reader',
      status: 'active',
      issuer: null,
      subject: null,
      groups: [],
      claimedGroups: [],
      createdAt: 1,
      lastSeenAt: null,
      ...user,
    }),
  )

const codeOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { readonly error: { readonly code: string } }).error.code

describe('a login with a browser', () => {
  it('goes to the provider and back, and leaves a cookie that refreshes', async () => {
    const house = await openLoginHouse()
    const { browser, url } = house
    const done = await house.logIn('ann')
    expect([done.status, done.headers.get('location')]).toEqual([302, '/libraries'])
    const cookies = done.headers.getSetCookie()
    expect(cookies[0]).toMatch(/^wuku_refresh=[^;]+; HttpOnly; SameSite=Strict; Path=\/api; Max-Age=604800$/)
    expect(cookies[1]).toBe('wuku_login=; HttpOnly; SameSite=Lax; Path=/api; Max-Age=0')
    const refreshed = await browser.ask(`${url}/api/v1/auth/refresh`, { method: 'POST', headers: { origin: url } })
    const tokens = (await refreshed.json()) as Tokens
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 7_200 })
    expect(tokens.user).toMatchObject({ name: 'Ann', email: 'ann@team.example', role: 'reader' })
    expect((await house.get('/api/v1/user/info', tokens.access_token)).status).toBe(200)
    expect(house.audit).toMatchObject([{ action: 'login', actor: tokens.user.user_id, address: '127.0.0.1' }])
  })

  it('answers tokens where JSON is asked for', async () => {
    const house = await openLoginHouse()
    const answer = await house.logIn('ann', 'application/json')
    expect(answer.status).toBe(200)
    expect(Object.keys((await answer.json()) as object)).toEqual([
      'access_token',
      'token_type',
      'expires_in',
      'refresh_token',
      'user',
    ])
  })

  it('is begun by the address that a page asks for', async () => {
    const house = await openLoginHouse()
    const answer = await house.get('/api/v1/auth/sso_login_url?redirect=/x')
    const { url, expires_in: seconds } = (await answer.json()) as { readonly url: string; readonly expires_in: number }
    expect([answer.status, seconds]).toEqual([200, 600])
    const { searchParams } = new URL(url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${house.url}/api/v1/auth/callback`,
      client_id: 'wuku',
    })
    for (const key of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(key)).toMatch(/^[\w-]{43}$/)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^wuku_login=[^;]+; HttpOnly; SameSite=Lax; Path=\/api; Max-Age=600$/)
    expect(cookie).not.toContain(searchParams.get('state'))
  })

  it.each(['x', '//evil.example', '/\\evil.example', '/a b', '/\u00e4', 'https://evil.example', ''])(
    'refuses to come back to %j',
    async (redirect) => {
      const house = await openLoginServer({ issuer: 'http://127.0.0.1:9' })
      const path = `/api/v1/auth/sso_login_url?redirect=${encodeURIComponent(redirect)}`
      expect((await house.get(path)).status).toBe(400)
    },
  )
})

describe('a callback', () => {
  const begin = async (house: LoginHouse) => {
    const callback = `${house.url}/api/v1/auth/callback`
    return house.provider.logIn(house.browser, `${house.url}/api/v1/auth/login`, 'ann', callback)
  }
  it.each<[says: string, status: number, code: string, ask: (house: LoginHouse, at: string) => Promise<Response>]>([
    ['of another browser', 400, 'bad-input', (_, at) => openBrowser().ask(at)],
    ['with another state', 400, 'bad-input', ({ browser }, at) => browser.ask(at.replace(/state=.{5}/, 'state=aaaaa'))],
    ['without a state', 400, 'bad-input', ({ browser }, at) => browser.ask(at.replace(/state=[^&]*/, ''))],
    [
      'that comes a second time',
      400,
      'bad-input',
      async ({ url, browser }, at) => {
        const cookie = browser.cookie(url, 'wuku_login')
        await browser.ask(at)
        return fetch(at, { headers: { cookie: `wuku_login=${cookie}` }, redirect: 'manual' })
      },
    ],
    [
      'after ten minutes',
      400,
      'bad-input',
      ({ browser, clock }, at) => {
        clock.ahead = 601_000
        return browser.ask(at)
      },
    ],
    [
      'with a code of nobody',
      401,
      'login-failed',
      ({ browser }, at) => browser.ask(at.replace(/code=.{5}/, 'code=aaaaa')),
    ],
    [
      'with an error of the provider',
      401,
      'login-failed',
      ({ browser }, at) => browser.ask(at.replace(/code=[^&]*/, 'error=access_denied&error_description=no')),
    ],
    [
      'of another issuer',
      401,
      'login-failed',
      ({ browser }, at) => browser.ask(at.replace(/iss=[^&]*/, 'iss=https://x.example')),
    ],
    ['with a token in its address', 400, 'bad-input', ({ browser }, at) => browser.ask(`${at}&token=x`)],
  ])('%s is refused', async (_says, status, code, ask) => {
    const house = await openLoginHouse()
    const answer = await ask(house, await begin(house))
    expect([answer.status, await codeOf(answer)]).toEqual([status, code])
    if (status === 401) expect(house.audit).toMatchObject([{ action: 'login.failed', outcome: 'denied' }])
  })

  it('may have keys that only its provider knows', async () => {
    const house = await openLoginHouse()
    expect((await house.browser.ask(`${await begin(house)}&session_state=1`)).status).toBe(302)
  })
})

describe('the user of a login', () => {
  it('is the same at the next one, and follows what the provider says', async () => {
    const house = await openLoginHouse({ oidc: { adminValues: ['admins'], writerValues: ['writers'] } })
    const first = await house.tokens('ann')
    house.provider.people.set('ann', {
      name: 'Ann Lee',
      email: 'lee@team.example',
      email_verified: true,
      groups: ['docs', 'writers'],
    })
    const second = await house.tokens('ann')
    expect(second.user).toEqual({
      user_id: first.user.user_id,
      name: 'Ann Lee',
      email: 'lee@team.example',
      role: 'writer',
    })
    expect(await users(house)).toMatchObject([{ claimedGroups: ['docs', 'writers'] }])
    house.provider.people.set('ann', { name: 'Ann Lee', groups: ['admins'] })
    expect((await house.tokens('ann')).user.role).toBe('admin')
    house.provider.people.set('ann', { name: 'Ann Lee', groups: [] })
    expect((await house.tokens('ann')).user.role).toBe('reader')
  })

  it('is one added by hand with this e-mail who never logged in', async () => {
    const house = await openLoginHouse()
    await addUser(house, { id: 'added', role: 'writer' })
    expect((await house.tokens('ann')).user).toMatchObject({ user_id: 'added', name: 'Ann', role: 'writer' })
    house.provider.people.set('other', { name: 'Ann', email: 'ann@team.example', email_verified: true })
    const { user } = await house.tokens('other')
    expect([user.user_id === 'added', user.name]).toEqual([false, 'Ann 2'])
  })

  it.each([
    ['mia@example.com', 'mia'],
    ['group: Group:finance', 'finance'],
    ['01JC4Z3N7V6K0M4P2Q9R5S1T8W', 'ann'],
    ['аdmin', 'ann'],
    ['Ann\u202Egnp', 'Ann gnp'],
    ['ａｎｎ＠example.com', 'ann'],
    ['李雷 Иван', '李雷 Иван'],
  ])('a person whom the provider calls %j is called %j here', async (given, name) => {
    const house = await openLoginHouse()
    house.provider.people.set('ann', { name: given, email: 'ann@team.example', email_verified: false })
    await house.tokens('ann')
    expect(await users(house)).toMatchObject([{ name, email: 'ann@team.example', emailVerified: false }])
  })

  it('is an administrator by a verified e-mail', async () => {
    const house = await openLoginHouse({ auth: { admins: ['ann@team.example'] } })
    expect((await house.tokens('ann')).user.role).toBe('admin')
  })

  it.each<[says: string, prepare: (house: LoginHouse) => unknown]>([
    [
      'of another domain',
      ({ provider }) => provider.people.set('ann', { name: 'A', email: 'a@x.example', email_verified: true }),
    ],
    [
      'of a subdomain',
      ({ provider }) => provider.people.set('ann', { name: 'A', email: 'a@x.team.example', email_verified: true }),
    ],
    [
      'whose e-mail is not verified',
      ({ provider }) => provider.people.set('ann', { name: 'A', email: 'a@team.example' }),
    ],
    ['without an e-mail', ({ provider }) => provider.people.set('ann', { name: 'A' })],
    [
      'who is disabled',
      (house) => addUser(house, { status: 'disabled', issuer: house.provider.issuer, subject: 'ann' }),
    ],
    ['who was disabled before', (house) => addUser(house, { status: 'disabled' })],
  ])('%s may not log in', async (_says, prepare) => {
    const house = await openLoginHouse({ oidc: { domains: ['team.example'] } })
    await prepare(house)
    const answer = await house.logIn('ann')
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden'])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['an administrator by e-mail', { auth: { admins: ['ann@team.example'] } }],
    ['one added by hand', {}],
  ])('is not %s when nobody verified the e-mail', async (_says, options) => {
    const house = await openLoginHouse(options)
    await addUser(house, {})
    house.provider.people.set('ann', { name: 'Ann', email: 'ann@team.example', email_verified: false })
    expect((await house.logIn('ann')).status).toBe(403)
    expect(await users(house)).toMatchObject([{ issuer: null }])
  })
})

describe('a session', () => {
  it('has refresh tokens that count once; a used one ends it', async () => {
    const house = await openLoginHouse()
    const first = await house.tokens('ann')
    const other = await house.tokens('ann')
    const refresh = (token: string) => house.post('/api/v1/auth/refresh', { refresh_token: token })
    const second = (await (await refresh(first.refresh_token)).json()) as Tokens
    expect(second.refresh_token).not.toBe(first.refresh_token)
    const reused = await refresh(first.refresh_token)
    expect([reused.status, await codeOf(reused)]).toEqual([401, 'unauthorized'])
    expect((await refresh(second.refresh_token)).status).toBe(401)
    expect((await house.get('/api/v1/user/info', second.access_token)).status).toBe(401)
    expect((await house.get('/api/v1/user/info', other.access_token)).status).toBe(200)
  })

  it('is ended by nobody who only knows its id', async () => {
    const house = await openLoginHouse()
    const { refresh_token: token } = await house.tokens('ann')
    const forged = token.replace(/\.[\w-]{43}\./, `.${'a'.repeat(43)}.`)
    expect((await house.post('/api/v1/auth/refresh', { refresh_token: forged })).status).toBe(401)
    expect((await house.post('/api/v1/auth/logout', {}, { authorization: `Bearer ${forged}` })).status).toBe(204)
    expect((await house.post('/api/v1/auth/refresh', { refresh_token: token })).status).toBe(200)
  })

  it('gives one of two refreshes at once the next token', async () => {
    const house = await openLoginHouse()
    const { refresh_token: token } = await house.tokens('ann')
    const both = await Promise.all([1, 2].map(() => house.post('/api/v1/auth/refresh', { refresh_token: token })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('ends at once with its logout', async () => {
    const house = await openLoginHouse()
    const tokens = await house.tokens('ann')
    const out = await house.post('/api/v1/auth/logout', undefined, { authorization: `Bearer ${tokens.access_token}` })
    expect([out.status, out.headers.getSetCookie()]).toEqual([
      204,
      ['wuku_refresh=; HttpOnly; SameSite=Strict; Path=/api; Max-Age=0'],
    ])
    expect((await house.get('/api/v1/user/info', tokens.access_token)).status).toBe(401)
    expect((await house.post('/api/v1/auth/refresh', { refresh_token: tokens.refresh_token })).status).toBe(401)
    expect(house.audit.map(({ action }) => action)).toEqual(['login', 'logout'])
  })

  it('ends when its user is disabled', async () => {
    const house = await openLoginHouse()
    const { access_token: access, refresh_token: token, user } = await house.tokens('ann')
    await house.accounts.write((transaction) => transaction.changeUser(user.user_id, { status: 'disabled' }))
    expect((await house.get('/api/v1/user/info', access)).status).toBe(401)
    expect((await house.post('/api/v1/auth/refresh', { refresh_token: token })).status).toBe(401)
  })

  it.each([
    [
      'an access token',
      120 * 60_000 + 1_000,
      (house: LoginHouse, { access_token: token }: Tokens) => house.get('/api/v1/user/info', token),
    ],
    [
      'a refresh token',
      7 * 24 * 3_600_000,
      (house: LoginHouse, { refresh_token: token }: Tokens) =>
        house.post('/api/v1/auth/refresh', { refresh_token: token }),
    ],
  ])('has %s that expires', async (_says, ahead, use) => {
    const house = await openLoginHouse()
    const tokens = await house.tokens('ann')
    house.clock.ahead = ahead
    expect((await use(house, tokens)).status).toBe(401)
  })

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{}, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ])('takes the cookie from a page of ours alone: %j', async (headers, status) => {
    const house = await openLoginHouse()
    await house.logIn('ann')
    const url = `${house.url}/api/v1/auth/refresh`
    expect((await house.browser.ask(url, { method: 'POST', headers: headers as Record<string, string> })).status).toBe(
      status,
    )
  })

  it.each(['/api/v1/auth/codes', '/api/v1/auth/local'])('has no %s', async (path) => {
    const house = await openLoginServer({ issuer: 'http://127.0.0.1:9' })
    expect((await house.post(path, {})).status).toBe(404)
  })
})

it('a provider that is down keeps nobody from starting the server, and is asked again', async () => {
  const provider = await reserveProvider()
  await provider.close()
  const house = await openLoginServer({ issuer: provider.issuer })
  const answer = await house.get('/api/v1/auth/sso_login_url')
  expect([answer.status, await codeOf(answer)]).toEqual([502, 'fetch-failed'])
  expect((await house.get('/healthz')).status).toBe(200)
})
