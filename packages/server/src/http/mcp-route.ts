import type { IncomingMessage } from 'node:http'
import { parseObject } from '@wuku/core/lenient-parsing'
import type { McpReply } from '@wuku/http-kit/backend'
import { HttpFailure } from '@wuku/http-kit/http-failures'
import { isAnonymous, unauthorized } from '@wuku/http-kit/guards'
import { requireJson, readBytes } from '@wuku/http-kit/read-body'
import type { HttpAnswer, HttpRequest, Method, Route, RouteContext } from '@wuku/http-kit/route'

export interface McpRouteInput {
  /** A longer message is refused. */
  readonly bodyBytes: number
  /** Whether clients of 2025 get sessions: then they open a stream with GET, and end a session with DELETE. */
  readonly sessions: boolean
}

/** All is asked at one address: the body says the operation, so it is looked at where the operations are. */
export function mcpRoutes({ bodyBytes, sessions }: McpRouteInput): readonly Route[] {
  const messages: Messages = new WeakMap()
  const isSticky = (headers: HttpRequest['headers']): boolean =>
    headers['mcp-method'] === 'subscriptions/listen' || (sessions && headers['mcp-protocol-version'] !== STATELESS)
  const routeOf = (method: Method, title: string): Route => ({
    method,
    path: '/mcp',
    level: 'read',
    changes: false,
    description: { tag: 'mcp', title },
    body: 'raw',
    ignoresIdempotencyKey: true,
    ...(method === 'POST' && { failureBody: rpcFailure(messages) }),
    answer: (request, context) =>
      exchange(request, context, { bodyBytes, messages, isSticky: isSticky(request.headers) }),
  })
  return [
    routeOf('POST', 'Send a message to the MCP server'),
    ...(sessions ? [routeOf('GET', 'Open the stream of an MCP session'), routeOf('DELETE', 'End an MCP session')] : []),
  ]
}

/** The revision without sessions. */
const STATELESS = '2026-07-28'

async function exchange(
  request: HttpRequest,
  { backend }: RouteContext,
  { bodyBytes, messages, isSticky }: { messages: Messages; bodyBytes: number; isSticky: boolean },
): Promise<HttpAnswer> {
  const { id, method, path, headers, caller, signal, raw } = request
  if (method === 'HEAD') throw noHead
  const body = method === 'POST' ? await readMessage(raw, headers, bodyBytes) : ''
  messages.set(raw, body)
  const reply = await backend.mcp({ method, url: path, headers, body, caller, isSticky, requestId: id, signal })
  if (reply.status === 403 && isAnonymous(caller)) throw unauthorized()
  return reply.headers['content-type'] === 'text/event-stream' ? reply : { ...reply, body: await fullBody(reply.body) }
}

/** A stream has no head of its own: it would be opened for nobody. */
const noHead = new HttpFailure('method-not-allowed', 'There is no HEAD of a stream.', 'Send GET, POST or DELETE.', {
  headers: { Allow: 'GET, POST, DELETE' },
})

/** Messages that were read, for the answer to a request that failed afterwards. */
type Messages = WeakMap<IncomingMessage, string>

/** A message that has yet to come is read for its id alone: only a short one, and a slow client gets an answer without. */
const SHORT_MESSAGE = { maxBytes: 65_536, idleMilliseconds: 1_000 }

/** An agent finds what it asked by the id of its message. */
const rpcFailure =
  (messages: Messages): NonNullable<Route['failureBody']> =>
  async (failure, { id, headers, raw }) => {
    const { code, message, remedy, headers: sent } = failure
    const text = messages.get(raw) ?? (await readBytes(raw, headers, SHORT_MESSAGE).then(textOf, () => ''))
    const seconds = sent['Retry-After']
    return {
      jsonrpc: '2.0',
      id: idOf(text),
      error: {
        code: INTERNAL_ERROR,
        message: `${message} ${remedy}`,
        data: { code, message, remedy, request_id: id, ...(seconds !== undefined && { retry_after: Number(seconds) }) },
      },
    }
  }

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

const INTERNAL_ERROR = -32_603

function idOf(text: string): string | number | null {
  const { id } = parseObject(text)
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** As it came; what is no UTF-8 is no JSON either, and becomes empty. */
async function readMessage(raw: IncomingMessage, headers: HttpRequest['headers'], maxBytes: number): Promise<string> {
  requireJson(headers)
  const bytes = await readBytes(raw, headers, { maxBytes, idleMilliseconds: 30_000 })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}

/** Only streams leave in pieces: an answer that is there at once has a length, and a stop waits for it. */
async function fullBody(body: McpReply['body']): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of body) text += typeof part === 'string' ? part : decoder.decode(part, { stream: true })
  return text
}
