import { setTimeout as sleep } from 'node:timers/promises'
import { cancelled, isWukuError } from '../../core/errors.ts'
import { failed, unreachable } from './failures.ts'

export interface Question {
  readonly url: URL
  readonly key: () => string
  /** JSON. */
  readonly body: string
  readonly signal: AbortSignal
}

/** How long somebody waits for an answer. */
export interface Patience {
  /** Milliseconds for all of it, with every repetition. Default four minutes: a model may think for a while. */
  readonly patience?: number
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface Answered {
  readonly status: number
  readonly text: string
}

const PATIENCE = 240_000
const REPETITIONS = 2

/** Asks, and asks again of a server that says that it is busy. Any answer is handed back, good or bad. */
export async function post(question: Question, { patience = PATIENCE, pause = pauseFor }: Patience): Promise<Answered> {
  const late = AbortSignal.timeout(patience)
  const signal = AbortSignal.any([question.signal, late])
  try {
    for (let repetition = 0; ; repetition++) {
      const response = await send({ ...question, signal })
      const wait = repetition < REPETITIONS ? waitAskedFor(response, repetition) : undefined
      if (wait === undefined) return { status: response.status, text: await readBody(response) }
      await response.body?.cancel()
      await pause(wait, signal)
    }
  } catch (error) {
    if (question.signal.aborted) throw cancelled()
    if (late.aborted) throw tooLate(patience)
    throw isWukuError(error) ? error : unreachable(question.url, error)
  }
}

const send = ({ url, key, body, signal }: Question): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key() !== '' && { authorization: `Bearer ${key()}` }) },
    body,
    signal,
    // Wherever it points, the texts and the key were meant for this address alone.
    redirect: 'manual',
  })

/** Too many requests; not available just now. */
const BUSY = [429, 503]
const LONGEST_PAUSE = 30_000

/** Milliseconds; `undefined` when there is no use in asking again, or not soon. */
function waitAskedFor({ status, headers }: Response, repetition: number): number | undefined {
  if (!BUSY.includes(status)) return undefined
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

async function readBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > MOST_BYTES)
      throw failed(
        `The language model answered with more than ${MOST_BYTES} bytes.`,
        'Ask for less, or see what models.generator.url leads to.',
      )
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const tooLate = (patience: number) =>
  failed(
    `The language model did not answer within ${patience / 1000} seconds.`,
    'Ask again with a lower "reasoning_effort", or name a faster model with "model".',
  )
