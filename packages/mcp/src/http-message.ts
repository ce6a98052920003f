import { PROTOCOL_VERSION_META_KEY, ProtocolErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/server'
import type { McpExchange, McpReply } from '@wuku/http-kit/backend'
import { isRecord, parseJson } from '@wuku/core/lenient-parsing'

export type ReadMessage = { readonly message: JSONRPCMessage } | { readonly refused: RpcError }

/** The message of a body, in the shape that JSON-RPC gives it; the protocol itself looks at the rest. */
export function readMessage({ body, headers }: Pick<McpExchange, 'body' | 'headers'>): ReadMessage {
  const parsed = parseJson(body)
  if (parsed === undefined)
    return { refused: { status: 400, code: ProtocolErrorCode.ParseError, message: 'Parse error: no JSON.' } }
  if (Array.isArray(parsed)) return invalid('several messages at once. Send one at a time.')
  if (isDeeperThan(DEEPEST, parsed)) return invalid(`it is nested deeper than ${DEEPEST} levels.`)
  if (!isMessage(parsed))
    return invalid(
      'it needs "jsonrpc": "2.0", a text as "method", an object as "params", and a text or number as "id".',
      (Object(parsed) as { readonly id?: unknown }).id,
    )
  const revision = headers['mcp-protocol-version']
  if (revision !== undefined && !isServed(revision, parsed)) return { refused: unsupported(revision, parsed) }
  return { message: revision === STATELESS ? parsed : withNewName(parsed) }
}

const STATELESS = '2026-07-28'
/** Older clients of HTTP do not name theirs. */
const revisions: readonly string[] = [STATELESS, '2025-11-25', '2025-06-18', '2025-03-26']
const DEEPEST = 64

/** A client that is about to agree on a revision may name any, and a message that names its own is compared with it later. */
function isServed(revision: string, message: JSONRPCMessage): boolean {
  if (revisions.includes(revision) || !('method' in message) || message.method === 'initialize') return true
  return namesRevision(message)
}

const namesRevision = (message: JSONRPCMessage): boolean =>
  'method' in message &&
  PROTOCOL_VERSION_META_KEY in Object((Object(message.params) as { readonly _meta?: unknown })._meta)

/** Whether a message is of the revision that has no sessions. */
export const isStateless = (message: JSONRPCMessage, headers: McpExchange['headers']): boolean =>
  headers['mcp-protocol-version'] === STATELESS || namesRevision(message)

const unsupported = (revision: string, message: JSONRPCMessage): RpcError => ({
  status: 400,
  code: ProtocolErrorCode.UnsupportedProtocolVersion,
  message: `Unsupported protocol version: ${revision.slice(0, MAX_ECHOED_CHARS)}`,
  data: { supported: revisions, requested: revision.slice(0, MAX_ECHOED_CHARS) },
  id: 'id' in message ? message.id : undefined,
})

/** Characters of what a caller sent. */
const MAX_ECHOED_CHARS = 200

const invalid = (why: string, id?: unknown): ReadMessage => ({
  refused: {
    status: 400,
    code: ProtocolErrorCode.InvalidRequest,
    message: `Invalid request: ${why}`,
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
  },
})

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each)))

function isMessage(value: unknown): value is JSONRPCMessage {
  const { jsonrpc, method, params, id, result, error } = Object(value) as Readonly<Record<string, unknown>>
  const isId = typeof id === 'string' || typeof id === 'number'
  if (jsonrpc !== '2.0' || (id !== undefined && !isId)) return false
  if (method === undefined) return isId && isRecord(result ?? error)
  return typeof method === 'string' && (params === undefined || isRecord(params))
}

/** Names by which older servers of documentation were asked. A request whose notification has an answer asks only for that. */
function withNewName(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message)) return message
  if (message.method === 'resourceTemplates/list') return { ...message, method: 'resources/templates/list' }
  if (message.method !== 'initialized') return message
  return { ...message, method: 'id' in message ? 'ping' : 'notifications/initialized' }
}

/** Media types that a client takes. */
export interface Accepted {
  readonly json: boolean
  readonly stream: boolean
}

/** Only who names it gets a stream: to those who take anything, JSON is the simpler thing. */
export function acceptedBy(header: string | undefined): Accepted {
  if (header === undefined || header.trim() === '') return { json: true, stream: false }
  const types = header
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/.test(range))
    .map((range) => range.split(';', 1)[0]?.trim() ?? '')
  return {
    json: types.some((type) => type === 'application/json' || type === 'application/*' || type === '*/*'),
    stream: types.includes('text/event-stream'),
  }
}

/** The reply of the protocol's handler, as JSON where the client takes no stream. */
export async function replyOf(response: Response, { stream }: Accepted): Promise<McpReply> {
  const { status, body } = response
  const headers = { 'cache-control': 'no-store', ...namesIn(response, 'mcp-session-id', 'allow') }
  if (body === null) return { status, headers, body: textStream('') }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (isStream && stream) {
    const unbuffered = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
    return { status, headers: { ...headers, ...unbuffered }, body }
  }
  const text = await new Response(body).text()
  const json = isStream ? lastMessage(text) : status === 200 ? text : withoutEchoes(text)
  return { status, headers: { ...headers, 'content-type': JSON_TYPE }, body: textStream(json) }
}

const namesIn = ({ headers }: Response, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])))

/** A stream ends with the answer; what came before were reports on the way. */
const lastMessage = (stream: string): string =>
  stream
    .match(/^data: .*$/gm)
    ?.at(-1)
    ?.slice('data: '.length) ?? ''

/** A refusal quotes the headers and the message that it refuses, at their whole length. */
function withoutEchoes(refusal: string): string {
  if (refusal.length < 2 * MAX_ECHOED_CHARS) return refusal
  const { error, ...rest } = JSON.parse(refusal) as { readonly error: { readonly message: string } }
  const short = (_key: string, value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_ECHOED_CHARS) : value)
  return JSON.stringify({ ...rest, error: JSON.parse(JSON.stringify(error, short)) as object })
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export async function* textStream(text: string): AsyncIterable<string> {
  if (text !== '') yield text
}

/** A refusal as MCP clients read it. */
export interface RpcError {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data?: unknown
  readonly id?: string | number | undefined
}

export const rpcError = ({ status, code, message, data, id }: RpcError): McpReply => ({
  status,
  headers: { 'content-type': JSON_TYPE },
  body: textStream(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message, data } })),
})
