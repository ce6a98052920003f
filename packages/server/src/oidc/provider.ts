import type * as jose from 'jose'
import type * as openid from 'openid-client'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/server'
import type { Claims, IdentityProvider, LoginAttempt } from '@wuku/core/ports/identity-provider'

export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  /** Empty: the provider asks for none. */
  clientSecret(): string
  /** Claims that a login needs: the provider is asked for those that the ID token lacks. */
  readonly wanted: readonly string[]
}

type Client = typeof openid
type Jose = typeof jose

interface Opened {
  readonly client: Client
  readonly config: openid.Configuration
}

/** Longer than a provider should ever need, shorter than a person waits. */
const TIMEOUT_SECONDS = 5

/** Nothing is loaded or asked before somebody logs in; after a failure the next login tries again. */
export function openIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { issuer } = options
  const open = untilItSucceeds(() => discover(options))
  const verifier = untilItSucceeds(async () => {
    const { config } = await open()
    return tokenKeys(await import('jose'), config)
  })
  return {
    issuer,
    loginPage: async (attempt) => pageOf(await open(), attempt, options),
    async finishLogin(callback, attempt) {
      const { client, config } = await open()
      return refusing(async () => {
        const checks = checksOf(attempt)
        const tokens = await client.authorizationCodeGrant(config, new URL(callback), checks)
        return claimsFrom({ client, config }, tokens, options)
      })
    },
    startDevice: async () => startDevice(await open(), options),
    finishDevice: async (code) => finishDevice(await open(), code, options),
    async claimsOf(token, audience) {
      // Junk costs the provider no request.
      if (!(await isFrom(issuer, token))) return undefined
      return verify(await verifier(), token, audience)
    },
  }
}

const checksOf = ({ state, nonce, verifier }: LoginAttempt) => ({
  pkceCodeVerifier: verifier,
  expectedState: state,
  expectedNonce: nonce,
  idTokenExpected: true,
})

/** One attempt at a time; its success is kept, its failure is not. */
function untilItSucceeds<Value>(attempt: () => Promise<Value>): () => Promise<Value> {
  let inFlight: Promise<Value> | undefined
  return () =>
    (inFlight ??= attempt().catch((error: unknown) => {
      inFlight = undefined
      throw error
    }))
}

async function discover({ issuer, clientId, clientSecret }: ProviderOptions): Promise<Opened> {
  const client = await import('openid-client')
  const isPlain = issuer.startsWith('http:')
  try {
    const config = await client.discovery(new URL(issuer), clientId, {}, authOf(client, clientSecret()), {
      timeout: TIMEOUT_SECONDS,
      // `http:` is for this machine alone: the settings refuse it for any other.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    })
    return { client, config }
  } catch (cause) {
    throw new WukuError('fetch-failed', msg('loginProviderOfThisServerDoes'), { cause })
  }
}

/** RFC 8414: `client_secret_basic` where the provider names no method. */
function authOf({ ClientSecretBasic, ClientSecretPost, None }: Client, secret: string): openid.ClientAuth {
  if (secret === '') return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const auth = methods.includes('client_secret_basic') ? basic : post
    return auth(server, client, body, headers)
  }
}

async function pageOf(
  { client, config }: Opened,
  { redirectUri, state, nonce, verifier }: LoginAttempt & { readonly redirectUri: string },
  options: ProviderOptions,
): Promise<string> {
  const page = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopeFor(config, options),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return page.href
}

/** Some providers give groups for a scope of that name, and refuse scopes that they do not know. */
function scopeFor(config: openid.Configuration, { wanted: requestedClaims }: ProviderOptions): string {
  const known = config.serverMetadata().scopes_supported ?? []
  return [
    'openid',
    'profile',
    'email',
    ...requestedClaims.filter((claim) => known.includes(claim) && claim !== 'email'),
  ].join(' ')
}

type Tokens = Pick<Awaited<ReturnType<Client['authorizationCodeGrant']>>, 'claims' | 'access_token'>

/** Claims of the ID token go first; e-mail and its verification are taken from one place. */
async function claimsFrom(
  { client, config }: Opened,
  tokens: Tokens,
  { wanted: requestedClaims }: Pick<ProviderOptions, 'wanted'>,
): Promise<Claims> {
  const claims = tokens.claims()
  if (!claims) throw new TypeError('There is no ID token.')
  if (isFromFuture(claims)) throw new TypeError('The ID token was issued in the future.')
  const isIncomplete = requestedClaims.some((claim) => claims[claim] === undefined)
  if (!isIncomplete || config.serverMetadata().userinfo_endpoint === undefined) return claims
  const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
  const { email, email_verified: verified } = more.email === undefined ? claims : more
  return { ...more, ...claims, email, email_verified: verified }
}

/** As far as clocks may differ. The library checks that `iat` is there, and not what it says. */
const SKEW_SECONDS = 60

const isFromFuture = ({ iat }: { readonly iat?: unknown }): boolean =>
  typeof iat === 'number' && iat > Date.now() / 1_000 + SKEW_SECONDS

async function startDevice({ client, config }: Opened, options: ProviderOptions) {
  if (config.serverMetadata().device_authorization_endpoint === undefined)
    throw new WukuError('not-found', msg('loginProviderOfThisServerHasNo'))
  const started = await refusing(() => client.initiateDeviceAuthorization(config, { scope: scopeFor(config, options) }))
  return {
    deviceCode: started.device_code,
    userCode: started.user_code,
    page: started.verification_uri,
    fullPage: started.verification_uri_complete,
    expiresInSeconds: started.expires_in,
    intervalSeconds: started.interval ?? 5,
  }
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

async function finishDevice({ client, config }: Opened, deviceCode: string, options: ProviderOptions) {
  return refusing(async () => {
    try {
      const tokens = await client.genericGrantRequest(config, DEVICE_GRANT, { device_code: deviceCode })
      return await claimsFrom({ client, config }, tokens, options)
    } catch (error) {
      if (!(error instanceof client.ResponseBodyError)) throw error
      if (error.error === 'authorization_pending') return 'pending'
      if (error.error === 'slow_down') return 'slow-down'
      throw error
    }
  })
}

/** The reason stays in `cause`, for the log: a page that could read it would learn what to try next. */
async function refusing<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    throw new WukuError('login-failed', msg('loginDidNotSucceed'), { cause })
  }
}

type TokenKeys = Awaited<ReturnType<typeof tokenKeys>>

async function tokenKeys(library: Jose, config: openid.Configuration) {
  const { issuer, jwks_uri: address } = config.serverMetadata()
  if (address === undefined) throw new WukuError('fetch-failed', msg('loginProviderNamesNo'))
  const keys = library.createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_SECONDS * 1_000 })
  return { library, issuer, keys }
}

/** Not yet verified: only worth a closer look. */
async function isFrom(issuer: string, token: string): Promise<boolean> {
  const { decodeJwt } = await import('jose')
  try {
    return withoutSlash(decodeJwt(token).iss ?? '') === withoutSlash(issuer)
  } catch {
    return false
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** Symmetric algorithms are refused: with a shared secret, both sides could have signed. */
const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

async function verify({ library, keys, issuer }: TokenKeys, token: string, audience: string) {
  try {
    const { payload } = await library.jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ASYMMETRIC,
      requiredClaims: ['sub', 'exp'],
    })
    const { sub } = payload
    return typeof sub === 'string' && sub !== '' && !isFromFuture(payload) ? { ...payload, sub } : undefined
  } catch (error) {
    if (isUnreachable(error, library))
      throw new WukuError('fetch-failed', msg('loginProviderDoesNot'), { cause: error })
    return undefined
  }
}

/** Its keys could not be read: nothing is known of the token. */
const isUnreachable = (error: unknown, { errors }: Jose): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === 'ERR_JOSE_GENERIC'
