import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isWukuError } from '../../../core/errors.ts'
import { leave } from './answer.ts'
import { codeOf, failures, inWords } from './failures.ts'
import type { HttpRequest } from './words.ts'

export interface Manners {
  /** Milliseconds that one request may spend on waiting because its server asks for it. Default five minutes. */
  readonly maxWait?: number
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

interface Question {
  readonly url: URL
  readonly request: Pick<HttpRequest, 'signal' | 'waiting'>
  send(): Promise<IncomingMessage>
}

const REPETITIONS = 3
const MAX_WAIT = 300_000

/** Sends, and sends again where trouble may pass. What is left after that comes back as it is. */
export async function ask({ url, request, send }: Question, manners: Manners): Promise<IncomingMessage> {
  const { pause = pauseFor } = manners
  let patience = manners.maxWait ?? MAX_WAIT
  for (let repetition = 0; ; repetition++) {
    const response = await send().catch((error: unknown) => {
      if (repetition >= REPETITIONS || request.signal.aborted || !mayPass(error)) throw error
      return undefined
    })
    const wait = response ? waitFor(response, repetition) : backoff(repetition)
    if (wait === undefined && response) return response
    const milliseconds = wait ?? 0
    if (response && (milliseconds > patience || repetition > REPETITIONS)) {
      if (!isRateLimited(response)) return response
      leave(response)
      throw failures.rateLimited(url, milliseconds / 1000)
    }
    patience -= milliseconds
    if (response) {
      leave(response)
      request.waiting?.(`${url.host} is busy; trying again in ${inWords(milliseconds / 1000)}`)
    }
    await pause(milliseconds, request.signal)
  }
}

/** A name that is not known, a certificate that is not trusted and a forbidden address stay what they are. */
const mayPass = (error: unknown): boolean =>
  !isWukuError(error) &&
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(
    codeOf(error),
  )

/** Milliseconds; `undefined`: the answer stands. */
function waitFor(response: IncomingMessage, repetition: number): number | undefined {
  if (isRateLimited(response)) return askedWait(response) ?? 10 * backoff(repetition)
  if (![502, 503, 504].includes(response.statusCode ?? 0) || repetition >= REPETITIONS) return undefined
  return askedWait(response) ?? backoff(repetition)
}

const isRateLimited = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 429 ||
  (statusCode === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'))

/** Half of it by chance, so that those who were turned away together do not come back together. */
const backoff = (repetition: number): number => 500 * 2 ** repetition * (0.5 + Math.random())

function askedWait({ headers }: IncomingMessage): number | undefined {
  const after = headers['retry-after']
  if (after !== undefined)
    return orNothing(/^\d+$/.test(after.trim()) ? Number(after) * 1000 : Date.parse(after) - Date.now())
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']
  return typeof reset === 'string' ? orNothing(Number(reset) * 1000 - Date.now()) : undefined
}

/** A second more: clocks differ. */
const orNothing = (milliseconds: number): number | undefined =>
  Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds) + (milliseconds > 0 ? 1000 : 0)

const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })
