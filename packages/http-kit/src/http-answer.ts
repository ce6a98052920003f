import type { ServerResponse } from 'node:http'
import type { CorsHeaders } from './guards.ts'
import type { AnswerBody, HttpAnswer } from './route.ts'

/** Status, headers and body as they leave. */
export interface PreparedAnswer {
  readonly status: number
  /** Name, value, name, value. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined
  readonly isStream: boolean
}

export interface AnswerFrame {
  readonly requestId: string
  readonly cors?: CorsHeaders | undefined
  /** Limits of the caller, and how much of them is left. */
  readonly rate?: Readonly<Record<string, string>> | undefined
  readonly isHead?: boolean
  readonly closes?: boolean
}

/** In every answer. `X-Request-Id` goes before them. */
const inEveryAnswer = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'X-Frame-Options',
  'DENY',
  'Cross-Origin-Resource-Policy',
  'same-origin',
] as const

const JSON_TYPE = 'application/json; charset=utf-8'

export function prepareAnswer(answer: HttpAnswer, frame: AnswerFrame): PreparedAnswer {
  const { status = 200, body, headers: own = {}, cookies = [], etag } = answer
  const headers: string[] = ['X-Request-Id', frame.requestId, ...inEveryAnswer]
  if (frame.cors) headers.push(...Object.entries(frame.cors).flat())
  if (frame.rate) headers.push(...Object.entries(frame.rate).flat())
  if (frame.closes) headers.push('Connection', 'close')
  if (etag !== undefined) headers.push('ETag', `"${etag}"`)
  let hasCaching = false
  let hasType = false
  for (const name of Object.keys(own)) {
    const lower = name.toLowerCase()
    hasCaching ||= lower === 'cache-control'
    hasType ||= lower === 'content-type'
    headers.push(name, own[name] ?? '')
  }
  for (const cookie of cookies) headers.push('Set-Cookie', cookie)
  if (!hasCaching) headers.push('Cache-Control', etag === undefined ? 'no-store' : 'private, no-cache')
  const written = writtenBody(body)
  if (!hasType && body !== undefined) headers.push('Content-Type', typeOf(body))
  if (written === undefined || !isStream(written)) addLength(headers, status, written)
  return {
    status,
    headers,
    body: frame.isHead || status === 304 || status === 204 ? undefined : written,
    isStream: written !== undefined && isStream(written),
  }
}

function addLength(headers: string[], status: number, body: string | Uint8Array | undefined): void {
  if (status === 204 || status === 304) return
  headers.push('Content-Length', String(body === undefined ? 0 : Buffer.byteLength(body)))
}

const writtenBody = (body: AnswerBody | undefined): PreparedAnswer['body'] =>
  body === undefined || typeof body === 'string' || body instanceof Uint8Array || isStream(body)
    ? body
    : JSON.stringify(body)

const typeOf = (body: AnswerBody): string => {
  if (typeof body === 'string') return 'text/plain; charset=utf-8'
  return body instanceof Uint8Array || isStream(body) ? 'application/octet-stream' : JSON_TYPE
}

const isStream = (body: AnswerBody): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body

/** The buffers of the system hold this much, whether the client reads or not. */
const SMALL_BYTES = 16_384

export interface SendOptions {
  /** A client that takes nothing for so long is cut off. */
  readonly readerMilliseconds: number
  /** Ends the connection once the answer has left. By default the response ends, and the connection goes on. */
  end?(): void
}

/** Resolves when all is handed to the system, or the client is gone. */
export async function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: PreparedAnswer,
  { readerMilliseconds, end }: SendOptions,
): Promise<void> {
  response.writeHead(status, headers as string[])
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    return sendStream(response, body, readerMilliseconds)
  if (body !== undefined && body.length > SMALL_BYTES) response.socket?.setTimeout(readerMilliseconds)
  if (!end) return void response.end(body)
  if (body === undefined || body.length === 0) response.flushHeaders()
  else response.write(body)
  end()
}

type Chunks = AsyncIterable<string | Uint8Array>

/** A stream whose source is silent ends with its client all the same. */
async function sendStream(response: ServerResponse, body: Chunks, readerMilliseconds: number): Promise<void> {
  response.flushHeaders()
  const chunks = body[Symbol.asyncIterator]()
  const gone = new Promise<void>((resolve) => response.once('close', resolve))
  try {
    await Promise.race([pump(response, chunks, readerMilliseconds), gone])
  } finally {
    // Not awaited: a generator that waits for its next event ends when that comes.
    chunks.return?.().catch(() => {})
  }
}

async function pump(response: ServerResponse, chunks: AsyncIterator<string | Uint8Array>, readerMilliseconds: number) {
  for (;;) {
    const { done, value } = await chunks.next()
    if (done || response.destroyed || response.writableEnded) break
    if (!response.write(value) && !(await isDrained(response, readerMilliseconds))) break
  }
  response.end()
}

/** `false`: the client is gone, or was cut off since it took nothing. */
function isDrained(response: ServerResponse, readerMilliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (drained: boolean): void => {
      clearTimeout(timer)
      response.off('drain', drain).off('close', gone)
      resolve(drained)
    }
    const drain = (): void => finish(true)
    const gone = (): void => finish(false)
    const timer = setTimeout(() => response.destroy(), readerMilliseconds)
    response.on('drain', drain).on('close', gone)
    if (response.destroyed) finish(false)
  })
}

/** Bytes in another coding are another representation, with a validator of their own; both are of one version. */
export const COMPRESSED = '+gzip'

/** `If-None-Match` asks for it, or for anything: the client has it already. */
export const isKnown = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined && matches(ifNoneMatch.replaceAll('W/', ''), etag)

/** `If-Match` holds; weak ones never do. */
export const isMatch = (etag: string, ifMatch: string): boolean => matches(ifMatch, etag)

const matches = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((each) => each.trim().replace(`${COMPRESSED}"`, '"') === `"${etag}"`)
