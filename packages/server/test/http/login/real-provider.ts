import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'
import type { Browser } from './browser.ts'

export interface Person {
  readonly name: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: readonly string[]
}

/** `oidc-provider` on a port of this machine, with people who log in with any password. */
export interface RealProvider {
  readonly issuer: string
  /** By subject; may change between logins. */
  readonly people: Map<string, Person>
  /** Answers from now on. `url`: the server whose users log in here. */
  open(url: string): Promise<void>
  /** Everything is refused, as from a provider that is down. */
  close(): Promise<void>
  /** Opens a page that asks for a login, and follows it back to an address that begins with `until`. */
  logIn(browser: Browser, page: string, subject: string, until: string): Promise<string>
  /** A person confirms the code of a terminal. */
  confirm(browser: Browser, page: string, subject: string): Promise<void>
}

export const clientSecret = randomBytes(24).toString('base64url')

export async function reserveProvider(): Promise<RealProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  return {
    issuer,
    people,
    async open(url) {
      const provider = new Provider(issuer, await configuration(url, people))
      server.on('request', provider.callback())
    },
    close: () => stop(server),
    async logIn(browser, page, subject, until) {
      const { url } = await pastLogin(browser, page, subject, until)
      return url
    },
    async confirm(browser, page, subject) {
      const asked = await browser.follow(page, 'nowhere')
      const typed = await browser.ask(`${issuer}/device`, form(hiddenFields(await textOf(asked.page))))
      const sure = { ...hiddenFields(await textOf(typed)), confirm: 'yes' }
      const confirmed = await browser.ask(`${issuer}/device`, form(sure))
      const next = new URL(confirmed.headers.get('location') ?? '', issuer).href
      const { page: last } = await pastLogin(browser, next, subject, 'nowhere')
      if (!last?.ok) throw new Error(`The code was not confirmed: ${last?.status}`)
    },
  }
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

/** Forms of `oidc-provider`: one for the login, one for the consent. */
async function pastLogin(browser: Browser, page: string, subject: string, until: string) {
  let at = await browser.follow(page, until)
  for (const prompt of ['login', 'consent']) {
    const text = await textOf(at.page)
    if (!text.includes(`value="${prompt}"`)) continue
    const sent = await browser.ask(at.url, form({ prompt, login: subject, password: 'any' }))
    at = await browser.follow(new URL(sent.headers.get('location') ?? '', at.url).href, until)
  }
  return at
}

const textOf = async (page: Response | undefined): Promise<string> => (page ? page.clone().text() : '')

const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? '',
      /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  )

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** Making one takes longer than all else. */
const signingKey = generateKeyPair('RS256', { extractable: true }).then(async ({ privateKey }) => ({
  ...(await exportJWK(privateKey)),
  use: 'sig',
  alg: 'RS256',
  kid: 'real',
}))

async function configuration(url: string, people: ReadonlyMap<string, Person>): Promise<Configuration> {
  return {
    clients: [
      {
        client_id: 'wuku',
        client_secret: clientSecret,
        redirect_uris: [`${url}/api/v1/auth/callback`],
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
      {
        client_id: 'agent',
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1:9/callback'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'read', 'write', 'admin'],
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    jwks: { keys: [await signingKey] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: {
      deviceFlow: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => ({
          scope: 'read write admin',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  }
}
