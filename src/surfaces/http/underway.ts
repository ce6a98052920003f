import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectionLimits } from './connections.ts'
import type { CorsHeaders, Guards } from './guards.ts'
import type { AnswerStore } from './idempotency.ts'
import type { Identify } from './identify.ts'
import type { TrustedProxies } from './limits/client-address.ts'
import type { Quotas } from './limits/quotas.ts'
import type { CountedRequest, RequestLimits } from './limits/request-limits.ts'
import type { RequestHeaders } from './request-headers.ts'
import type { HttpCaller, Route, RouteContext } from './route.ts'
import type { Router } from './router.ts'

export interface PipelineInput {
  readonly router: Router
  readonly guards: Guards
  readonly identify: Identify
  readonly proxies: TrustedProxies
  readonly limits: RequestLimits
  readonly quotas: Quotas | undefined
  readonly answers: AnswerStore
  readonly context: RouteContext
  readonly isReadOnly: boolean
  readonly bodyBytes: number
  readonly connectionLimits: ConnectionLimits
  isStopping(): boolean
  requestId(sent: string | undefined): string
  /** A caller asked for more than its level. */
  denied(caller: HttpCaller, route: Route): void
  /** `number` is the one that the client was given to quote. */
  fault(error: unknown, requestId: string, number?: string): void
}

/** A request from its first byte to the last of its answer. */
export interface RequestState {
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  readonly abort: AbortController
  id: string
  headers: RequestHeaders
  /** Address of the client, as far as proxies on the way are trusted. */
  address: string
  cors?: CorsHeaders | undefined
  rate?: CountedRequest['headers']
  route?: Route
  caller?: HttpCaller
  isStream: boolean
}
