import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectionLimits } from '@wuku/http-kit/connections'
import type { CorsHeaders, Guards } from '@wuku/http-kit/guards'
import type { AnswerStore } from '@wuku/http-kit/idempotency'
import type { Identify } from './identify.ts'
import type { TrustedProxies } from '@wuku/http-kit/limits/client-address'
import type { Quotas } from './limits/quotas.ts'
import type { CountedRequest, RequestLimits } from './limits/request-limits.ts'
import type { RequestHeaders } from '@wuku/http-kit/request-headers'
import type { HttpCaller, Route, RouteContext } from '@wuku/http-kit/route'
import type { Router } from '@wuku/http-kit/router'

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
