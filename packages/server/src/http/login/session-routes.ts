import { msg } from '@wuku/messages/server'
import type { Json } from '@wuku/core/core-types'
import { HttpFailure, refusal } from '@wuku/http-kit/http-failures'
import { buildRoute, type RouteParts } from '../build-route.ts'
import { credentialOf } from '../identify.ts'
import type { RequestHeaders } from '@wuku/http-kit/request-headers'
import type { HttpAnswer, HttpRequest, Route } from '@wuku/http-kit/route'
import { noRoute } from '@wuku/http-kit/router'
import type { Session, SessionSource, SessionUser } from './sessions.ts'

export interface SessionRoutesInput {
  /** Logins of the mode in which the server is now; `undefined`: nobody can log in. */
  sessions(): SessionSource | undefined
  ended?(user: SessionUser, request: HttpRequest): void
}

/** How a browser or a program keeps the session that it began. */
export function sessionRoutes({ sessions, ended }: SessionRoutesInput): readonly Route[] {
  const sourceFor = (path: string): SessionSource => {
    const source = sessions()
    if (!source) throw noRoute(path)
    return source
  }
  return [
    authPost('refresh', 'Refresh the tokens', {
      body: objectOf('refresh_token'),
      output: sessionSchema,
      answer: async (request, { publicUrl }) => {
        const source = sourceFor(request.path)
        const token = textIn(request.body, 'refresh_token') ?? refreshCookie(request, publicUrl)
        const session = token === undefined ? undefined : await source.refresh(token, publicUrl)
        if (!session) throw loginRefused('That session is not known, or has ended.')
        return sessionAnswer(session, publicUrl)
      },
    }),
    authPost('logout', 'Log out', {
      status: 204,
      answer: async (request, { publicUrl }) => {
        const source = sourceFor(request.path)
        const token = credentialOf(request.headers) ?? refreshCookie(request, publicUrl)
        const user = token === undefined ? undefined : await source.end(token, publicUrl)
        if (user) ended?.(user, request)
        const forgotten = cookie(REFRESH_COOKIE, '', { seconds: 0, publicUrl })
        return { status: 204, cookies: [...new Set([forgotten, forgotten.replace(SECURE, '')])] }
      },
    }),
  ]
}

export const authPost = (name: string, title: string, parts: Omit<RouteParts, 'tag' | 'title'>): Route =>
  buildRoute('POST', `/api/v1/auth/${name}`, { tag: 'auth', title, aliases: [`/api/auth/${name}`], ...parts })

export const objectOf = (key: string): Json => ({
  type: 'object',
  properties: { [key]: { type: 'string' } },
  additionalProperties: false,
})

export function textIn(body: HttpRequest['body'], key: string): string | undefined {
  const unknown = Object.keys(body).find((each) => each !== key)
  const value = body[key]
  if (unknown !== undefined || (value !== undefined && typeof value !== 'string'))
    throw refusal('bad-input', msg('bodyNotOfForm', { form: `{"${key}": "…"}`, key }))
  return value
}

export const loginRefused = (message: string): HttpFailure =>
  new HttpFailure(
    'unauthorized',
    message,
    'Log in again. In local mode: open the address that the server printed at its start, or one with a code of POST /api/v1/auth/codes.',
  )

const REFRESH_COOKIE = 'wuku_refresh'

/** Only from a page of ours: a browser sends cookies for other pages too. */
function refreshCookie(request: HttpRequest, publicUrl: string): string | undefined {
  // Up to 0.1 browsers got it without the prefix.
  const found = cookieOf(request.headers, REFRESH_COOKIE, publicUrl) ?? pairOf(request.headers, REFRESH_COOKIE)
  if (found !== undefined && !isOwnPage(request.headers, publicUrl))
    throw new HttpFailure('forbidden', 'The cookie came from a page of another origin.', 'Use a page of this server.')
  return found
}

/**
 * Browsers take a cookie with this prefix only from `https:`, so no page of `http:` can plant one. `__Host-`, which also
 * keeps subdomains out, demands the path `/`: these cookies would go along with every file of the console.
 */
const SECURE = '__Secure-'

const nameFor = (name: string, publicUrl: string): string => (publicUrl.startsWith('https:') ? SECURE + name : name)

export const cookieOf = (headers: RequestHeaders, name: string, publicUrl: string): string | undefined =>
  pairOf(headers, nameFor(name, publicUrl))

function pairOf(headers: RequestHeaders, name: string): string | undefined {
  const pairs = headers['cookie']?.split(';').map((pair) => pair.trim()) ?? []
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

export const isOwnPage = ({ origin, host, 'sec-fetch-site': site }: RequestHeaders, publicUrl: string): boolean =>
  origin === undefined ? site === 'same-origin' : origin === publicUrl || origin === `http://${host}`

export interface CookieOptions {
  /** `undefined`: until the browser is closed. */
  readonly seconds: number | undefined
  readonly publicUrl: string
  /** By default `Strict`. */
  readonly sameSite?: 'Strict' | 'Lax'
}

export const cookie = (name: string, value: string, { seconds, publicUrl, sameSite = 'Strict' }: CookieOptions) =>
  `${nameFor(name, publicUrl)}=${value}; HttpOnly; SameSite=${sameSite}; Path=/api${seconds === undefined ? '' : `; Max-Age=${seconds}`}${publicUrl.startsWith('https:') ? '; Secure' : ''}`

export const sessionCookie = ({ refresh, refreshSeconds, untilClosed }: Session, publicUrl: string): string =>
  cookie(REFRESH_COOKIE, refresh, { seconds: untilClosed ? undefined : refreshSeconds, publicUrl })

export const sessionAnswer = (session: Session, publicUrl: string): HttpAnswer => ({
  cookies: [sessionCookie(session, publicUrl)],
  body: {
    access_token: session.access,
    token_type: 'Bearer',
    expires_in: session.accessSeconds,
    refresh_token: session.refresh,
    user: userBody(session.user),
  },
})

export const userBody = ({ id, name, email, role }: SessionUser) => ({ user_id: id, name, email, role })

const text = { type: 'string' } as const

export const sessionSchema: Json = {
  type: 'object',
  properties: {
    access_token: text,
    token_type: { const: 'Bearer' },
    expires_in: { type: 'integer' },
    refresh_token: text,
    user: {
      type: 'object',
      properties: {
        user_id: text,
        name: text,
        email: { type: ['string', 'null'] },
        role: { enum: ['reader', 'writer', 'admin'] },
      },
    },
  },
}
