import { hash, randomBytes } from 'node:crypto'
import { isWukuError } from '@wuku/core/errors'
import { identityOf, userFor, type Identity, type LoginRules } from '@wuku/kernel/accounts/login-user'
import { auditEntry } from '@wuku/kernel/audit'
import { newUlid } from '@wuku/kernel/ulid'
import type { Json } from '@wuku/core/core-types'
import type { Accounts, AuditEntry, Scope, User } from '@wuku/core/ports/accounts'
import type { SharedNotes } from '@wuku/core/ports/instances'
import type { Claims, IdentityProvider } from '@wuku/core/ports/identity-provider'
import { badInput, HttpFailure } from '@wuku/http-kit/http-failures'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import { buildRoute, type RouteParts } from '../build-route.ts'
import type { Session, Sessions } from './sessions.ts'
import { cookie, cookieOf, sessionAnswer, sessionCookie, sessionSchema } from './session-routes.ts'
import type { Signing } from './signing.ts'

export interface LoginRoutesInput {
  readonly provider: IdentityProvider
  readonly sessions: Sessions
  readonly signing: Signing
  readonly rules: LoginRules
  accounts(): Promise<Accounts>
  /** States that were used, of all instances; absent: there is one. */
  notes?(): Promise<SharedNotes | undefined>
  audit(entry: AuditEntry): void
  /** Why a login failed, for the log of the server alone. */
  failed(error: unknown, requestId: string): void
  now(): number
}

export const LOGIN_SECONDS = 600
const LOGIN_COOKIE = 'wuku_login'
const PURPOSE = 'login'

/** The login of people: they leave for the provider, and come back to the callback with a code. */
export function loginRoutes(input: LoginRoutesInput): readonly Route[] {
  const claim = createStateClaims(input)
  return [
    get('sso_login_url', 'Begin a login, and get the address of the login page', {
      query: redirectQuery,
      answer: async (request, context) => {
        const { url, cookie: made } = await begin(request, context, input)
        return { cookies: [made], body: { url, expires_in: LOGIN_SECONDS } }
      },
    }),
    get('login', 'Begin a login, and go to the login page', {
      query: redirectQuery,
      status: 302,
      answer: async (request, context) => {
        const { url, cookie: made } = await begin(request, context, input)
        return { status: 302, headers: { Location: url }, cookies: [made] }
      },
    }),
    get('callback', 'Finish a login: the provider sends browsers here', {
      // Providers add keys of their own to what RFC 6749 names.
      query: {
        type: 'object',
        properties: { code: {}, state: {}, iss: {}, error: {}, error_description: {} },
        additionalProperties: true,
      },
      output: sessionSchema,
      answer: (request, context) => finish(request, context, { ...input, claim }),
    }),
  ]
}

const redirectQuery = { type: 'object', properties: { redirect: { type: 'string' } }, additionalProperties: false }

const get = (name: string, title: string, parts: Omit<RouteParts, 'tag' | 'title'>): Route =>
  buildRoute('GET', `/api/v1/auth/${name}`, { tag: 'auth', title, aliases: [`/api/auth/${name}`], ...parts })

/** The secrets of the attempt lie in the cookie, where only we can read them: the server keeps nothing of it. */
async function begin(
  { id, query }: HttpRequest,
  { publicUrl }: RouteContext,
  { provider, signing, failed }: LoginRoutesInput,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const redirect = redirectOf(query['redirect'])
  const attempt = { state: newSecret(), nonce: newSecret(), verifier: newSecret(), redirect }
  const url = await provider.loginPage({ ...attempt, redirectUri: callbackOf(publicUrl) }).catch((error: unknown) => {
    failed(error, id)
    throw error
  })
  const sealed = await signing.seal(PURPOSE, attempt, LOGIN_SECONDS)
  return { url, cookie: cookie(LOGIN_COOKIE, sealed, { seconds: LOGIN_SECONDS, publicUrl, sameSite: 'Lax' }) }
}

const newSecret = (): string => randomBytes(32).toString('base64url')
const callbackOf = (publicUrl: string): string => `${publicUrl}/api/v1/auth/callback`

/** A place on this server: a second slash or a backslash would make it the name of a host. */
function redirectOf(path = '/'): string {
  if (/^\/(?![/\\])[\x21-\x7E]*$/.test(path)) return path
  throw badInput('"redirect" is no path of this server.', 'Give a path that begins with one slash, such as /libraries.')
}

interface Finishing extends LoginRoutesInput {
  readonly claim: ClaimState
}

async function finish(request: HttpRequest, context: RouteContext, input: Finishing): Promise<HttpAnswer> {
  const { publicUrl } = context
  const attempt = await attemptOf(request, publicUrl, input)
  const forgotten = cookie(LOGIN_COOKIE, '', { seconds: 0, publicUrl, sameSite: 'Lax' })
  const callback = callbackOf(publicUrl) + (request.raw.url ?? '').slice(request.path.length)
  const session = await logIn(() => input.provider.finishLogin(callback, attempt), request, context, input)
  if (wantsJson(request)) {
    const answer = sessionAnswer(session, publicUrl)
    return { ...answer, cookies: [...(answer.cookies ?? []), forgotten] }
  }
  return {
    status: 302,
    headers: { Location: attempt.redirect },
    cookies: [sessionCookie(session, publicUrl), forgotten],
  }
}

/** Browsers ask for pages first. */
const wantsJson = ({ headers: { accept = '' } }: HttpRequest): boolean => /^\s*application\/json\b/i.test(accept)

/** The attempt that this browser began, once. */
async function attemptOf({ headers, query }: HttpRequest, publicUrl: string, { signing, claim }: Finishing) {
  const claims = await signing.unseal(PURPOSE, cookieOf(headers, LOGIN_COOKIE, publicUrl) ?? '')
  const { state, nonce, verifier, redirect } = Object(claims) as Readonly<Record<string, string>>
  const isComplete = state !== undefined && nonce !== undefined && verifier !== undefined && redirect !== undefined
  if (isComplete && query['state'] === state && (await claim(state))) return { state, nonce, verifier, redirect }
  throw badInput('This login was not begun in this browser, was finished before, or took too long.', 'Begin it again.')
}

/** `false`: it was taken before. */
type ClaimState = (state: string) => Promise<boolean>

/** Remembers states for as long as their cookies count. */
function createStateClaims({ now, notes }: Pick<LoginRoutesInput, 'now' | 'notes'>): ClaimState {
  const used = new Map<string, number>()
  return async (state) => {
    for (const [each, until] of used) {
      if (until > now()) break
      used.delete(each)
    }
    if (used.has(state)) return false
    used.set(state, now() + LOGIN_SECONDS * 1_000)
    const note = `login ${hash('sha256', state, 'base64url')}`
    return (await (await notes?.())?.claim(note, 'used', LOGIN_SECONDS * 1_000)) === undefined
  }
}

/** From what the provider says to a session; a refusal is in the audit. */
export async function logIn(
  claims: () => Promise<Claims>,
  request: HttpRequest,
  { publicUrl }: RouteContext,
  input: LoginRoutesInput & { readonly scope?: Scope },
): Promise<Session> {
  let identity: Identity | undefined
  try {
    identity = identityOf(await claims(), input.rules)
    const user = await userOf(identity, input)
    const session = await input.sessions.start(user, publicUrl, input.scope)
    input.audit(loginEntry('login', user, request, input))
    return session
  } catch (error) {
    throw noteFailure(error, identity, request, input)
  }
}

/** For the log and the audit; the answer is one of those that count as a wrong credential. */
export function noteFailure(
  error: unknown,
  identity: Identity | undefined,
  request: HttpRequest,
  input: LoginRoutesInput,
): unknown {
  input.failed(error, request.id)
  input.audit(loginEntry('login.failed', identity, request, input))
  const isRefused = isWukuError(error) && error.code === 'login-failed'
  return isRefused ? new HttpFailure(error.code, error.texts.message, error.texts.remedy) : error
}

export async function userOf(
  identity: Identity,
  { accounts, rules, now }: Pick<LoginRoutesInput, 'accounts' | 'rules' | 'now'>,
): Promise<User> {
  const loggingIn = { rules, now: now(), newId: () => newUlid(now()) }
  const store = await accounts()
  return store.write((transaction) => userFor(identity, loggingIn, transaction))
}

type Known = Partial<Pick<User, 'id' | 'name' | 'email'>>
export type Facts = Readonly<Record<string, Json>>

/** The actor is the user, who was nobody before it was done; nobody is known to ask before a login is. */
export const loginEntry = (
  action: string,
  { id, name, email }: Known = {},
  { caller, facts = email ? { email } : {} }: Pick<HttpRequest, 'caller'> & { readonly facts?: Facts },
  { now }: Pick<LoginRoutesInput, 'now'>,
): AuditEntry =>
  auditEntry(
    { action, target: id ?? null, facts },
    { ...caller, ...(id !== undefined && { actor: id }), ...(name !== undefined && { actorName: name }) },
    { at: now(), outcome: action === 'login.failed' ? 'denied' : 'done' },
  )
