import { cancelled, isWukuError, type WukuError } from '@wuku/core/errors'
import { pauseFor } from './pace.ts'

export interface Question {
  readonly url: URL
  /** Among them the key; asked for when they are sent. */
  readonly headers: () => Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
  readonly signal: AbortSignal
}

/** No header without a key. */
export const bearer = (key: () => string) => (): Readonly<Record<string, string>> =>
  key() === '' ? {} : { authorization: `Bearer ${key()}` }

/** How long somebody waits for an answer. */
export interface TimeoutOptions {
  /** Milliseconds for all of it, with every repetition. Default four minutes: a model may think for a while. */
  readonly timeout?: number
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1: many who were refused at once come back one after the other. */
  readonly chance?: () => number
  /** Default 2. */
  readonly repetitions?: number
  /** Answers after which it helps to ask again. Default: too many requests, and not available just now. */
  readonly busy?: (answered: Answered) => boolean
  /** A connection that broke off is tried once more too: asking twice costs and changes nothing. */
  readonly isRepeatable?: boolean
  /** Longest answer that is read. Default 4 MiB, many times what a model can say at once. */
  readonly maxBytes?: number
}

/** Errors for a missing or unreadable answer. */
export interface Silence {
  unreachable(url: URL, error: unknown): WukuError
  tooLate(timeout: number): WukuError
  tooLong(bytes: number): WukuError
}

export interface Answered {
  readonly status: number
  readonly text: string
}

const TIMEOUT = 240_000
const REPETITIONS = 2
export const MAX_BYTES = 4 * 1024 * 1024

/** Asks, and asks again of a server that says that it is busy. Any answer is handed back, good or bad. */
export async function post(question: Question, options: TimeoutOptions, silence: Silence): Promise<Answered> {
  const { timeout = TIMEOUT, pause = pauseFor, repetitions = REPETITIONS, maxBytes = MAX_BYTES } = options
  const late = AbortSignal.timeout(timeout)
  const signal = AbortSignal.any([question.signal, late])
  const end = performance.now() + timeout
  try {
    for (let repetition = 0; ; repetition++) {
      const outcome = await attempt({ ...question, signal }, maxBytes, silence)
      const wait = repetition < repetitions ? waitAfter(outcome, repetition, options) : undefined
      // A pause that leaves no time for an answer would only delay the present one.
      if (wait === undefined || performance.now() + wait >= end) return answerOf(outcome)
      await pause(wait, signal)
    }
  } catch (error) {
    if (question.signal.aborted) throw cancelled()
    if (late.aborted) throw silence.tooLate(timeout)
    throw isWukuError(error) ? error : silence.unreachable(question.url, error)
  }
}

type Outcome = (Answered & { readonly retryAfter: string | null }) | { readonly broke: unknown }

const answerOf = (outcome: Outcome): Answered => {
  if ('broke' in outcome) throw outcome.broke
  return { status: outcome.status, text: outcome.text }
}

async function attempt(question: Question, maxBytes: number, silence: Silence): Promise<Outcome> {
  try {
    const response = await send(question)
    const text = await readBody(response, maxBytes)
    if (text === undefined) throw silence.tooLong(maxBytes)
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    if (question.signal.aborted || isWukuError(error)) throw error
    return { broke: error }
  }
}

const send = ({ url, headers, body, signal }: Question): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body,
    signal,
    // Wherever it points, the texts and the key were meant for this address alone.
    redirect: 'manual',
  })

const isBusy = ({ status }: Answered): boolean => status === 429 || status === 503

/** Milliseconds; `undefined` when there is no use in asking again. */
function waitAfter(outcome: Outcome, repetition: number, options: TimeoutOptions): number | undefined {
  const { busy = isBusy, chance = Math.random, isRepeatable = false } = options
  const defaultWait = 1000 * 2 ** repetition * (0.5 + chance() / 2)
  if ('broke' in outcome) return isRepeatable && brokeOff(outcome.broke) ? defaultWait : undefined
  if (!busy(outcome)) return undefined
  const wait = outcome.retryAfter === null ? defaultWait : readWait(outcome.retryAfter)
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** Seconds, or a date. */
const readWait = (retryAfter: string): number =>
  /^\s*\d+(\.\d+)?\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : new Date(retryAfter).getTime() - Date.now()

/** Servers let go of idle connections just while they are used again. One that is not there stays away. */
function brokeOff(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(Object(cause).code))
}

/** `undefined`: it is longer than anybody wants it. */
async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Looks into JSON that anybody may have sent. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

export const listIn = (value: unknown, name: string): readonly unknown[] | undefined => {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : undefined
}

/** `undefined` where one of them is nothing. */
export function each<T>(values: readonly unknown[] | undefined, read: (value: unknown) => T | undefined) {
  const found = values?.map(read)
  return found?.every((value) => value !== undefined) ? (found as readonly T[]) : undefined
}
