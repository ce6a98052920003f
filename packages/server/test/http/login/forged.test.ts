import { SignJWT } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from './browser.ts'
import { idToken, openHostileProvider, type Forgery, type HostileProvider } from './hostile-provider.ts'
import { openLoginServer, type LoginServer } from './login-house.ts'
import { clientSecret } from './real-provider.ts'

interface Hostile extends LoginServer {
  readonly provider: HostileProvider
}

async function openHostileHouse(): Promise<Hostile> {
  const provider = await openHostileProvider(clientSecret)
  onTestFinished(() => provider.close())
  const server = await openLoginServer({ issuer: provider.issuer, oidc: { adminValues: ['admins'] } })
  return { ...server, provider }
}

/** The provider answers a code with this ID token. */
async function logInWith({ url, provider }: Hostile, token: (forgery: Forgery) => Promise<string>): Promise<Response> {
  const browser = openBrowser()
  const begun = await browser.ask(`${url}/api/v1/auth/login`)
  const { searchParams } = new URL(begun.headers.get('location') ?? '')
  provider.answer(token, searchParams.get('nonce') ?? '')
  return browser.ask(`${url}/api/v1/auth/callback?code=any&state=${searchParams.get('state')}`)
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an ID token', () => {
  it('that is right logs in', async () => {
    const answer = await logInWith(await openHostileHouse(), (forgery) => idToken(forgery).sign(forgery.key))
    expect(answer.status).toBe(302)
  })

  it.each<[says: string, token: (forgery: Forgery) => Promise<string>]>([
    ['signed by another key', (forgery) => idToken(forgery).sign(forgery.otherKey)],
    ['with a key id that nobody published', (f) => idToken(f, {}, { alg: 'RS256', kid: 'x' }).sign(f.otherKey)],
    [
      'with a signature of other claims',
      async (forgery) => {
        const [head, , signature] = (await idToken(forgery).sign(forgery.key)).split('.')
        const [, claims] = (await idToken(forgery, { sub: 'ann' }).sign(forgery.key)).split('.')
        return `${head}.${claims}.${signature}`
      },
    ],
    [
      'without a signature',
      async (forgery) => {
        const [, claims] = (await idToken(forgery).sign(forgery.key)).split('.')
        return `${base64({ alg: 'none' })}.${claims}.`
      },
    ],
    [
      'signed with the client secret',
      (forgery) => idToken(forgery, {}, { alg: 'HS256' }).sign(bytes(forgery.clientSecret)),
    ],
    [
      'signed with the public key as a secret',
      async (forgery) => {
        const jwks = await (await fetch(`${forgery.issuer}/jwks`)).text()
        return idToken(forgery, {}, { alg: 'HS256', kid: 'k' }).sign(bytes(jwks))
      },
    ],
    ['of another issuer', (forgery) => idToken(forgery, { iss: 'https://x.example' }).sign(forgery.key)],
    ['for another client', (forgery) => idToken(forgery, { aud: 'other' }).sign(forgery.key)],
    [
      'for others too, without saying for whom',
      (f) => idToken(f, { aud: ['wuku', 'other'], azp: 'other' }).sign(f.key),
    ],
    ['of another login', (forgery) => idToken(forgery, { nonce: 'other' }).sign(forgery.key)],
    ['without a nonce', (forgery) => idToken(forgery, { nonce: undefined }).sign(forgery.key)],
    ['that has expired', (f) => idToken(f, { iat: f.now - 7_200, exp: f.now - 3_600 }).sign(f.key)],
    ['that was issued tomorrow', (f) => idToken(f, { iat: f.now + 86_400, exp: f.now + 90_000 }).sign(f.key)],
    ['that never expires', (forgery) => idToken(forgery, { exp: undefined }).sign(forgery.key)],
    ['of nobody', (forgery) => idToken(forgery, { sub: undefined }).sign(forgery.key)],
    ['that is none', async () => 'a.b.c'],
  ])('%s logs nobody in', async (_says, token) => {
    const house = await openHostileHouse()
    const answer = await logInWith(house, token)
    const { error } = (await answer.json()) as { readonly error: { readonly code: string; readonly message: string } }
    expect([answer.status, error.code]).toEqual([401, 'login-failed'])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await house.accounts.read((view) => view.users())).toEqual([])
    expect(house.audit).toMatchObject([{ action: 'login.failed', outcome: 'denied', target: null }])
  })
})

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('a token of the issuer at /mcp', () => {
  const ask = (house: Hostile, token: string): Promise<Response> =>
    house.post('/mcp', message, { authorization: `Bearer ${token}`, 'mcp-protocol-version': '2025-06-18' })

  const tokenFor = async (
    { provider, url }: Hostile,
    claims: Readonly<Record<string, unknown>> = {},
    key = provider.key,
  ): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000)
    const usual = { iss: provider.issuer, aud: `${url}/mcp`, sub: 'ann', scope: 'openid read', exp: now + 60 }
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
  }

  it('stands for its user, who is made when nobody saw it before', async () => {
    const house = await openHostileHouse()
    const token = await tokenFor(house)
    expect((await ask(house, token)).status).toBe(200)
    expect((await ask(house, await tokenFor(house))).status).toBe(200)
    const [user, ...others] = await house.accounts.read((view) => view.users())
    expect([user?.subject, user?.role, others]).toEqual(['ann', 'reader', []])
    expect((await house.get('/api/v1/user/info', token)).status).toBe(401)
    await house.accounts.write((transaction) => transaction.changeUser(user?.id ?? '', { status: 'disabled' }))
    expect((await ask(house, token)).status).toBe(401)
  })

  it.each<[says: string, status: number, token: (house: Hostile) => Promise<string>]>([
    ['for many, and for us', 200, (house) => tokenFor(house, { aud: ['https://x.example', `${house.url}/mcp`] })],
    ['for another audience', 401, (house) => tokenFor(house, { aud: 'https://x.example/mcp' })],
    ['for the server, and not for /mcp', 401, (house) => tokenFor(house, { aud: house.url })],
    ['for the client of the login', 401, (house) => tokenFor(house, { aud: 'wuku' })],
    ['without an audience', 401, (house) => tokenFor(house, { aud: undefined })],
    ['that has expired', 401, (house) => tokenFor(house, { exp: Math.floor(Date.now() / 1_000) - 60 })],
    ['that never expires', 401, (house) => tokenFor(house, { exp: undefined })],
    ['of nobody', 401, (house) => tokenFor(house, { sub: undefined })],
    ['of another issuer', 401, (house) => tokenFor(house, { iss: 'https://x.example' })],
    ['without a scope of ours', 403, (house) => tokenFor(house, { scope: 'openid email' })],
    [
      'signed with a secret',
      401,
      async ({ provider, url }) =>
        new SignJWT({ iss: provider.issuer, aud: `${url}/mcp`, sub: 'ann', scope: 'admin', exp: 9_999_999_999 })
          .setProtectedHeader({ alg: 'HS256', kid: 'k' })
          .sign(bytes(clientSecret)),
    ],
  ])('%s: %i', async (_says, status, token) => {
    const house = await openHostileHouse()
    const answer = await ask(house, await token(house))
    expect(answer.status).toBe(status)
    const metadata = `${house.url}/.well-known/oauth-protected-resource/mcp`
    if (status === 401)
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer realm="wuku", resource_metadata="${metadata}", error="invalid_token"`,
      )
    if (status === 403)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="read"')
  })

  it('is that of a program, as wide as its scope: it makes no keys', async () => {
    const house = await openHostileHouse()
    const authorization = `Bearer ${await tokenFor(house, { scope: 'write', groups: ['admins'] })}`
    const asking = { query: [], address: '127.0.0.1', route: '/mcp', publicUrl: house.url }
    const caller = await house.identify({ ...asking, headers: { authorization } })
    expect(caller).toMatchObject({ via: 'key', level: 'write', account: { role: 'admin', scopes: ['write'] } })
    expect(caller.sees).toMatchObject({ groups: ['admins'] })
  })

  it('costs the issuer nothing when it is junk', async () => {
    const house = await openHostileHouse()
    for (const junk of ['x', 'a.b.c', await tokenFor(house, { iss: 'https://x.example' })])
      expect((await ask(house, junk)).status).toBe(401)
    expect(house.provider.requests).toEqual([])
  })
})

it.each([
  ['of a key that is not ours', { iss: 'url', aud: 'url' }],
  ['of the issuer', { iss: 'issuer', aud: 'url' }],
])('an access token of ours: %s is none', async (_says, { iss }) => {
  const house = await openHostileHouse()
  const token = await new SignJWT({
    iss: iss === 'url' ? house.url : house.provider.issuer,
    aud: house.url,
    sid: 'x',
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k' })
    .setSubject('ann')
    .setExpirationTime('1h')
    .sign(bytes('0'.repeat(32)))
  expect((await house.get('/api/v1/user/info', token)).status).toBe(401)
})
