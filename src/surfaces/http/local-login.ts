import { randomBytes } from 'node:crypto'
import type { Json } from '../../core/words.ts'
import { badInput, HttpFailure } from './failures.ts'
import { isAnonymous, unauthorized } from './guards.ts'
import { credentialOf, isSameSecret } from './identify.ts'
import type { RequestHeaders } from './request-headers.ts'
import type { HttpAnswer, HttpCaller, HttpRequest, Route } from './route.ts'

/**
 * How a browser becomes the local user: the address that a person opens holds a code, and no token. Sessions live as
 * long as the process, as the token does.
 */
export interface LocalLogin {
  /** For programs: those that can read the file it lies in. */
  readonly token: string
  newCode(): StartCode
  /** Each code counts once. */
  takeCode(code: string): Session | undefined
  /** Each refresh token counts once: a used one ends its session. */
  refresh(token: string): Session | undefined
  /** Ends the session of an access token or of a refresh token. */
  end(token: string): void
  /** The token of the server, or an access token. */
  isValid(credential: string): boolean
}

export interface StartCode {
  readonly code: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export interface Session {
  readonly access: string
  readonly accessSeconds: number
  readonly refresh: string
  readonly refreshSeconds: number
}

const CODE_MILLISECONDS = 10 * 60_000
const ACCESS_SECONDS = 7_200
const REFRESH_SECONDS = 7 * 24 * 3_600
/** Limit of codes, and of sessions: the oldest goes. */
const MOST = 100

export const newToken = (): string => `wuku_${randomBytes(32).toString('base64url')}`

interface OpenSession {
  access: string
  accessUntil: number
  refresh: string
  readonly used: Set<string>
  readonly until: number
}

export function createLocalLogin({
  token,
  now = Date.now,
}: {
  readonly token: string
  readonly now?: () => number
}): LocalLogin {
  const codes = new Map<string, number>()
  const sessions = new Set<OpenSession>()
  const find = (wanted: (session: OpenSession) => boolean): OpenSession | undefined =>
    sessions.values().find((session) => session.until > now() && wanted(session))
  const renew = (session: OpenSession): Session => {
    session.access = newSecret()
    session.accessUntil = now() + ACCESS_SECONDS * 1_000
    session.refresh = newSecret()
    const refreshSeconds = Math.round((session.until - now()) / 1_000)
    return { access: session.access, accessSeconds: ACCESS_SECONDS, refresh: session.refresh, refreshSeconds }
  }
  return {
    token,
    newCode() {
      const made = { code: newSecret(), expiresAt: now() + CODE_MILLISECONDS }
      codes.set(made.code, made.expiresAt)
      dropOldest(codes)
      return made
    },
    takeCode(code) {
      const until = codes.get(code) ?? 0
      codes.delete(code)
      if (until <= now()) return undefined
      const used = new Set<string>()
      const session = { access: '', accessUntil: 0, refresh: '', used, until: now() + REFRESH_SECONDS * 1_000 }
      sessions.add(session)
      dropOldest(sessions)
      return renew(session)
    },
    refresh(sent) {
      const session = find(({ refresh, used }) => refresh === sent || used.has(sent))
      if (!session) return undefined
      if (session.refresh !== sent) return void sessions.delete(session)
      session.used.add(sent)
      return renew(session)
    },
    end(sent) {
      const session = find(({ access, refresh }) => access === sent || refresh === sent)
      if (session) sessions.delete(session)
    },
    isValid: (credential) =>
      isSameSecret(credential, token) ||
      find(({ access, accessUntil }) => accessUntil > now() && isSameSecret(credential, access)) !== undefined,
  }
}

const newSecret = (): string => randomBytes(32).toString('base64url')

function dropOldest(kept: Map<string, unknown> | Set<OpenSession>): void {
  if (kept.size <= MOST) return
  const [oldest] = kept.keys()
  kept.delete(oldest as never)
}

/** The routes of a login in local mode. */
export const localLoginRoutes = (login: LocalLogin): readonly Route[] => [
  post('codes', 'Make a code for the login of a browser', {
    level: 'admin',
    status: 201,
    async answer({ body }) {
      if (Object.keys(body).length > 0) throw badInput('This takes no arguments.', 'Send it without a body.')
      const { code, expiresAt } = login.newCode()
      return { status: 201, body: { code, expires_at: new Date(expiresAt).toISOString() } }
    },
  }),
  post('local', 'Log in with a code', {
    body: objectOf('code'),
    answer: async ({ body }, { publicUrl }) => {
      const code = textIn(body, 'code')
      const session = code === undefined ? undefined : login.takeCode(code)
      if (!session) throw refused('The code is unknown, used or expired.')
      return sessionAnswer(session, publicUrl)
    },
  }),
  post('refresh', 'Refresh the tokens', {
    body: objectOf('refresh_token'),
    answer: async (request, { publicUrl }) => {
      const token = textIn(request.body, 'refresh_token') ?? cookieFrom(request, publicUrl)
      const session = token === undefined ? undefined : login.refresh(token)
      if (!session) throw refused('That session is not known, or has ended.')
      return sessionAnswer(session, publicUrl)
    },
  }),
  post('logout', 'Log out', {
    status: 204,
    answer: async (request, { publicUrl }) => {
      const token = credentialOf(request.headers) ?? cookieFrom(request, publicUrl)
      if (token !== undefined) login.end(token)
      return { status: 204, headers: { 'Set-Cookie': cookie('', 0, publicUrl) } }
    },
  }),
]

interface Post extends Pick<Route, 'answer'> {
  readonly level?: Route['level']
  readonly status?: number
  readonly body?: Json
}

const post = (name: string, title: string, { level = 'open', answer, ...described }: Post): Route => ({
  method: 'POST',
  path: `/api/v1/auth/${name}`,
  aliases: [`/api/auth/${name}`],
  level,
  changes: false,
  description: { tag: 'auth', title, ...described },
  answer,
})

const objectOf = (key: string): Json => ({
  type: 'object',
  properties: { [key]: { type: 'string' } },
  additionalProperties: false,
})

function textIn(body: HttpRequest['body'], key: string): string | undefined {
  const unknown = Object.keys(body).find((each) => each !== key)
  const value = body[key]
  if (unknown !== undefined || (value !== undefined && typeof value !== 'string'))
    throw badInput(`The body is not of the form {"${key}": "…"}.`, `Send a text as "${key}", and nothing else.`)
  return value
}

const refused = (message: string): HttpFailure =>
  new HttpFailure(
    'unauthorized',
    message,
    'Open the address that the server printed at its start, or one with a code of POST /api/v1/auth/codes.',
  )

const COOKIE = 'wuku_refresh'

/** Only from a page of ours: a browser sends cookies for other pages too. */
function cookieFrom({ headers }: HttpRequest, publicUrl: string): string | undefined {
  const pairs = headers['cookie']?.split(';').map((pair) => pair.trim()) ?? []
  const found = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
  if (found === undefined || found === '') return undefined
  if (!isOwnPage(headers, publicUrl))
    throw new HttpFailure('forbidden', 'The cookie came from a page of another origin.', 'Use a page of this server.')
  return found
}

const isOwnPage = ({ origin, host, 'sec-fetch-site': site }: RequestHeaders, publicUrl: string): boolean =>
  origin === undefined ? site === 'same-origin' : origin === publicUrl || origin === `http://${host}`

const cookie = (value: string, seconds: number, publicUrl: string): string =>
  `${COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/api; Max-Age=${seconds}${publicUrl.startsWith('https:') ? '; Secure' : ''}`

const sessionAnswer = (session: Session, publicUrl: string): HttpAnswer => ({
  headers: { 'Set-Cookie': cookie(session.refresh, session.refreshSeconds, publicUrl) },
  body: {
    access_token: session.access,
    token_type: 'Bearer',
    expires_in: session.accessSeconds,
    refresh_token: session.refresh,
    user: localUser,
  },
})

const localUser = { user_id: 'local', name: 'local', email: null, role: 'admin' } as const

export interface UserLimits {
  readonly requestsPerMinute: number
  readonly callsPerDay: number
  readonly uploadBytesPerDay: number
}

const unlimited: UserLimits = { requestsPerMinute: 0, callsPerDay: 0, uploadBytesPerDay: 0 }

/** The caller, as other routes see it. The local user has no limits. */
export const userInfoRoute = (limits: UserLimits = unlimited): Route => ({
  method: 'GET',
  path: '/api/v1/user/info',
  aliases: ['/api/v1/auth/me', '/api/auth/me'],
  level: 'read',
  changes: false,
  description: { tag: 'auth', title: 'Show the caller' },
  async answer({ caller }) {
    if (isAnonymous(caller)) throw unauthorized()
    return { body: userInfo(caller, caller.account ? limits : unlimited) }
  },
})

function userInfo({ actor, actorName, level, via, account }: HttpCaller, limits: UserLimits) {
  const own = account?.rateLimit ?? 0
  const most = limits.requestsPerMinute
  return {
    user_id: actor,
    name: actorName,
    email: account?.email ?? null,
    role: account?.role ?? 'admin',
    via,
    scopes: account?.scopes ?? [level],
    key_id: account?.keyId ?? null,
    limits: {
      requests_per_minute: own > 0 && most > 0 ? Math.min(own, most) : own || most,
      calls_per_day: limits.callsPerDay,
      upload_bytes_per_day: limits.uploadBytesPerDay,
    },
  }
}
