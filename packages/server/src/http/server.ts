import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import {
  createListener,
  defaultConnectionLimits,
  type AddressLimits,
  type ConnectionLimits,
} from '@wuku/http-kit/connections'
import { createGuards } from '@wuku/http-kit/guards'
import { keepAnswersInMemory, type AnswerStore } from '@wuku/http-kit/idempotency'
import type { Identify } from './identify.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import type { PipelineInput, RequestState } from './admission.ts'
import { createRequestIds } from '@wuku/http-kit/request-headers'
import type { HttpCaller, Route, RouteContext } from '@wuku/http-kit/route'
import { createRouter } from '@wuku/http-kit/router'
import { createTrustedProxies, type TrustedProxies } from '@wuku/http-kit/limits/client-address'
import { orAfter } from '../bell.ts'
import { withQuotas, type Quotas } from './limits/quotas.ts'
import { createRequestLimits, type RequestLimitsInput } from './limits/request-limits.ts'

export interface HttpServerInput {
  readonly routes: readonly Route[]
  /** The public address is known once the server listens. */
  readonly context: Omit<RouteContext, 'publicUrl'>
  readonly identify: Identify
  readonly settings: HttpSettings
  /** By default answers are kept in memory. */
  readonly answers?: AnswerStore
  /** By default there are none. */
  readonly quotas?: Quotas
  /** A caller asked for more than its level: for the audit. */
  denied?(caller: HttpCaller, route: Route): void
  log(line: LogLine): void
  observe?(request: ObservedRequest): void
}

export interface HttpSettings {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  /** By default `http://<host>:<port>`. */
  readonly publicUrl?: string | undefined
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  /** Addresses and ranges of proxies whose `X-Forwarded-For` counts. */
  readonly trustProxy?: readonly string[]
  /** By default none. */
  readonly limits?: RequestLimitsInput
  /** Open connections of one address, unless it is a trusted proxy; by default no limit. */
  readonly connectionsPerAddress?: number
  /** One user alone, whose programs of this machine have as many connections as they like. */
  isLocal?(): boolean
  readonly bodyBytes: number
  readonly graceSeconds: number
  readonly readOnly: boolean
  readonly connectionLimits?: Partial<ConnectionLimits>
}

export interface HttpServer {
  /** Rejects where the port is taken. */
  listen(): Promise<Listening>
  /** No new connection; requests under way have their grace, streams end at once. The second call waits for the first. */
  stop(): Promise<void>
  readonly connections: number
}

export interface Listening {
  readonly host: string
  readonly port: number
  /** Its own address, without a slash at the end. */
  readonly url: string
}

/** One line of the log. No body, no value of a query or a header, no credential. */
export interface LogLine {
  /** ISO 8601, UTC. */
  readonly time: string
  readonly level: 'info' | 'warn' | 'error'
  readonly msg: string
  readonly request_id?: string
  readonly method?: string
  /** Its template. */
  readonly route?: string
  readonly status?: number
  readonly ms?: number
  readonly actor?: string
  readonly client?: string
  readonly address?: string
  /** For a fault of ours: the number that the client was given, and the trace. */
  readonly number?: string
  readonly error?: string
}

/** For metrics and traces. */
export interface ObservedRequest {
  readonly id: string
  readonly method: string
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
  /** As the client sent it. */
  readonly traceparent: string | undefined
}

/** After the grace, answers that are broken off have so long to leave. */
const LAST_MILLISECONDS = 500

export function createHttpServer(input: HttpServerInput): HttpServer {
  const requestId = createRequestIds(randomBytes(6).toString('hex'))
  const inFlight = new Set<RequestState>()
  const state: { pipeline?: Pipeline; stopped?: Promise<void>; idle?: () => void } = {}
  const handle = (raw: IncomingMessage, response: ServerResponse): void => {
    const one: RequestState = {
      raw,
      response,
      abort: new AbortController(),
      id: '',
      headers: {},
      address: '',
      isStream: false,
    }
    inFlight.add(one)
    const started = performance.now()
    // A client that went away is no fault; Node emits it where nobody listens, and that would end the process.
    response.on('error', () => {})
    response.once('close', () => {
      inFlight.delete(one)
      if (!response.writableFinished) one.abort.abort()
      if (inFlight.size === 0) state.idle?.()
      report(one, performance.now() - started, input)
    })
    void state.pipeline?.(one)
  }
  const refused = (status: number, id: string): void =>
    input.log({ time: now(), level: 'warn', msg: 'malformed', request_id: id, status })
  const connectionLimits = { ...defaultConnectionLimits, ...input.settings.connectionLimits }
  const proxies = createTrustedProxies(input.settings.trustProxy ?? [])
  const perAddress = addressLimits(input.settings, proxies)
  const newRequestId = (): string => requestId(undefined)
  const listener = createListener({ handle, refused, limits: connectionLimits, perAddress, newRequestId })
  return {
    get connections() {
      return inFlight.size
    },
    async listen() {
      const listening = await listen(listener, input.settings)
      const publicUrl = (input.settings.publicUrl ?? listening.url).replace(/\/$/, '')
      state.pipeline = createPipeline(
        pipelineInput(input, { publicUrl, port: listening.port, connectionLimits, proxies, requestId, state }),
      )
      return listening
    },
    stop: () => (state.stopped ??= stop({ listener, inFlight, state, graceSeconds: input.settings.graceSeconds })),
  }
}

function addressLimits({ connectionsPerAddress = 0, isLocal }: HttpSettings, proxies: TrustedProxies): AddressLimits {
  return {
    max: connectionsPerAddress,
    addressOf: ({ remoteAddress }) => proxies.clientOf(remoteAddress ?? '', undefined),
    isExempt: (address) => proxies.isTrusted(address) || (LOOPBACK.test(address) && isLocal?.() === true),
  }
}

const LOOPBACK = /^(?:127\.|::1$)/

interface Opened extends Pick<PipelineInput, 'connectionLimits' | 'proxies' | 'requestId'> {
  readonly publicUrl: string
  readonly port: number
  readonly state: { readonly stopped?: Promise<void> }
}

function pipelineInput(
  input: HttpServerInput,
  { publicUrl, port, connectionLimits, proxies, state, requestId }: Opened,
) {
  const { settings, quotas } = input
  const { allowHosts, allowOrigins, limits = { requestsPerMinute: 0, failuresPerMinute: 0 } } = settings
  return {
    router: createRouter(input.routes),
    guards: createGuards({ port, publicUrl, allowHosts, allowOrigins }),
    identify: input.identify,
    proxies,
    limits: createRequestLimits(limits),
    denied: (caller: HttpCaller, route: Route): void => input.denied?.(caller, route),
    answers: input.answers ?? keepAnswersInMemory(),
    quotas,
    context: { ...input.context, publicUrl, ...(quotas && { backend: withQuotas(input.context.backend, quotas) }) },
    isReadOnly: settings.readOnly,
    bodyBytes: settings.bodyBytes,
    connectionLimits,
    isStopping: () => state.stopped !== undefined,
    requestId,
    fault: (error: unknown, id: string, number?: string): void =>
      input.log({
        time: now(),
        level: 'error',
        msg: number === undefined ? 'stream broke off' : 'fault',
        request_id: id,
        ...(number !== undefined && { number }),
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  }
}

const now = (): string => new Date().toISOString()

function report(
  { id, raw, response, route, caller, headers, address }: RequestState,
  milliseconds: number,
  input: HttpServerInput,
): void {
  const method = raw.method ?? ''
  // The client went away before it was answered.
  const status = response.headersSent ? response.statusCode : 499
  input.observe?.({ id, method, route: route?.path, status, milliseconds, traceparent: headers['traceparent'] })
  input.log({
    time: now(),
    level: status >= 500 ? 'error' : 'info',
    msg: 'request',
    request_id: id,
    method,
    ...(route && { route: route.path }),
    status,
    ms: Math.round(milliseconds * 10) / 10,
    ...(caller && { actor: caller.actor, client: caller.client }),
    ...(address !== '' && { address }),
  })
}

function listen(listener: Server, { host, port }: HttpSettings): Promise<Listening> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen({ host, port, backlog: 1_024 }, () => {
      listener.off('error', reject)
      // A connection that cannot be accepted, such as for want of descriptors, is no reason to end.
      listener.on('error', () => {})
      const openedPort = (listener.address() as AddressInfo).port
      const named = host.includes(':') ? `[${host}]` : host
      resolve({ host, port: openedPort, url: `http://${named}:${openedPort}` })
    })
  })
}

interface Stopping {
  readonly listener: Server
  readonly inFlight: ReadonlySet<RequestState>
  readonly state: { idle?: () => void }
  readonly graceSeconds: number
}

async function stop({ listener, inFlight, state, graceSeconds }: Stopping): Promise<void> {
  const idle = new Promise<void>((resolve) => {
    state.idle = resolve
    if (inFlight.size === 0) resolve()
  })
  listener.close()
  listener.closeIdleConnections()
  for (const { isStream, abort, response } of inFlight)
    if (isStream) {
      abort.abort()
      response.end()
    }
  await orAfter(idle, graceSeconds * 1_000)
  for (const { abort } of inFlight) abort.abort()
  await orAfter(idle, LAST_MILLISECONDS)
  listener.closeAllConnections()
}
