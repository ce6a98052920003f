import { randomBytes } from 'node:crypto'
import type { Level } from '../../engine/caller.ts'
import { badInput } from './failures.ts'
import { isAnonymous, unauthorized } from './guards.ts'
import { isSameSecret } from './identify.ts'
import { authPost, objectOf, refused, sessionAnswer, textIn } from './login/session-routes.ts'
import type { Session, SessionSource, SessionUser } from './login/sessions.ts'
import type { HttpCaller, Route } from './route.ts'
import { noRoute } from './router.ts'

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
  end(token: string): boolean
  /** The token of the server, or an access token. */
  isValid(credential: string): boolean
}

export interface StartCode {
  readonly code: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
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
    const { access, refresh } = session
    return { user: localUser, access, accessSeconds: ACCESS_SECONDS, refresh, refreshSeconds }
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
      return session !== undefined && sessions.delete(session)
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

/** Its sessions, as the routes know them. */
export const localSessions = (login: LocalLogin): SessionSource => ({
  refresh: async (token) => login.refresh(token),
  end: async (token) => (login.end(token) ? localUser : undefined),
})

export interface LocalLoginRoutesInput {
  readonly login: LocalLogin
  /** Whether the server is in local mode now: with accounts nobody is the local user. */
  isLocal(): boolean
}

/** The routes of a login in local mode. */
export function localLoginRoutes({ login, isLocal }: LocalLoginRoutesInput): readonly Route[] {
  const demands = (name: string, level: Level) => () => {
    if (!isLocal()) throw noRoute(`/api/v1/auth/${name}`)
    return { level, changes: false }
  }
  return [
    authPost('codes', 'Make a code for the login of a browser', {
      level: 'admin',
      demands: demands('codes', 'admin'),
      status: 201,
      async answer({ body }) {
        if (Object.keys(body).length > 0) throw badInput('This takes no arguments.', 'Send it without a body.')
        const { code, expiresAt } = login.newCode()
        return { status: 201, body: { code, expires_at: new Date(expiresAt).toISOString() } }
      },
    }),
    authPost('local', 'Log in with a code', {
      demands: demands('local', 'open'),
      body: objectOf('code'),
      answer: async ({ body }, { publicUrl }) => {
        const code = textIn(body, 'code')
        const session = code === undefined ? undefined : login.takeCode(code)
        if (!session) throw refused('The code is unknown, used or expired.')
        return sessionAnswer(session, publicUrl)
      },
    }),
  ]
}

const localUser: SessionUser = { id: 'local', name: 'local', email: null, role: 'admin' }

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
