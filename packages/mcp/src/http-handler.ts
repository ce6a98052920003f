import { createMcpHandler, ProtocolError, type JSONRPCMessage, type ServerEventBus } from '@modelcontextprotocol/server'
import { levelOf, type Operation } from '@wuku/kernel/base/operation'
import { deniedAct, recordActs } from '@wuku/kernel/audit'
import { reaches } from '@wuku/kernel/base/caller'
import type { McpExchange, McpReply } from '@wuku/http-kit/backend'
import {
  acceptedBy,
  isStateless,
  JSON_TYPE,
  textStream,
  readMessage,
  replyOf,
  rpcError,
  type RpcError,
} from './http-message.ts'
import { authInfoOf } from './request.ts'
import { keepSessions, type SessionLimits } from './http-sessions.ts'
import { openMessage } from './message-log.ts'
import { createMcpServer } from './server.ts'
import {
  createToolViews,
  toStandardError,
  type StoreContents,
  type Log,
  type McpServerInput,
  type ToolView,
} from './tool-view.ts'

export interface McpHttpHandler {
  answer(exchange: McpExchange): Promise<McpReply>
  /** Ends subscriptions and sessions. */
  close(): Promise<void>
}

export interface McpHttpInput extends McpServerInput {
  /** Clients of 2025 get sessions; otherwise each of their messages stands for itself. */
  readonly sessions?: boolean | SessionLimits
}

/**
 * MCP over HTTP in all revisions, on the factory of standard input and output. Requests that guards refuse never reach it.
 */
export function createMcpHttpHandler(input: McpHttpInput): McpHttpHandler {
  const { log = toStandardError } = input
  const toolViewFor = createToolViews(input)
  const everything = toolViewFor({ level: 'admin', mayWrite: true, sees: 'all' })
  const factory = createMcpServer(input, toolViewFor)
  const handler = createMcpHandler(factory, { bus: changesOf(everything.contents), onerror: reportTo(log) })
  const { sessions: limits = false } = input
  const sessions = limits === false ? undefined : keepSessions(factory, limits === true ? {} : limits)
  const answerMessage = async (exchange: McpExchange, message: JSONRPCMessage): Promise<Response> => {
    const request = requestOf(exchange)
    const ofSession = isStateless(message, exchange.headers) ? undefined : sessions?.answer(exchange, request, message)
    return ofSession ?? handler.fetch(request, { parsedBody: message, authInfo: authInfoOf(exchange) })
  }
  return {
    async answer(exchange) {
      const accepted = acceptedBy(exchange.headers['accept'])
      if (exchange.method !== 'POST') {
        if (!accepted.stream && exchange.method === 'GET') return rpcError(notAcceptable)
        const answered = sessions?.answer(exchange, requestOf(exchange)) ?? handler.fetch(requestOf(exchange))
        return replyOf(await answered, accepted)
      }
      const read = readMessage(exchange)
      if ('refused' in read) return rpcError(read.refused)
      const { message } = read
      const id = 'id' in message ? message.id : undefined
      if (!accepted.json || (isListen(message) && !accepted.stream)) return rpcError({ ...notAcceptable, id })
      if (isListen(message)) logListen(message, exchange, input)
      const operation = requestedOperation(message, everything)
      if (operation && !reaches(exchange.caller.level, levelOf(operation))) {
        const { engine } = input
        recordActs([deniedAct(operation.name, {})], exchange.caller, { engine, outcome: 'denied' })
        return insufficient(operation, exchange)
      }
      return replyOf(await answerMessage(exchange, message), accepted)
    },
    close: async () => void (await Promise.all([handler.close(), sessions?.close()])),
  }
}

/** Subscribers hear of changes of the list of tools, which are looked for while there are any. */
const changesOf = (contents: StoreContents): ServerEventBus => ({
  subscribe: (listener) => contents.listen(() => listener({ kind: 'tools_list_changed' })),
  publish: () => {},
})

/** Faults of callers are answered, and are no news. */
const reportTo =
  (log: Log) =>
  (error: Error): void => {
    if (
      error instanceof ProtocolError ||
      /^(?:Rejected|Unsupported|Bad Request|subscriptions\/listen)/.test(error.message)
    )
      return
    log(error.stack ?? error.message)
  }

/** Clients of 2025 may accept JSON alone, but their transport always answers with a stream. */
function requestOf({ method, url, headers, signal }: McpExchange): Request {
  const requestHeaders = new Headers(headers)
  requestHeaders.set('accept', 'application/json, text/event-stream')
  requestHeaders.delete('content-length')
  return new Request(new URL(url, 'http://localhost'), { method, headers: requestHeaders, signal })
}

const notAcceptable: RpcError = {
  status: 406,
  code: -32_000,
  message: 'Not acceptable: accept application/json, and text/event-stream for a stream.',
}

const isListen = (message: JSONRPCMessage): boolean => 'method' in message && message.method === 'subscriptions/listen'

/** A subscription is no request of a server of its own, and may last for days: it is written down as it begins. */
function logListen(message: JSONRPCMessage, { caller, requestId }: McpExchange, input: McpHttpInput): void {
  if (!('method' in message)) return
  const { method, params = {} } = message
  openMessage({ method, params, caller, requestId }, input).end(null)
}

/** The operation that a call of a tool runs, by its own name or through `more_tools`. */
function requestedOperation(message: JSONRPCMessage, { callable, moreTools, mayChange }: ToolView) {
  if (!('method' in message) || message.method !== 'tools/call') return undefined
  const { name, arguments: given } = Object(message.params) as Readonly<Record<string, unknown>>
  if (!mayChange || name !== moreTools.name) return callable.get(String(name))
  const keys = [
    'run',
    ...Object.entries(moreTools.aliases ?? {}).flatMap(([alias, key]) => (key === 'run' ? alias : [])),
  ]
  const values = Object(given) as Readonly<Record<string, unknown>>
  const run = keys.map((key) => values[key]).find((value) => typeof value === 'string')
  return run === undefined ? undefined : callable.get(run.trim())
}

/** In the form of all that guards of the server refuse, so that a client can ask its user for more. */
function insufficient(operation: Operation, { caller, requestId }: McpExchange): McpReply {
  const needed = levelOf(operation)
  const error = {
    code: 'forbidden',
    message: `"${operation.name}" needs the level ${needed}, and these credentials reach ${caller.level}.`,
    remedy: `Use a key with the scope ${needed}.`,
    request_id: requestId,
  }
  return {
    status: 403,
    headers: {
      'content-type': JSON_TYPE,
      'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"`,
    },
    body: textStream(JSON.stringify({ error })),
  }
}
