import { type PipelineInput, type RequestState, admit, countWrong, identifyAs } from './admission.ts'
import { speaking } from '@wuku/messages/message'
import { changedMeanwhile } from '@wuku/core/errors'
import { isOwner } from '@wuku/kernel/base/caller'
import { compressed } from './compress.ts'
import { isKnown, isMatch, prepareAnswer, sendAnswer, type PreparedAnswer } from '@wuku/http-kit/http-answer'
import { endWithoutReset } from '@wuku/http-kit/connections'
import { failureBody, failureOf, HttpFailure } from '@wuku/http-kit/http-failures'
import { ANONYMOUS, isAnonymous, preflightHeaders } from '@wuku/http-kit/guards'
import { answerOnce } from '@wuku/http-kit/idempotency'
import { fairnessKey } from './limits/request-limits.ts'
import { bringsCredential } from './identify.ts'
import { languageOf, speakerOf } from './reader-language.ts'
import { hasBody, readJsonBody, type JsonBody } from '@wuku/http-kit/read-body'
import { requireValidSyntax, MalformedRequest, readHeaders } from '@wuku/http-kit/request-headers'
import type { HttpAnswer, HttpRequest, Route } from '@wuku/http-kit/route'
import { paramsOf, routeOf, type Found } from '@wuku/http-kit/router'
import { requireKnownQuery, parseTarget } from '@wuku/http-kit/target'

/** Answers a request; never rejects. */
export type Pipeline = (state: RequestState) => Promise<void>

/** These say how the process is, and a supervisor asks them by any name. */
const probes: ReadonlySet<string> = new Set(['/livez', '/healthz', '/readyz'])

export function createPipeline(input: PipelineInput): Pipeline {
  const streams = createStreamCounts(input)
  return async (state) => {
    let prepared: PreparedAnswer
    try {
      prepared = prepareAnswer(await answerRequest(state, input), frameOf(state, input))
      if (prepared.isStream && streams.areTooMany(state)) throw await refuseStream(prepared)
    } catch (thrown) {
      prepared = await prepareFailure(await countWrong(thrown, state, input), state, input)
    }
    const isStream = prepared.isStream && prepared.body !== undefined
    state.isStream = isStream
    if (isStream) streams.add(state, 1)
    await deliver(state, prepared, input)
    if (isStream) streams.add(state, -1)
  }
}

const keyOf = ({ caller, address }: RequestState): string => fairnessKey(caller ?? { actor: ANONYMOUS, address })

/** Open streams, of all and of each user. The owner of a local server has no limit of its own. */
function createStreamCounts({ connectionLimits }: PipelineInput) {
  const counts = new Map<string, number>()
  let all = 0
  return {
    areTooMany(state: RequestState): boolean {
      const maxStreams = connectionLimits.streamsOfUser
      const isFull = maxStreams > 0 && (counts.get(keyOf(state)) ?? 0) >= maxStreams
      return all >= connectionLimits.streams || (isFull && !isOwner(keyOf(state)))
    },
    add(state: RequestState, step: 1 | -1): void {
      const key = keyOf(state)
      const count = (counts.get(key) ?? 0) + step
      all += step
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}

/** The order of these steps is the contract: the first that fails answers. */
async function answerRequest(state: RequestState, input: PipelineInput): Promise<HttpAnswer> {
  const { raw } = state
  const { guards, router } = input
  state.headers = readHeaders(raw.rawHeaders)
  state.id = input.requestId(state.headers['x-request-id'])
  const { headers } = state
  state.address = input.proxies.clientOf(raw.socket.remoteAddress ?? '', headers['x-forwarded-for'])
  requireValidSyntax(headers, raw.httpVersion)
  const method = raw.method ?? ''
  const isServerWide = raw.url === '*' && method === 'OPTIONS'
  const target = parseTarget(isServerWide ? '/' : (raw.url ?? ''))
  const isProbe = probes.has(target.path)
  if (!isProbe) guards.requireHost(headers['host'] ?? '')
  state.cors = guards.requireOrigin(headers['origin'])
  if (isServerWide) return { status: 204, headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' } }
  const found = router.find(target)
  if (method === 'OPTIONS') return options(found, state)
  const { route, names, query } = routeOf(found, method)
  state.route = route
  if (input.isStopping() && !isProbe) throw stopping
  const params = paramsOf(names, found.values)
  const caller = await admit(state, { route, params, target }, input)
  state.caller = caller
  const body = await readBody(state, route, input)
  const request: HttpRequest = {
    id: state.id,
    method: method as HttpRequest['method'],
    path: target.path,
    params,
    query: requireKnownQuery(target.query, query),
    headers,
    body: body.value,
    caller,
    again: () => identifyAs(state, { route, params, target, isAgain: true }, input),
    signal: state.abort.signal,
    raw,
  }
  const sent = route.ignoresIdempotencyKey ? undefined : headers['idempotency-key']
  // Nobody knows whether two requests without a credential are of one client.
  if (sent !== undefined && method === 'POST' && !isAnonymous(caller))
    return answerOnce({ sent, request, route, bytes: body.bytes }, input)
  const matched = headers['if-match'] === undefined ? {} : await requireMatch(request, found, input)
  return withValidator(await route.answer({ ...request, ...matched }, input.context), request)
}

function options({ allow }: Found, { cors, headers }: RequestState): HttpAnswer {
  const isPreflight = cors !== undefined && headers['access-control-request-method'] !== undefined
  return { status: 204, headers: { Allow: allow, ...(isPreflight && preflightHeaders(allow, headers)) } }
}

const stopping = new HttpFailure('stopping', 'The server is about to stop.', 'Send the request again in a moment.', {
  headers: { 'Retry-After': '5' },
})

async function readBody({ raw, response, headers }: RequestState, route: Route, input: PipelineInput) {
  if (route.method === 'GET') return unread
  const begin = (): void => {
    if (headers['expect'] !== undefined && hasBody(headers)) response.writeContinue()
  }
  if (route.body !== 'raw')
    return readJsonBody(raw, headers, {
      maxBytes: input.bodyBytes,
      idleMilliseconds: input.connectionLimits.body,
      begin,
    })
  begin()
  return unread
}

const unread: JsonBody = { value: Object.freeze({}), bytes: new Uint8Array(0) }

/** Asks the GET of the same path, as the same caller, which version there is. The change itself looks once more, within its write. */
async function requireMatch(request: HttpRequest, { methods }: Found, { context }: PipelineInput) {
  const current = methods.get('GET')
  const ifMatch = request.headers['if-match'] ?? ''
  if (!current || !['PUT', 'PATCH', 'DELETE'].includes(request.method)) return {}
  const { etag, body } = await current.route.answer({ ...request, method: 'GET', query: {}, body: {} }, context)
  if (!mayManage(body)) throw notManager
  if (etag !== undefined && !isMatch(etag, ifMatch)) throw changedMeanwhile()
  const { updated_at: at } = Object(body) as { readonly updated_at?: unknown }
  return etag === undefined || ifMatch.trim() === '*' || typeof at !== 'string' ? {} : { unchangedSince: at }
}

/** An answer that says what its caller may do says so before anything is compared. */
const mayManage = (body: HttpAnswer['body']): boolean => {
  const { may } = Object(body) as { readonly may?: unknown }
  return !Array.isArray(may) || may.includes('manage')
}

const notManager = new HttpFailure(
  'forbidden',
  'You see it, and may not change it so. Nothing was changed.',
  'Ask its owner or an administrator.',
)

function withValidator(answer: HttpAnswer, { method, headers }: HttpRequest): HttpAnswer {
  const { etag, status = 200 } = answer
  if (etag === undefined || status !== 200 || (method !== 'GET' && method !== 'HEAD')) return answer
  if (!isKnown(etag, headers['if-none-match'])) return answer
  return { status: 304, etag, ...(answer.headers && { headers: answer.headers }) }
}

async function refuseStream({ body }: PreparedAnswer): Promise<HttpFailure> {
  if (typeof body === 'object' && Symbol.asyncIterator in body) await body[Symbol.asyncIterator]().return?.()
  return new HttpFailure('rate-limited', 'There are too many open streams.', 'Close some, or try again later.')
}

async function prepareFailure(thrown: unknown, state: RequestState, input: PipelineInput): Promise<PreparedAnswer> {
  const failure = failureOf(thrown, (number, error) => input.fault(error, state.id, number))
  state.id = state.id === '' ? input.requestId(undefined) : state.id
  const headers = failure.status === 401 ? { ...challenge(state, input), ...failure.headers } : failure.headers
  const own = failure.status >= 500 ? await state.route?.failureBody?.(failure, state) : undefined
  const { closes, ...frame } = frameOf(state, input)
  const speaker = await speakerOf(languageOf(state))
  const body = own ?? { ...speaking(speaker, () => failureBody(failure, state.id)), ...failure.more }
  const isLast = closes || thrown instanceof MalformedRequest || closing.has(failure.status)
  return prepareAnswer({ status: failure.status, headers, body }, { ...frame, closes: isLast })
}

/** Nobody waits on such a connection for what the client sends next. */
const closing: ReadonlySet<number> = new Set([408, 414])

function challenge({ headers }: RequestState, { context }: PipelineInput): Readonly<Record<string, string>> {
  const error = bringsCredential(headers) ? ', error="invalid_token"' : ''
  const metadata = `${context.publicUrl}/.well-known/oauth-protected-resource/mcp`
  return { 'WWW-Authenticate': `Bearer realm="wuku", resource_metadata="${metadata}"${error}` }
}

/** A body that nobody reads is let by where it is short; else the connection goes. */
const SHORT_BODY = 65_536

function frameOf({ raw, id, cors, rate, headers }: RequestState, { isStopping }: PipelineInput) {
  const isUnread = !raw.complete && hasBody(headers) && !(Number(headers['content-length']) <= SHORT_BODY)
  return { requestId: id, cors, rate, isHead: raw.method === 'HEAD', closes: isUnread || isStopping() }
}

async function deliver(state: RequestState, prepared: PreparedAnswer, input: PipelineInput): Promise<void> {
  const { raw, response, headers, abort } = state
  const { connectionLimits } = input
  if (response.destroyed) return
  const isUnread = !raw.complete && hasBody(headers) && prepared.headers.includes('close')
  try {
    const isLogin = state.route?.path.includes('/auth/')
    await sendAnswer(response, isLogin ? prepared : await compressed(prepared, headers['accept-encoding']), {
      readerMilliseconds: connectionLimits.reader,
      ...(isUnread && { end: () => endWithoutReset(raw, connectionLimits.linger) }),
    })
  } catch (thrown) {
    // A header that may not be sent is found here; once the head has left, nothing more can be said.
    if (!response.headersSent) return deliver(state, await prepareFailure(thrown, state, input), input)
    if (!abort.signal.aborted) input.fault(thrown, state.id)
    response.destroy()
  }
}
