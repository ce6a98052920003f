import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { openLoginHouse, type LoginHouse } from './login-house.ts'

const CALLBACK = 'http://127.0.0.1:9/callback'

/** What an agent keeps while its user is in the browser. */
function agentOf(opened: (page: URL) => void): OAuthClientProvider {
  const kept: { tokens?: StoredOAuthTokens; discovered?: OAuthDiscoveryState; verifier: string } = { verifier: '' }
  return {
    redirectUrl: CALLBACK,
    clientMetadata: { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    clientInformation: () => ({ client_id: 'agent' }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (page) => opened(page),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => void (kept.discovered = state),
    discoveryState: () => kept.discovered,
  }
}

it('An MCP client follows the metadata to the provider, and comes back with a token that counts', async () => {
  const house = await openLoginHouse()
  const pages: string[] = []
  const authProvider = agentOf((page) => pages.push(page.href))
  const url = new URL(`${house.url}/mcp`)
  const refused = new StreamableHTTPClientTransport(url, { authProvider })
  await expect(new Client({ name: 'agent', version: '1' }).connect(refused)).rejects.toThrow(UnauthorizedError)
  const at = new URL(await house.provider.logIn(openBrowser(), pages[0] ?? '', 'ann', CALLBACK))
  await refused.finishAuth(at.searchParams)
  const client = new Client({ name: 'agent', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider }))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('recall')
  await client.close()
  expect(await house.accounts.read((view) => view.users())).toMatchObject([{ subject: 'ann', role: 'reader' }])
})

it('The metadata of the resource name the issuer', async () => {
  const { url, provider } = await openLoginHouse()
  for (const path of ['', '/mcp'])
    expect(await (await fetch(`${url}/.well-known/oauth-protected-resource${path}`)).json()).toEqual({
      resource: `${url}/mcp`,
      authorization_servers: [provider.issuer],
      scopes_supported: ['read', 'write', 'admin'],
      bearer_methods_supported: ['header'],
      resource_name: 'wuku',
    })
  expect((await fetch(`${url}/.well-known/oauth-authorization-server`)).status).toBe(404)
})

const begin = async (house: LoginHouse) =>
  (await (await house.post('/api/v1/auth/device')).json()) as {
    readonly device_code: string
    readonly user_code: string
    readonly verification_uri_complete: string
  }

it('A terminal waits until a person has confirmed its code', async () => {
  const house = await openLoginHouse()
  const begun = await begin(house)
  const ask = (): Promise<Response> => house.post('/api/v1/auth/device/token', { device_code: begun.device_code })
  const waiting = await ask()
  expect([waiting.status, await waiting.json()]).toEqual([202, { status: 'pending', slower: false }])
  await house.provider.confirm(openBrowser(), begun.verification_uri_complete, 'ann')
  const answer = await ask()
  expect([answer.status, await answer.json()]).toMatchObject([200, { user: { name: 'Ann' } }])
  expect((await ask()).status).toBe(401)
})

it.each(['read', 'write'] as const)(
  'A terminal gets no more than %s where the setting says so',
  async (deviceLogin) => {
    const house = await openLoginHouse({ oidc: { deviceLogin }, auth: { role: 'admin' } })
    const begun = await begin(house)
    await house.provider.confirm(openBrowser(), begun.verification_uri_complete, 'ann')
    const answer = await house.post('/api/v1/auth/device/token', { device_code: begun.device_code })
    const { access_token: token, ...session } = (await answer.json()) as {
      access_token: string
      refresh_token?: string
    }
    expect([answer.headers.getSetCookie(), session.refresh_token]).toEqual([[], undefined])
    expect(await (await house.get('/api/v1/user/info', token)).json()).toMatchObject({
      via: 'login',
      scopes: [deviceLogin],
    })
  },
)

it('No terminal begins a login unless the setting allows it', async () => {
  const house = await openLoginHouse({ oidc: { deviceLogin: 'off' } })
  expect((await house.post('/api/v1/auth/device')).status).toBe(404)
})

it('An address that begins many logins keeps no other one out', async () => {
  const house = await openLoginHouse({ oidc: { deviceLogin: 'read' } })
  const statuses: number[] = []
  for (let at = 0; at < 12; at++) statuses.push((await house.post('/api/v1/auth/device')).status)
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
})

it.each([['x'], [undefined]])('The device code %j is refused', async (code) => {
  const house = await openLoginHouse()
  expect((await house.post('/api/v1/auth/device/token', { device_code: code })).status).toBe(400)
})
