import { msg, type Text } from '@wuku/messages/server'
import { HttpFailure } from './http-failures.ts'

/** By lower-case name, each once. */
export type RequestHeaders = Readonly<Record<string, string>>

const LONGEST_HEADERS = 16_384

/**
 * One pass over the headers as they came: Node drops or joins those that are there twice, and two programs that choose
 * differently can be played off against each other.
 */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const headers = Object.create(null) as Record<string, string>
  let size = 0
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = raw[at + 1] ?? ''
    size += name.length + value.length + 4
    const before = headers[name]
    headers[name] = before === undefined ? value : joined(name, before, value)
  }
  if (size > LONGEST_HEADERS)
    throw malformed(msg('headersTooLong', { bytes: LONGEST_HEADERS }), { code: 'too-large', status: 431 })
  return headers
}

function joined(name: string, first: string, second: string): string {
  if (once.has(name)) throw malformed(msg('twoHeaders', { name }))
  if (credentials.has(name)) {
    if (first === second) return first
    throw malformed(msg('twoDifferentHeaders', { name }))
  }
  return name === 'cookie' ? `${first}; ${second}` : `${first}, ${second}`
}

const once: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'origin',
  'expect',
])
const credentials: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'mcp_api_key', 'mcp-api-key'])

/** The parser of Node refuses most of what is ambiguous, and lets these through. */
export function requireValidSyntax(headers: RequestHeaders, httpVersion: string): void {
  if (headers['host'] === undefined) throw malformed('There is no header "Host".')
  const coding = headers['transfer-encoding']
  if (coding === undefined) return
  if (coding.toLowerCase() !== 'chunked') throw malformed('The only transfer coding is "chunked".')
  if (headers['content-length'] !== undefined || httpVersion !== '1.1')
    throw malformed('A body has either a length or a transfer coding, and the latter since HTTP/1.1.')
}

/** The connection is closed after it: nobody knows where the next request begins. */
export class MalformedRequest extends HttpFailure {}

const malformed = (
  message: Text,
  { code, status }: { readonly code: string; readonly status: number } = { code: 'bad-input', status: 400 },
): MalformedRequest => new MalformedRequest(code, message, 'Send a request as RFC 9112 describes it.', { status })

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** Ids of requests that bring none: unique within this process and beyond. */
export function createRequestIds(prefix: string): (sent: string | undefined) => string {
  let count = 0
  return (sent) => (sent !== undefined && REQUEST_ID.test(sent) ? sent : `${prefix}-${(count++).toString(36)}`)
}

const PRODUCT = /^[A-Za-z0-9._-]{1,64}/

/**
 * Name of the client program, for the log of calls: the product of `User-Agent`, without its version. A page that asks its
 * own server is the console: any browser calls itself Mozilla.
 */
export const clientOf = ({ 'user-agent': agent, 'sec-fetch-site': site }: RequestHeaders): string =>
  site === 'same-origin' ? 'console' : (PRODUCT.exec(agent ?? '')?.[0] ?? 'http')
