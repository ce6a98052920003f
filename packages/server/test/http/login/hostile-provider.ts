import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'

export interface Forgery {
  readonly issuer: string
  readonly nonce: string
  /** The key that the provider publishes, and one that it does not. */
  readonly key: CryptoKey
  readonly otherKey: CryptoKey
  readonly clientSecret: string
  readonly now: number
}

export interface HostileProvider {
  readonly issuer: string
  /** Of the next answer of its token endpoint. */
  answer(idToken: (forgery: Forgery) => Promise<string>, nonce: string): void
  /** For tokens that never went through its token endpoint. */
  readonly key: CryptoKey
  readonly requests: readonly string[]
  close(): Promise<void>
}

/** Speaks OpenID Connect, and puts whatever a test likes into its ID tokens. */
export async function openHostileProvider(clientSecret: string): Promise<HostileProvider> {
  const [{ privateKey, publicKey }, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', use: 'sig', alg: 'RS256' }
  const next: { token?: (forgery: Forgery) => Promise<string>; nonce: string } = { nonce: '' }
  const requests: string[] = []
  const tokens = async (): Promise<object> => {
    const now = Math.floor(Date.now() / 1_000)
    const forgery = { issuer, nonce: next.nonce, key: privateKey, otherKey: other.privateKey, clientSecret, now }
    return { access_token: 'opaque', token_type: 'Bearer', id_token: await next.token?.(forgery) }
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname
    requests.push(path)
    void answer(response, path === '/token' ? tokens() : path === '/jwks' ? { keys: [jwk] } : metadataOf(issuer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    key: privateKey,
    requests,
    answer: (token, nonce) => Object.assign(next, { token, nonce }),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(response: ServerResponse, body: object | Promise<object>): Promise<void> {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(await body))
}

/** Also promises what nobody should believe. */
const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
})

/** A right one, in which a test changes one thing. */
export const idToken = (
  { issuer, nonce, now }: Forgery,
  claims: Readonly<Record<string, unknown>> = {},
  header: { readonly alg: string; readonly kid?: string } = { alg: 'RS256', kid: 'k' },
): SignJWT =>
  new SignJWT({
    iss: issuer,
    sub: 'mallory',
    aud: 'wuku',
    nonce,
    iat: now,
    exp: now + 300,
    email: 'ann@team.example',
    email_verified: true,
    name: 'Ann',
    groups: ['admins'],
    ...claims,
  }).setProtectedHeader(header)
