import { timingSafeEqual } from 'node:crypto'
import { badInput } from '@wuku/http-kit/http-failures'
import { ANONYMOUS, unauthorized } from '@wuku/http-kit/guards'
import { clientOf, type RequestHeaders } from '@wuku/http-kit/request-headers'
import type { HttpCaller } from '@wuku/http-kit/route'
import { inAddress, type Target } from '@wuku/http-kit/target'

/** All that a caller is made from. */
export interface IdentifyRequest {
  readonly headers: RequestHeaders
  readonly query: Target['query']
  /** Address of the other end of the connection. */
  readonly address: string
  /** Template of the route. */
  readonly route: string
  /** As in `RouteContext`. */
  readonly publicUrl: string
  /** A stream is still open: nothing new was asked. */
  readonly isAgain?: true
}

/** Makes a caller from a request, `anonymousCaller` where it brings no credential. Throws 400 and 401. */
export type Identify = (request: IdentifyRequest) => HttpCaller | Promise<HttpCaller>

export const anonymousCaller: HttpCaller = Object.freeze({
  actor: 'anonymous',
  actorName: 'anonymous',
  client: 'http',
  level: 'open',
  credential: ANONYMOUS,
  mayWrite: false,
  sees: new Set<never>(),
})

const LONGEST_CREDENTIAL = 8_192
const BEARER = /^bearer +([\x21-\x7E]+) *$/i
const ownHeaders = ['x-api-key', 'mcp_api_key', 'mcp-api-key'] as const

export function credentialOf(headers: RequestHeaders): string | undefined {
  let found: string | undefined
  const { authorization } = headers
  if (authorization !== undefined) {
    found = authorization.length > LONGEST_CREDENTIAL ? undefined : BEARER.exec(authorization)?.[1]
    if (found === undefined) throw unauthorized()
  }
  for (const name of ownHeaders) {
    const value = headers[name]?.trim()
    if (value === undefined) continue
    if (value === '' || value.length > LONGEST_CREDENTIAL) throw unauthorized()
    if (found !== undefined && found !== value)
      throw badInput('The request has two different credentials.', 'Send one, as "Authorization: Bearer <credential>".')
    found = value
  }
  return found
}

/** Also a wrong or empty one counts. */
export const bringsCredential = (headers: RequestHeaders): boolean =>
  headers['authorization'] !== undefined || ownHeaders.some((name) => headers[name] !== undefined)

export const hasCredentialInAddress = (query: Target['query']): boolean => query.some(([key]) => inAddress.has(key))

export interface LocalIdentifyInput {
  /** Whether this is the token of the server, or one that a browser was given for its start code. */
  isValid(credential: string): boolean
  readonly isReadOnly: boolean
  /** `--open`: without a credential it is the local user, but for browsers. */
  readonly isOpen: boolean
}

/** Local mode: everybody who can read the token of the server is the local user, and nobody else is let in. */
export function identifyLocally({ isValid, isReadOnly, isOpen }: LocalIdentifyInput): Identify {
  const local = ({ headers }: IdentifyRequest): HttpCaller => ({
    actor: 'local',
    actorName: 'local',
    client: clientOf(headers),
    level: 'admin',
    credential: 'local',
    mayWrite: !isReadOnly,
    sees: 'all',
    via: 'local',
  })
  return (request) => {
    const { headers, query } = request
    const credential = credentialOf(headers)
    if (credential !== undefined) {
      if (!isValid(credential)) throw unauthorized()
      return local(request)
    }
    const isBrowser = headers['origin'] !== undefined || headers['sec-fetch-site'] !== undefined
    return !isOpen || isBrowser || hasCredentialInAddress(query) ? anonymousCaller : local(request)
  }
}

/** Takes the same time wherever they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
