import { randomBytes } from 'node:crypto'
import { environmentFailure } from '@wuku/core/environment'
import { isWukuError, type ErrorTexts } from '@wuku/core/errors'
import { failuresOfServer, numbered } from '@wuku/kernel/invoke/server-failures'
import { tr, type Refusal, type Text } from '@wuku/messages/message'
import type { JobError } from '@wuku/core/ports/jobs'

/** A refusal of the server itself; operations fail with a `WukuError`. */
export class HttpFailure extends Error {
  readonly code: string
  readonly texts: ErrorTexts
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Fields that stand next to `error` in the answer, such as the id of a job. */
  readonly more: Readonly<Record<string, string>>

  constructor(code: string, message: Text, remedy: Text, options: HttpFailureOptions = {}) {
    super(String(message))
    this.name = 'HttpFailure'
    this.code = code
    this.texts = { message, remedy }
    this.status = options.status ?? statusOf(code)
    this.headers = options.headers ?? {}
    this.more = options.more ?? {}
  }
}

export interface HttpFailureOptions {
  /** By default the one of the code. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly more?: Readonly<Record<string, string>>
}

const codesByStatus: Readonly<Record<number, readonly string[]>> = {
  400: ['bad-input', 'bad-json', 'usage'],
  401: ['unauthorized', 'login-failed'],
  403: ['forbidden', 'read-only', 'bad-host', 'cross-origin', 'local-only'],
  404: ['not-found', 'unknown-source', 'unknown-operation', 'root-missing', 'not-registered'],
  405: ['method-not-allowed'],
  408: ['timeout'],
  409: [
    'conflict',
    'ambiguous',
    'source-exists',
    'stale',
    'inactive',
    'not-indexed',
    'vectors-missing',
    'history-missing',
    'model-missing',
    'cancelled',
    'interrupted',
    'too-many',
    'unconfirmed',
  ],
  412: ['precondition-failed'],
  413: ['too-large'],
  415: ['unsupported-type'],
  421: ['wrong-instance'],
  429: ['rate-limited', 'quota'],
  502: ['fetch-failed', 'model-failed'],
  503: [
    'store-away',
    'store-full',
    'blobs-away',
    'store-busy',
    'stopping',
    'store-newer',
    'store-damaged',
    'store-unwritable',
    'offline',
  ],
}

const statuses: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByStatus).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const)),
)

export const statusOf = (code: string): number => statuses.get(code) ?? 500

export type Failure = JobError & Required<HttpFailureOptions>

/** `report` hears what is wrong with us; the client gets a number to quote. */
export function failureOf(thrown: unknown, report: (number: string, error: unknown) => void): Failure {
  if (thrown instanceof HttpFailure) {
    const { status, code, texts, headers, more } = thrown
    return { status, code, ...texts, headers: { ...retryAfter[code], ...headers }, more }
  }
  if (isWukuError(thrown) && thrown.code === 'not-allowed') return plain(notAllowed)
  const known = isWukuError(thrown) ? thrown : environmentFailure(thrown)
  const own = known === undefined ? undefined : failuresOfServer[known.code]
  if (own !== undefined || known === undefined || statusOf(known.code) === 500) {
    const number = randomBytes(4).toString('hex')
    report(number, thrown)
    return plain(numbered(own ?? internal, number))
  }
  return plain({ code: known.code, ...known.texts })
}

const plain = ({ code, message, remedy }: JobError): Failure => ({
  status: statusOf(code),
  code,
  message: shortened(message),
  remedy: shortened(remedy),
  headers: retryAfter[code] ?? {},
  more: {},
})

/** A client that is refused for a time is always given one. */
const retryAfter: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'store-busy': { 'Retry-After': '1' },
  'store-away': { 'Retry-After': '2' },
  'blobs-away': { 'Retry-After': '5' },
  // Somebody has to free it.
  'store-full': { 'Retry-After': '30' },
  'rate-limited': { 'Retry-After': '30' },
  quota: { 'Retry-After': '60' },
}

/** Room for a list of arguments with an example. */
const MESSAGE_CHARS = 4_000

const shortened = (text: Text): Text =>
  String(text).length > MESSAGE_CHARS ? `${String(text).slice(0, MESSAGE_CHARS)}…` : text

const internal: JobError = {
  code: 'internal',
  message: 'wuku failed inside.',
  remedy: 'Try again. If the error stays, search the log of the server for that number.',
}

/** Its own message names a folder of the server. */
const notAllowed: JobError = {
  code: 'forbidden',
  message: 'The files of this source may not be written, or there is none of them.',
  remedy: 'Ask an administrator to add the source with --writable.',
}

export const failureBody = ({ code, message, remedy }: JobError, requestId: string) => ({
  error: { code, message: tr(message), remedy: tr(remedy), request_id: requestId },
})

/** At most this much of a value that the caller sent is given back. */
const ECHO_CHARS = 200

/** For messages: what the caller sent, in quotes. */
export const echoed = (value: string): string =>
  `"${value.length > ECHO_CHARS - 3 ? `${value.slice(0, ECHO_CHARS - 3)}…` : value}"`

/** Fails with a message of the catalogue and its remedy. */
export const refusal = (code: string, message: Refusal, options?: HttpFailureOptions): HttpFailure =>
  new HttpFailure(code, message, message.remedy, options)

export const badInput = (message: Text, remedy: Text): HttpFailure => new HttpFailure('bad-input', message, remedy)
