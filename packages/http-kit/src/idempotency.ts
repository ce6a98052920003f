import { createHash } from 'node:crypto'
import { prepareAnswer } from './http-answer.ts'
import type { Seen } from './backend.ts'
import { badInput, HttpFailure } from './http-failures.ts'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from './route.ts'

export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Ids that its caller saw when it was given; absent: everything. */
  readonly seen?: Seen
}

/** Answers by `Idempotency-Key`; a store may keep them across restarts. */
export interface AnswerStore {
  /** Reserves the key for the first request that has it. */
  begin(key: string, fingerprint: string): Promise<Reservation>
  /** Ends the reservation: with an answer, or without one, and then the next request does the work. */
  end(key: string, answer: StoredAnswer | undefined): Promise<void>
}

export type Reservation =
  | { readonly state: 'new' }
  | { readonly state: 'running' }
  /** The key came with another request before. */
  | { readonly state: 'taken' }
  | { readonly state: 'done'; readonly answer: StoredAnswer }

const RETENTION_MS = 24 * 60 * 60_000
const MAX_ANSWERS = 10_000
const MAX_BYTES = 32 * 2 ** 20
/** A larger answer would push out many others. */
const LARGEST_ANSWER = 2 ** 20

interface Entry {
  readonly fingerprint: string
  readonly until: number
  readonly bytes: number
  readonly answer: StoredAnswer | undefined
}

/** In memory, and of bounded size: the oldest answers go first. */
export function keepAnswersInMemory(now: () => number = Date.now): AnswerStore {
  const entries = new Map<string, Entry>()
  let bytes = 0
  const drop = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const evictOldest = (): void => {
    for (const [key, { answer, until }] of entries) {
      if (until > now() && entries.size <= MAX_ANSWERS && bytes <= MAX_BYTES) return
      if (answer !== undefined) drop(key)
    }
  }
  return {
    async begin(key, fingerprint) {
      const entry = entries.get(key)
      if (!entry || entry.until <= now()) {
        drop(key)
        entries.set(key, { fingerprint, until: now() + RETENTION_MS, bytes: 0, answer: undefined })
        return { state: 'new' }
      }
      if (entry.fingerprint !== fingerprint) return { state: 'taken' }
      return entry.answer ? { state: 'done', answer: entry.answer } : { state: 'running' }
    },
    async end(key, answer) {
      const entry = entries.get(key)
      drop(key)
      if (!entry || !answer || answer.body.length > LARGEST_ANSWER) return
      const size = answer.body.length + 500
      bytes += size
      entries.set(key, { ...entry, bytes: size, answer })
      evictOldest()
    },
  }
}

const VISIBLE = /^[\x21-\x7E]{1,200}$/

/** Equal for equal requests: it covers the address, and the body or a digest of it. */
export const fingerprintOf = (url: string, body: Uint8Array | string): string =>
  createHash('sha256').update(url).update('\n').update(body).digest('base64')

/** Thrown where a request needs not be worked on. */
class Replayed extends Error {
  readonly answer: StoredAnswer

  constructor(answer: StoredAnswer) {
    super('The answer is that of an earlier request.')
    this.answer = answer
  }
}

/** The stored answer, or `undefined` where this request is the first with its key. */
export function replayOf(reservation: Reservation): StoredAnswer | undefined {
  if (reservation.state === 'taken')
    throw new HttpFailure(
      'conflict',
      'This Idempotency-Key came with another request before.',
      'Send a new key with a new request.',
    )
  if (reservation.state === 'running')
    throw new HttpFailure(
      'conflict',
      'The first request with this Idempotency-Key is still under way.',
      'Send it again later.',
      { headers: { 'Retry-After': '1' } },
    )
  if (reservation.state === 'new') return undefined
  const { answer } = reservation
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
}

/** The work is done once for a key; the next request with it gets the same answer. A route that reads its body itself claims the key then. */
export async function answerOnce(
  { sent, request, route, bytes }: { sent: string; request: HttpRequest; route: Route; bytes: Uint8Array },
  { answers, context }: { answers: AnswerStore; context: RouteContext },
): Promise<HttpAnswer> {
  if (!VISIBLE.test(sent))
    throw badInput('An Idempotency-Key has 1 to 200 visible characters.', 'Send a UUID, for example.')
  // Nobody gets an answer that another credential was given.
  const key = `${request.caller.credential}\n${route.method} ${route.path}\n${sent}`
  let isClaimed = false
  const claim = async (body: Uint8Array | string): Promise<void> => {
    const fingerprint = fingerprintOf(request.raw.url ?? '', body)
    const replay = replayOf(await answers.begin(key, fingerprint))
    if (replay && (await stillSees(request, replay, context))) throw new Replayed(replay)
    if (replay && route.changes) throw noReplay
    if (replay) {
      await answers.end(key, undefined)
      await answers.begin(key, fingerprint)
    }
    isClaimed = true
  }
  try {
    if (route.body !== 'raw') await claim(bytes)
    const answer = await route.answer(route.body === 'raw' ? { ...request, claim } : request, context)
    if (isClaimed) await answers.end(key, await withVisibleIds(storedAnswer(answer, request.id), request, context))
    return answer
  } catch (thrown) {
    if (thrown instanceof Replayed) return thrown.answer
    if (isClaimed) await answers.end(key, undefined)
    throw thrown
  }
}

/** With all that its caller sees: it may name any of that. */
async function withVisibleIds(
  answer: StoredAnswer | undefined,
  { caller, signal }: HttpRequest,
  { backend }: RouteContext,
): Promise<StoredAnswer | undefined> {
  if (!answer || caller.sees === 'all') return answer
  return { ...answer, seen: (await backend.visibility({ caller, signal })).seen }
}

const stillSees = async ({ caller, signal }: HttpRequest, { seen: before }: StoredAnswer, { backend }: RouteContext) =>
  caller.sees === 'all' || (before !== undefined && !(await backend.visibility({ caller, before, signal })).isLess)

const noReplay = new HttpFailure(
  'conflict',
  'It was done, and its answer is not given again: you see less than you did then.',
  'Send a new key with a new request.',
)

/** Streams are not kept. */
function storedAnswer(answer: HttpAnswer, requestId: string): StoredAnswer | undefined {
  const { status, headers, body, isStream } = prepareAnswer(answer, { requestId })
  return isStream || typeof body === 'object' ? undefined : { status, headers: ownHeaders(headers), body: body ?? '' }
}

/** Leaves out those that every answer has. */
function ownHeaders(headers: readonly string[]): Readonly<Record<string, string>> {
  const storedPairs = headers.flatMap((name, at) =>
    at % 2 === 0 && storedHeaders.has(name) ? [[name, headers[at + 1]]] : [],
  )
  return Object.fromEntries(storedPairs) as Readonly<Record<string, string>>
}

const storedHeaders: ReadonlySet<string> = new Set(['Content-Type', 'Location', 'ETag', 'Cache-Control'])
