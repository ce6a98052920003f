import { prepareAnswer } from './answer.ts'
import { HttpFailure } from './failures.ts'
import { fingerprintOf, idempotencyKey, replayOf, type AnswerKeeper, type StoredAnswer } from './idempotency.ts'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from './route.ts'

interface KeyedRequest {
  readonly sent: string
  readonly request: HttpRequest
  readonly route: Route
  readonly bytes: Uint8Array
}

/** The work is done once for a key; the next request with it gets the same answer. */
export async function answerOnce(
  { sent, request, route, bytes }: KeyedRequest,
  { answers, context }: { readonly answers: AnswerKeeper; readonly context: RouteContext },
): Promise<HttpAnswer> {
  const key = idempotencyKey(sent, { credential: request.caller.credential, route: `${route.method} ${route.path}` })
  // A body that the route reads itself is known by its length alone: each try of an upload has another boundary.
  const length = route.body === 'raw' ? (request.headers['content-length'] ?? '') : ''
  const fingerprint = fingerprintOf(`${request.raw.url} ${length}`, bytes)
  const replay = replayOf(await answers.begin(key, fingerprint))
  if (replay) {
    const { seen, ...answer } = replay
    if (await stillSees(request, seen, context)) return answer
    if (route.changes) throw noReplay
    await answers.end(key, undefined)
    await answers.begin(key, fingerprint)
  }
  try {
    const answer = await route.answer(request, context)
    const { status, headers, body, isStream } = prepareAnswer(answer, { requestId: request.id })
    if (isStream || typeof body === 'object') await answers.end(key, undefined)
    else
      await answers.end(
        key,
        await withSight({ status, headers: ownHeaders(headers), body: body ?? '' }, request, context),
      )
    return answer
  } catch (thrown) {
    await answers.end(key, undefined)
    throw thrown
  }
}

/** With what its caller sees: it may name all of that. */
async function withSight(
  answer: StoredAnswer,
  { caller, signal }: HttpRequest,
  { backend }: RouteContext,
): Promise<StoredAnswer> {
  if (caller.sees === 'all') return answer
  return { ...answer, seen: (await backend.sight({ caller, signal })).seen }
}

async function stillSees(
  { caller, signal }: HttpRequest,
  before: StoredAnswer['seen'],
  { backend }: RouteContext,
): Promise<boolean> {
  if (caller.sees === 'all') return true
  return before !== undefined && !(await backend.sight({ caller, before, signal })).isLess
}

const noReplay = new HttpFailure(
  'conflict',
  'It was done, and its answer cannot be given again: you see less than you did then.',
  'Send a new key with a new request.',
)

/** Leaves out those that every answer has. */
function ownHeaders(headers: readonly string[]): Readonly<Record<string, string>> {
  const kept = headers.flatMap((name, at) => (at % 2 === 0 && keptHeaders.has(name) ? [[name, headers[at + 1]]] : []))
  return Object.fromEntries(kept) as Readonly<Record<string, string>>
}

const keptHeaders: ReadonlySet<string> = new Set(['Content-Type', 'Location', 'ETag', 'Cache-Control'])
