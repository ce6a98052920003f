import { randomUUID } from 'node:crypto'
import {
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
  type McpServerFactory,
} from '@modelcontextprotocol/server'
import type { McpExchange } from '@wuku/http-kit/backend'
import type { RpcError } from './http-message.ts'
import { authInfoOf } from './request.ts'

/** Clients of 2025 that keep a session: the server may ask them, and announces changes on a stream of their own. */
export interface Sessions {
  /** `undefined` where the message is of no session, and wants none. */
  answer(exchange: McpExchange, request: Request, message?: JSONRPCMessage): Promise<Response> | undefined
  close(): Promise<void>
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Nobody else's messages are taken. */
  readonly credential: string
  readonly idle: NodeJS.Timeout
  /** Answers and streams that are not at their end. */
  open: number
  end(): Promise<void>
}

const IDLE_MILLISECONDS = 30 * 60_000
const MAX_SESSIONS = 1_000

export interface SessionLimits {
  readonly idleMilliseconds?: number
  readonly maxSessions?: number
}

export function keepSessions(
  factory: McpServerFactory,
  { idleMilliseconds = IDLE_MILLISECONDS, maxSessions = MAX_SESSIONS }: SessionLimits = {},
): Sessions {
  /** Least recently used first. */
  const sessions = new Map<string, Session>()
  const begin = async (exchange: McpExchange, request: Request, parsedBody: JSONRPCMessage): Promise<Response> => {
    const { caller } = exchange
    const authInfo = authInfoOf(exchange)
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID })
    const server = await factory({ era: 'legacy', authInfo })
    await server.connect(transport)
    const response = await transport.handleRequest(request, { parsedBody, authInfo })
    const id = transport.sessionId
    if (id === undefined) return response
    const session: Session = {
      transport,
      credential: caller.credential,
      idle: setTimeout(
        () => (session.open > 0 ? session.idle.refresh() : void session.end()),
        idleMilliseconds,
      ).unref(),
      open: 0,
      async end() {
        clearTimeout(session.idle)
        sessions.delete(id)
        await server.close()
      },
    }
    sessions.set(id, session)
    // An agent that was killed leaves its session behind, so the oldest makes room.
    if (sessions.size > maxSessions) await sessions.values().next().value?.end()
    return counted(response, session)
  }
  const goOn = async (exchange: McpExchange, request: Request, message?: JSONRPCMessage): Promise<Response> => {
    const id = exchange.headers['mcp-session-id'] ?? ''
    const session = sessions.get(id)
    if (session?.credential !== exchange.caller.credential) return refused(unknownSession, message)
    sessions.delete(id)
    sessions.set(id, session)
    session.idle.refresh()
    if (exchange.method === 'DELETE') {
      await session.end()
      return new Response(null, { status: 204 })
    }
    const parsed = message && { parsedBody: message }
    const response = await session.transport.handleRequest(request, {
      ...parsed,
      authInfo: authInfoOf(exchange),
    })
    return counted(response, session)
  }
  return {
    answer(exchange, request, message) {
      if (message && 'method' in message && message.method === 'initialize') return begin(exchange, request, message)
      if (exchange.headers['mcp-session-id'] !== undefined) return goOn(exchange, request, message)
      return message ? undefined : Promise.resolve(refused(noSession))
    },
    close: async () => void (await Promise.all([...sessions.values()].map((session) => session.end()))),
  }
}

/** A session with an open stream is not idle. */
function counted(response: Response, session: Session): Response {
  if (response.body === null) return response
  session.open++
  const end = (): void => {
    session.open--
    session.idle.refresh()
  }
  const body = new TransformStream<Uint8Array, Uint8Array>()
  response.body.pipeTo(body.writable).then(end, end)
  return new Response(body.readable, response)
}

const unknownSession: RpcError = { status: 404, code: -32_001, message: 'Session not found: initialize another one.' }
const noSession: RpcError = { status: 400, code: -32_000, message: 'The header Mcp-Session-Id is missing.' }

function refused({ status, ...error }: RpcError, message?: JSONRPCMessage): Response {
  const id = message && 'id' in message ? message.id : null
  return Response.json({ jsonrpc: '2.0', id, error }, { status })
}
