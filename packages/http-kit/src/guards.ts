import { msg } from '@wuku/messages/server'
import { commandLine } from '@wuku/text/show/shell-words'
import { reaches } from '@wuku/kernel/base/caller'
import { HttpFailure, refusal } from './http-failures.ts'
import type { RequestHeaders } from './request-headers.ts'
import type { HttpCaller, Route } from './route.ts'

/** Names and origins under which this server may be asked. */
export interface Guards {
  requireHost(host: string): void
  /** Headers of CORS for the answer: only origins that were allowed by name get any. */
  requireOrigin(origin: string | undefined): CorsHeaders | undefined
}

export type CorsHeaders = Readonly<Record<string, string>>

export interface GuardsInput {
  readonly port: number
  readonly publicUrl: string
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']

export function createGuards(input: GuardsInput): Guards {
  const hosts = hostsOf(input)
  const own = new Set([...loopback.flatMap((name) => originsOf(name, input.port)), new URL(input.publicUrl).origin])
  const allowed = new Map(input.allowOrigins.map((each) => [originOf(each), corsFor(originOf(each))] as const))
  return {
    requireHost(host) {
      if (!hosts.has(host.toLowerCase())) throw badHost
    },
    requireOrigin(origin) {
      if (origin === undefined) return undefined
      const cors = allowed.get(origin)
      if (cors === undefined && !own.has(origin)) throw crossOrigin
      return cors
    },
  }
}

/** Users write it with a slash at the end, browsers without. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

function hostsOf({ port, publicUrl, allowHosts }: GuardsInput): ReadonlySet<string> {
  const { host, hostname, protocol } = new URL(publicUrl)
  const standard = protocol === 'https:' ? 443 : 80
  const named = [...loopback, ...allowHosts.map((name) => name.toLowerCase())]
  return new Set([
    ...named.flatMap((name) => [name, `${name}:${port}`]),
    host,
    ...(host === hostname ? [`${hostname}:${standard}`] : []),
  ])
}

const originsOf = (name: string, port: number): readonly string[] => [
  `http://${name}:${port}`,
  ...(port === 80 ? [`http://${name}`] : []),
]

const badHost = new HttpFailure(
  'bad-host',
  'This server does not answer under that host name.',
  'Use the address that it printed at its start, or add the name to the setting server.allowHosts.',
)
const crossOrigin = new HttpFailure(
  'cross-origin',
  'A page of another origin may not ask this server.',
  'Add the origin, with scheme and port, to the setting server.allowOrigins.',
)

const EXPOSED =
  'ETag, Idempotency-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id'

const corsFor = (origin: string): CorsHeaders => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': EXPOSED,
  Vary: 'Origin',
})

/** For the preflight of a route with these methods. */
export const preflightHeaders = (allow: string, headers: RequestHeaders): CorsHeaders => ({
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? 'Authorization, Content-Type',
  'Access-Control-Max-Age': '600',
})

/** The credential of requests without one. */
export const ANONYMOUS = 'anonymous'
export const isAnonymous = ({ credential }: Pick<HttpCaller, 'credential'>): boolean => credential === ANONYMOUS

/**
 * Refuses callers that may not use a route, or the part of it that a parameter decides. A caller without a credential
 * is asked for one.
 */
export function requireLevel(
  caller: Pick<HttpCaller, 'level' | 'credential'>,
  { level, changes }: Pick<Route, 'level' | 'changes'>,
  isReadOnly: boolean,
): void {
  if (!reaches(caller.level, level)) throw isAnonymous(caller) ? unauthorized() : insufficient(level)
  if (changes && isReadOnly)
    throw new HttpFailure(
      'read-only',
      'This server was started to be read only.',
      'Start it without --read-only, and with the setting readOnly off, to allow changes.',
    )
}

function insufficient(level: string): HttpFailure {
  const command = commandLine`wuku users set <name> --role ${roles[level] ?? 'admin'}`
  return refusal('forbidden', msg('needsLevel', { level, command }), {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${level}"` },
  })
}

const roles: Readonly<Record<string, string>> = { read: 'reader', write: 'writer' }

/** The front adds `WWW-Authenticate`, which names the public address. */
export const unauthorized = (): HttpFailure =>
  new HttpFailure(
    'unauthorized',
    'The request needs a valid credential.',
    'Send a key as "Authorization: Bearer <key>": "wuku keys add" makes one. On a server without accounts it is in the file server-token of the data folder.',
  )
