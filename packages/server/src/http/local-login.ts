import { quotaOf, type Quota, type QuotaKey } from '@wuku/kernel/base/quotas'
import { dayOf } from '@wuku/kernel/day'
import type { Accounts } from '@wuku/core/ports/accounts'
import { hashOfKey, newKeyText, newSecret } from '@wuku/kernel/accounts/api-keys'
import type { Level } from '@wuku/kernel/base/caller'
import { badInput } from '@wuku/http-kit/http-failures'
import { isAnonymous, unauthorized } from '@wuku/http-kit/guards'
import { buildRoute } from './build-route.ts'
import { isSameSecret } from './identify.ts'
import { limitOf } from './limits/request-limits.ts'
import { authPost, objectOf, loginRefused, sessionAnswer, textIn } from './login/session-routes.ts'
import type { Session, SessionSource, SessionUser } from './login/sessions.ts'
import type { HttpCaller, Route } from '@wuku/http-kit/route'
import { noRoute } from '@wuku/http-kit/router'

/**
 * How a browser becomes the local user: the address that a person opens holds a code, and no token. Logins outlast the
 * process where they are kept; the token does not.
 */
export interface LocalLogin extends SessionSource {
  /** For programs: those that can read the file it lies in. */
  readonly token: string
  /** Another token: the one before opens nothing. */
  renewToken(): string
  newCode(): StartCode
  /** Each code counts once. */
  redeemCode(code: string): Promise<Session | undefined>
  /** A login of a browser whose user has proved it some other way. */
  start(): Promise<Session>
  endAll(): Promise<void>
  /** The token of the server, or an access token. */
  isValid(credential: string): boolean
}

export interface StartCode {
  readonly code: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** A login of a browser, as it is kept: its tokens as hashes. */
export interface LocalSession {
  /** Within its refresh tokens; nobody else knows it. */
  readonly id: string
  readonly access: string
  /** Milliseconds since the epoch. */
  readonly accessUntil: number
  readonly refresh: string
  readonly until: number
}

export const newToken = newKeyText

const CODE_MILLISECONDS = 10 * 60_000
const ACCESS_SECONDS = 7_200
const REFRESH_SECONDS = 7 * 24 * 3_600
/** Limit of codes, and of sessions: the oldest goes. */
const MAX_ENTRIES = 100

export interface LocalLoginInput {
  readonly token: string
  readonly now?: () => number
  /** Logins from before this process. */
  readonly stored?: readonly LocalSession[]
  /** Keeps these and no others, before a token of them is given out. */
  keep?(sessions: readonly LocalSession[]): Promise<void>
}

export function createLocalLogin({ token: first, now = Date.now, stored = [], keep }: LocalLoginInput): LocalLogin {
  let token = first
  const codes = createCodes(now)
  const sessions = new Map(stored.filter(({ until }) => until > now()).map((session) => [session.id, session]))
  const save = async (): Promise<void> => keep?.([...sessions.values()])
  const renew = async ({ id, until }: Pick<LocalSession, 'id' | 'until'>): Promise<Session> => {
    const [access, refresh] = [newSecret(), `${id}.${newSecret()}`]
    const accessUntil = now() + ACCESS_SECONDS * 1_000
    sessions.set(id, { id, access: hashOfKey(access), accessUntil, refresh: hashOfKey(refresh), until })
    dropOldest(sessions)
    await save()
    const refreshSeconds = Math.round((until - now()) / 1_000)
    return { user: localUser, access, accessSeconds: ACCESS_SECONDS, refresh, refreshSeconds }
  }
  const sessionOf = (refreshToken: string): LocalSession | undefined => {
    const session = sessions.get(refreshToken.split('.', 1)[0] ?? '')
    return session && session.until > now() ? session : undefined
  }
  const withAccess = (credential: string): LocalSession | undefined => {
    const hash = hashOfKey(credential)
    return sessions.values().find(({ access, accessUntil }) => accessUntil > now() && isSameSecret(hash, access))
  }
  const drop = async ({ id }: LocalSession): Promise<void> => {
    sessions.delete(id)
    await save()
  }
  const start = async (): Promise<Session> => renew({ id: newSecret(), until: now() + REFRESH_SECONDS * 1_000 })
  return {
    get token() {
      return token
    },
    renewToken: () => (token = newKeyText()),
    newCode: codes.make,
    redeemCode: async (code) => (codes.redeem(code) ? start() : undefined),
    start,
    async refresh(sent) {
      const session = sessionOf(sent)
      if (session?.refresh === hashOfKey(sent)) return renew(session)
      if (session) await drop(session)
      return undefined
    },
    async end(sent) {
      const session = withAccess(sent) ?? sessionOf(sent)
      if (session) await drop(session)
      return session && localUser
    },
    async endAll() {
      sessions.clear()
      await save()
    },
    isValid: (credential) => isSameSecret(credential, token) || withAccess(credential) !== undefined,
  }
}

function createCodes(now: () => number) {
  const codes = new Map<string, number>()
  return {
    make(): StartCode {
      const made = { code: newSecret(), expiresAt: now() + CODE_MILLISECONDS }
      codes.set(made.code, made.expiresAt)
      dropOldest(codes)
      return made
    },
    redeem(code: string): boolean {
      const until = codes.get(code) ?? 0
      codes.delete(code)
      return until > now()
    },
  }
}

function dropOldest(entries: Map<string, unknown>): void {
  const [oldest] = entries.keys()
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
}

export interface LocalLoginRoutesInput {
  readonly login: LocalLogin
  /** Whether the server is in local mode now: with accounts nobody is the local user. */
  isLocal(): boolean
}

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
        const session = code === undefined ? undefined : await login.redeemCode(code)
        if (!session) throw loginRefused('The code is unknown, used or expired.')
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
  readonly quotas?: readonly Quota[]
}

const unlimited: UserLimits = { requestsPerMinute: 0, callsPerDay: 0, uploadBytesPerDay: 0 }

/** The caller, as other routes see it, with what it used of its quotas where it has any. The local user has no limits. */
export const userInfoRoute = (limits: UserLimits = unlimited, accounts?: () => Promise<Accounts>): Route =>
  buildRoute('GET', '/api/v1/user/info', {
    tag: 'auth',
    title: 'Show the caller',
    aliases: ['/api/v1/auth/me', '/api/auth/me'],
    level: 'read',
    async answer({ caller }) {
      if (isAnonymous(caller)) throw unauthorized()
      const info = userInfo(caller, caller.account ? limits : unlimited)
      const { requests_per_minute: _, ...quotas } = info.limits
      const hasQuota = Object.values(quotas).some((quota) => quota > 0)
      return { body: { ...info, used: accounts && hasQuota ? await usedBy(caller.actor, await accounts()) : null } }
    },
  })

async function usedBy(user: string, accounts: Accounts) {
  const day = dayOf(Date.now())
  const [today, held] = await accounts.read((view) => Promise.all([view.usage(user, day), view.holdings(user)]))
  return {
    calls_today: today.calls,
    upload_bytes_today: today.uploadBytes,
    sources: held.sources,
    document_bytes: held.documentBytes,
  }
}

function userInfo(caller: HttpCaller, limits: UserLimits) {
  const { actor, actorName, level, via, account } = caller
  const quota = (key: QuotaKey, byDefault?: number): number => quotaOf(limits.quotas ?? [], key, caller, byDefault)
  return {
    user_id: actor,
    name: actorName,
    email: account?.email ?? null,
    role: account?.role ?? 'admin',
    via,
    scopes: account?.scopes ?? [level],
    key_id: account?.keyId ?? null,
    limits: {
      requests_per_minute: limitOf(caller, limits.requestsPerMinute),
      calls_per_day: quota('callsPerDay', limits.callsPerDay),
      upload_bytes_per_day: quota('uploadBytesPerDay', limits.uploadBytesPerDay),
      sources: quota('sources'),
      document_bytes: quota('documentBytes'),
    },
  }
}
