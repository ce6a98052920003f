import { setTimeout as sleep } from 'node:timers/promises'
import { cancelled, isWukuError, type WukuError } from '../../core/errors.ts'

export interface Question {
  readonly url: URL
  /** Among them the key; asked for when they are sent. */
  readonly headers: () => Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
  readonly signal: AbortSignal
}

/** How long somebody waits for an answer. */
export interface Patience {
  /** Milliseconds for all of it, with every repetition. Default four minutes: a model may think for a while. */
  readonly patience?: number
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Statuses after which it helps to ask again. Default: too many requests, and not available just now. */
  readonly busy?: (status: number) => boolean
}

/** What is said when there is no answer, or one that nobody can read. */
export interface Silence {
  unreachable(url: URL, error: unknown): WukuError
  tooLate(patience: number): WukuError
  tooLong(bytes: number): WukuError
}

export interface Answered {
  readonly status: number
  readonly text: string
}

const PATIENCE = 240_000
const REPETITIONS = 2

/** Asks, and asks again of a server that says that it is busy. Any answer is handed back, good or bad. */
export async function post(question: Question, manners: Patience, silence: Silence): Promise<Answered> {
  const { patience = PATIENCE, pause = pauseFor, busy = isBusy } = manners
  const late = AbortSignal.timeout(patience)
  const signal = AbortSignal.any([question.signal, late])
  try {
    for (let repetition = 0; ; repetition++) {
      const response = await send({ ...question, signal })
      const wait = repetition < REPETITIONS && busy(response.status) ? waitAskedFor(response, repetition) : undefined
      if (wait === undefined) return { status: response.status, text: await readBody(response, silence) }
      await response.body?.cancel()
      await pause(wait, signal)
    }
  } catch (error) {
    if (question.signal.aborted) throw cancelled()
    if (late.aborted) throw silence.tooLate(patience)
    throw isWukuError(error) ? error : silence.unreachable(question.url, error)
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

const isBusy = (status: number): boolean => status === 429 || status === 503
const LONGEST_PAUSE = 30_000

/** Milliseconds; `undefined` when there is no use in asking again, or not soon. */
function waitAskedFor({ headers }: Response, repetition: number): number | undefined {
  const asked = headers.get('retry-after')
  const wait = asked === null ? 1000 * 2 ** repetition : readWait(asked)
  return wait <= LONGEST_PAUSE ? Math.max(0, wait) : undefined
}

/** Seconds, or a date. */
const readWait = (asked: string): number =>
  /^\s*\d+(\.\d+)?\s*$/.test(asked) ? Number(asked) * 1000 : new Date(asked).getTime() - Date.now()

const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })

/** Many times what a model can say at once. */
const MOST_BYTES = 4 * 1024 * 1024

async function readBody(response: Response, silence: Silence): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > MOST_BYTES) throw silence.tooLong(MOST_BYTES)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** `undefined` for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
