import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { cancelled, isWukuError } from '@wuku/core/errors'
import { failures, inWords } from './http-origin-failures.ts'
import { isRateLimited, requestedWait, type Header } from './requested-wait.ts'
import { createGuard, type Resolve } from './guard.ts'
import { createWire, parseProxies, type Proxies, type Times } from './wire.ts'
import type { Http, HttpAnswer, HttpRequest } from './http-types.ts'
import { codeOf } from '@wuku/core/environment'

export interface HttpOptions extends Manners {
  /** Hosts that may have private addresses: `git.example.com`, `10.0.0.7:3000`. */
  readonly allowPrivate?: readonly string[]
  /** As HTTP_PROXY, HTTPS_PROXY and NO_PROXY say it. A proxy resolves names itself: only what is written out is checked then. */
  readonly proxies?: Proxies
  readonly times?: Partial<Times>
  readonly resolve?: Resolve
}

const MAX_HOPS = 5
const defaults = {
  times: { connect: 15_000, firstByte: 60_000, idle: 60_000 },
  maxBytes: 64 * 1024 * 1024,
  headers: { 'user-agent': 'wuku', 'accept-encoding': 'gzip, br' },
} as const

export function openHttp(options: HttpOptions = {}): Http {
  const guard = createGuard(options.allowPrivate ?? [], options.resolve)
  const times = { ...defaults.times, ...options.times }
  const send = createWire({ guard, times, proxyFor: parseProxies(options.proxies ?? {}) })
  return {
    async get(url, request) {
      if (url.username !== '' || url.password !== '') throw failures.credentials(url)
      const askFor: Trip['ask'] = (to, headers) =>
        ask({ url: to, request, send: () => send({ ...request, url: to, headers }) }, options)
      try {
        return await follow(url, { request, check: guard.check, ask: askFor, idle: times.idle })
      } catch (error) {
        if (request.signal.aborted) throw cancelled()
        throw isWukuError(error) ? error : failures.noAnswer(url, error)
      }
    },
  }
}

interface Trip {
  readonly request: HttpRequest
  check(url: URL): void
  ask(url: URL, headers: Readonly<Record<string, string>>): Promise<IncomingMessage>
  readonly idle: number
}

/** Every hop is judged as the first address was, and keys go no further than the server that they were meant for. */
async function follow(start: URL, { request, check, ask: askFor, idle }: Trip): Promise<HttpAnswer> {
  let url = start
  let headers: Readonly<Record<string, string>> = { ...defaults.headers, ...lowerCase(request.headers) }
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw failures.noHttp(url)
    check(url)
    const response = await askFor(url, headers)
    const to = targetOf(response, url)
    if (!to || request.mayFollow?.(to) === false)
      return answerOf(response, { url, idle, maxBytes: request.maxBytes ?? defaults.maxBytes, signal: request.signal })
    leave(response)
    if (url.protocol === 'https:' && to.protocol === 'http:') throw failures.downgrade(url, to)
    if (to.origin !== url.origin) headers = harmless(headers)
    url = to
  }
  throw failures.tooManyHops(start)
}

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

function targetOf({ statusCode, headers: { location } }: IncomingMessage, url: URL): URL | undefined {
  if (!REDIRECTS.has(statusCode) || location === undefined || !URL.canParse(location, url.href)) return undefined
  const to = new URL(location, url)
  to.username = ''
  to.password = ''
  to.hash = ''
  return to
}

const lowerCase = (headers: HttpRequest['headers'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const HARMLESS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'range', 'user-agent'])

const harmless = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name)))

interface Manners {
  /** Milliseconds that one request may spend on waiting because its server asks for it. Default five minutes. */
  readonly maxWait?: number
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

interface Question {
  readonly url: URL
  readonly request: HttpRequest
  send(): Promise<IncomingMessage>
}

const REPETITIONS = 3

const MAX_WAIT = 300_000

/** Sends a request, and repeats it after problems that may pass. A lasting problem is returned as it is. */
async function ask({ url, request, send }: Question, manners: Manners): Promise<IncomingMessage> {
  const { pause = (milliseconds, signal) => sleep(milliseconds, undefined, { signal }) } = manners
  let remainingWait = manners.maxWait ?? MAX_WAIT
  for (let repetition = 0; ; repetition++) {
    const response = await send().catch((error: unknown) => {
      if (request.isOnce || repetition >= REPETITIONS || request.signal.aborted || !mayPass(error)) throw error
      return undefined
    })
    const wait = response ? waitFor(response, repetition, request) : backoff(repetition)
    if (wait === undefined && response) return response
    const milliseconds = wait ?? 0
    if (response && (milliseconds > remainingWait || repetition > REPETITIONS)) {
      if (!isRateLimited(response.statusCode, headerOf(response))) return response
      leave(response)
      throw failures.rateLimited(url, milliseconds / 1000)
    }
    remainingWait -= milliseconds
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
function waitFor(response: IncomingMessage, repetition: number, { isOnce = false }: HttpRequest): number | undefined {
  const { statusCode = 0 } = response
  const header = headerOf(response)
  if (isOnce) return undefined
  if (isRateLimited(statusCode, header)) return requestedWait(header) ?? 10 * backoff(repetition)
  if (![502, 503, 504].includes(statusCode) || repetition >= REPETITIONS) return undefined
  return requestedWait(header) ?? backoff(repetition)
}

/** Half of it by chance, so that those who were turned away together do not come back together. */
const backoff = (repetition: number): number => 500 * 2 ** repetition * (0.5 + Math.random())

const headerOf =
  ({ headers }: IncomingMessage): Header =>
  (name) => {
    const value = headers[name]
    return typeof value === 'string' ? value : value?.join(', ')
  }

interface Bounds {
  readonly url: URL
  readonly maxBytes: number
  /** Milliseconds without a byte, while somebody waits for one. */
  readonly idle: number
  readonly signal: AbortSignal
}

function answerOf(response: IncomingMessage, bounds: Bounds): HttpAnswer {
  const body = { [Symbol.asyncIterator]: () => read(response, bounds) }
  return {
    status: response.statusCode ?? 0,
    url: bounds.url,
    header: (name) => headerOf(response)(name.toLowerCase()),
    body,
    bytes: async () => Buffer.concat(await Array.fromAsync(body)),
    drop: () => leave(response),
  }
}

/** Longer than this, a new connection costs less than reading what nobody wants. */
const WORTH_READING = 64 * 1024

function leave(response: IncomingMessage): void {
  response.on('error', () => {})
  const isShort = response.statusCode === 304 || Number(response.headers['content-length']) <= WORTH_READING
  if (!isShort) response.destroy()
  else response.setTimeout(5000, () => response.destroy()).resume()
}

/** Minimum bytes per millisecond. A server that sends a byte now and then cannot hold up a download without end. */
const SLOWEST = 1

async function* read(response: IncomingMessage, bounds: Bounds): AsyncGenerator<Uint8Array, void, undefined> {
  const { url, idle, maxBytes, signal } = bounds
  try {
    const stream = decoded(response, bounds)
    const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
    let waited = 0
    for (let bytes = 0; ;) {
      const timeout = Math.min(idle, idle + bytes / SLOWEST - waited)
      const timer = setTimeout(() => stream.destroy(failures.late(url, 'more of it', idle)), timeout)
      const startedAt = performance.now()
      const next = await chunks.next().finally(() => clearTimeout(timer))
      waited += performance.now() - startedAt
      if (next.done) return
      bytes += next.value.byteLength
      if (bytes > maxBytes) throw failures.tooLarge(url, maxBytes)
      yield next.value
    }
  } catch (error) {
    if (signal.aborted) throw cancelled()
    throw isWukuError(error) ? error : failures.brokenOff(url, error)
  } finally {
    response.destroy()
  }
}

const MAX_CODINGS = 2

/** The last coding was put on last and comes off first. */
function decoded(response: IncomingMessage, { url, maxBytes }: Bounds): Readable {
  const codings = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length === 0 && Number(response.headers['content-length']) > maxBytes)
    throw failures.tooLarge(url, maxBytes)
  if (codings.length > MAX_CODINGS) throw failures.encoding(url, codings.join(', '))
  let stream: Readable = response
  for (const coding of codings.toReversed()) {
    const decoder = decoderOf(coding)
    if (!decoder) throw failures.encoding(url, coding)
    /** Errors reach the last stream, which is read. */
    stream = pipeline(stream, decoder, () => {})
  }
  return stream
}

function decoderOf(coding: string): Transform | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'deflate') return createInflate()
  return coding === 'br' ? createBrotliDecompress() : undefined
}
