import {
  CLIENT_INFO_META_KEY,
  Server,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type ServerOptions,
  type Transport,
} from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import { beginCall, type StartedCall } from '@wuku/kernel/call-log'
import type { CallRecord } from '@wuku/core/ports/record-store'
import { callerIn, requestIdIn, type OpenRequest } from './request.ts'
import type { McpServerInput, RankedCaller } from './tool-view.ts'

export type MessageLogInput = Pick<McpServerInput, 'engine' | 'answered'>

export interface ArrivedMessage {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly caller: RankedCaller
  readonly requestId: string | null
  readonly session?: string | undefined
}

interface OpenMessage extends OpenRequest {
  /** Writes it down, unless its operation was. */
  end(error: string | null): void
}

/** Opens the record of one message: it becomes one row of the log of calls, that of its operation where it runs one. */
export function openMessage(
  { method, params, caller, requestId, session }: ArrivedMessage,
  { engine, answered }: MessageLogInput,
): OpenMessage {
  const runningCall: StartedCall = beginCall(engine)
  const arrived = performance.now()
  const tool = method === 'tools/call' ? String(params['name']).slice(0, LONGEST_NAME) : null
  let row: CallRecord | undefined
  const origin = {
    funcName: funcNameOf(method, tool),
    ...(requestId !== null && { requestId }),
    ...(session !== undefined && { session }),
    noted: (call: CallRecord): void => void (row ??= call),
  }
  const end = (error: string | null): void => {
    // The client says in `_meta` who it is, and no more of what it asks.
    const { _meta: _, ...input } = params
    if (!row)
      runningCall.end({ operation: undefined, caller, origin: { ...origin, surface: 'mcp' }, input, error, facts: {} })
    const milliseconds = performance.now() - arrived
    const operation = row?.operation ?? null
    // A name that is no tool's is text of the caller.
    const known = operation === null ? null : tool
    const knownMethod = methods.has(method) ? method : '_OTHER'
    answered?.({ requestId, method: knownMethod, tool: known, operation, milliseconds, error })
  }
  return { caller, origin, end }
}

const LONGEST_NAME = 100

/** Names of methods with a name of their own in the log. */
const shortNames: Readonly<Record<string, string>> = {
  'notifications/initialized': 'initialized',
  'server/discover': 'discover',
  'resources/templates/list': 'resource_templates_list',
}

/** Whatever else a client sends is its own text. */
const methods: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'subscriptions/listen',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
])

function funcNameOf(method: string, tool: string | null): string {
  const name = tool?.replaceAll('-', '_') ?? shortNames[method] ?? method.replaceAll('/', '_')
  return name.slice(0, LONGEST_NAME)
}

type MethodMessage = Extract<JSONRPCMessage, { readonly method: string }> & { readonly id?: string | number }
type Answer = Exclude<JSONRPCMessage, { readonly method: string }>

interface ServerLog extends MessageLogInput {
  /** A message as it is sent: answers, lists, errors and progress alike. */
  cleaned(message: JSONRPCMessage): JSONRPCMessage
}

/** A server that writes down each message: requests once they are answered, notifications as they come. */
export class LoggedServer extends Server {
  readonly #log: ServerLog
  readonly #open = new Map<string | number, OpenMessage>()
  readonly #connection = randomUUID()

  constructor(info: { readonly name: string; readonly version: string }, options: ServerOptions, log: ServerLog) {
    super(info, options)
    this.#log = log
  }

  openRequest(id: string | number): OpenRequest | undefined {
    return this.#open.get(id)
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => {
      if (!('method' in message)) this.#answered(message)
      return send(this.#log.cleaned(message), options)
    }
    await super.connect(transport)
    const { onmessage } = transport
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has one listener
    transport.onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
      if ('method' in message) this.#heard(message, extra)
      onmessage?.(message, extra)
    }
  }

  /** Requests that are not answered by now never will be. */
  protected override _onclose(): void {
    for (const message of this.#open.values()) message.end('cancelled')
    this.#open.clear()
    // oxlint-disable-next-line no-underscore-dangle -- the SDK calls it so
    super._onclose()
  }

  #heard(message: MethodMessage, extra: MessageExtraInfo | undefined): void {
    const params = Object(message.params) as ArrivedMessage['params']
    const authInfo = extra?.authInfo
    const caller = callerIn(authInfo)
    const client = nameIn(params) ?? this.getClientVersion()?.name
    const opened = openMessage(
      {
        method: message.method,
        params,
        caller: client === undefined ? caller : { ...caller, client: client.slice(0, LONGEST_NAME) },
        requestId: requestIdIn(authInfo),
        // On standard input and output the connection is the session; a single request over HTTP is of none.
        session: this.transport?.sessionId ?? (authInfo ? undefined : this.#connection),
      },
      this.#log,
    )
    if (message.id !== undefined) this.#open.set(message.id, opened)
    else opened.end(null)
  }

  #answered(message: Answer): void {
    const { id } = message
    if (id === undefined) return
    const opened = this.#open.get(id)
    this.#open.delete(id)
    opened?.end(errorIn(message))
  }
}

/** Said in each request since 2026-07-28, and at the handshake before. */
function nameIn({ _meta, clientInfo }: ArrivedMessage['params']): string | undefined {
  const info = (Object(_meta) as Readonly<Record<string, unknown>>)[CLIENT_INFO_META_KEY] ?? clientInfo
  const { name } = Object(info) as { readonly name?: unknown }
  return typeof name === 'string' ? name : undefined
}

/** A failed tool is a result, which names its error; the protocol has numbers. */
function errorIn(message: Answer): string | null {
  if ('error' in message) return String(message.error.code)
  const { isError, _meta } = message.result as { readonly isError?: unknown; readonly _meta?: object }
  if (isError !== true) return null
  const { code } = Object((Object(_meta) as Readonly<Record<string, unknown>>)['wuku/error']) as { code?: unknown }
  return typeof code === 'string' ? code : 'internal'
}
