import { reaches } from '@wuku/kernel/base/caller'
import { HttpFailure } from '@wuku/http-kit/http-failures'
import { requireLevel, isAnonymous, unauthorized, type CorsHeaders, type Guards } from '@wuku/http-kit/guards'
import { anonymousCaller, bringsCredential, type Identify } from './identify.ts'
import type { HttpCaller, Route, RouteContext } from '@wuku/http-kit/route'
import type { Target } from '@wuku/http-kit/target'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectionLimits } from '@wuku/http-kit/connections'
import type { AnswerStore } from '@wuku/http-kit/idempotency'
import type { TrustedProxies } from '@wuku/http-kit/limits/client-address'
import type { Quotas } from './limits/quotas.ts'
import type { CountedRequest, RequestLimits } from './limits/request-limits.ts'
import type { RequestHeaders } from '@wuku/http-kit/request-headers'
import type { Router } from '@wuku/http-kit/router'

export interface Admission {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly target: Target
  readonly isAgain?: true
}

export async function identifyAs(
  { headers, address, id: requestId }: RequestState,
  { route, target, isAgain }: Admission,
  { identify, context: { publicUrl } }: PipelineInput,
): Promise<HttpCaller> {
  const identifyRequest = {
    headers,
    query: target.query,
    address,
    route: route.path,
    publicUrl,
    ...(isAgain && { isAgain }),
  }
  return { ...(await identify(identifyRequest)), address, requestId }
}

export async function admit(state: RequestState, admission: Admission, input: PipelineInput): Promise<HttpCaller> {
  const { address, id: requestId } = state
  const { route, params } = admission
  const { limits, quotas, isReadOnly, denied } = input
  const demands = route.demands?.(params) ?? route
  if (demands.level === 'open') return { ...anonymousCaller, address, requestId }
  const caller = await identifyAs(state, admission, input)
  if (caller.level === 'open') throw unauthorized()
  const { headers: rate, refused } = await limits.count(caller, address)
  state.rate = rate
  if (refused) throw refused
  if (!callsNothing.test(route.path)) await quotas?.requireCallQuota(caller)
  if (!reaches(caller.level, demands.level) && !isAnonymous(caller)) denied(caller, route)
  requireLevel(caller, demands, isReadOnly)
  return caller
}

/** Routes that run no operation; of messages of MCP only some do, and they are looked at when they are there. */
const callsNothing = /^\/(?:mcp|metrics)$|^\/api\/v1\/(?:auth|user)\//

/** A credential that is wrong once too often from one address is answered with 429; right ones go on. */
export async function countWrong(
  thrown: unknown,
  { headers, address, route }: RequestState,
  { limits }: PipelineInput,
): Promise<unknown> {
  if (!(thrown instanceof HttpFailure) || thrown.status !== 401) return thrown
  if (!bringsCredential(headers) && route?.level !== 'open') return thrown
  return (await limits.fail(address)) ?? thrown
}

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
