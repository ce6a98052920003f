import { createHash } from 'node:crypto'
import { isWukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import type { Http, HttpAnswer } from '@wuku/guarded-fetch/http-types'
import { isRateLimited, requestedWait } from '@wuku/guarded-fetch/requested-wait'
import { failures } from './failures.ts'
import { createAllowance, type Pace } from './allowance.ts'

/** All requests to one service: in one queue per credential, counted, repeated where trouble passes. */
export interface Client {
  /** JSON of one address. Answers of 403, 404 and 410 are no errors where `mayMiss` says so: then there is no body. */
  get<Body>(url: string | URL, options?: GetOptions): Promise<Answer<Body>>
  /** A question that the service wants as a POST: it is sent again after trouble. */
  ask<Body>(url: string | URL, body: unknown): Promise<Answer<Body>>
  /** The pages of a list, each an array, as far as the service links to a next one. */
  pages<Entry>(url: string | URL, options?: Pick<GetOptions, 'remember'>): AsyncIterable<readonly Entry[]>
  /** The bytes of a file wherever it lies; `undefined`: it is gone, or not for this credential. */
  file(url: string, options: Required<Pick<SendOptions, 'maxBytes' | 'isBare'>>): Promise<Uint8Array | undefined>
  /** For requests that make the headers: without headers, and outside the queue. */
  readonly withoutHeaders: Pick<Client, 'ask'>
  /** Requests that were sent. */
  readonly requests: number
}

export interface GetOptions {
  /** The tag of the previous answer. If nothing changed, the answer has no body and mostly costs nothing. */
  readonly etag?: string | undefined
  readonly mayMiss?: boolean
  /** The same question is asked again and again: an answer that did not change is sent once, and costs nothing then. */
  readonly remember?: boolean
}

export interface Answer<Body> {
  readonly status: number
  /** `undefined`: nothing changed, or there is none. */
  readonly body: Body | undefined
  readonly etag: string | undefined
  /** The next page, on the same host. */
  readonly next: URL | undefined
  header(name: string): string | undefined
}

export interface ClientInput {
  readonly queues: Queues
  readonly http: Http
  readonly api: string
  readonly credential: string
  readonly paces?: readonly Pace[] | undefined
  readonly signal: AbortSignal
  /** That prove who asks; `isRefused`: those from before are not taken any more. */
  headers(isRefused: boolean): Promise<Readonly<Record<string, string>>>
  /** Waits so many milliseconds. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
  now(): number
  /** Called when the service is waited for. */
  waiting(seconds: number): void
  /** The status that a body stands for, if it is another than that of HTTP. */
  statusOf?(body: unknown, status: number): number | undefined
}

/** Lists of long texts are long; a single page beyond this is refused and said. */
const MAX_BYTES = 64 * 1024 * 1024
const REPETITIONS = 4
/** Services that ask to wait are asked more often: they do answer. */
const MAX_WAITS = 10

export function createClient(input: ClientInput): Client {
  const queue = queueOf(input)
  const sender = createSender(input, queue)
  const client: Client = {
    get: (url, options = {}) => getAnswer(String(url), options, { queue, sender }),
    ask: (url, body) => sender.ask(new URL(url), asPost(body)),
    withoutHeaders: { ask: (url, body) => sender.ask(new URL(url), { ...asPost(body), isBare: true }) },
    async file(url, { maxBytes, ...options }) {
      const to = new URL(url)
      const isBare = options.isBare || to.origin !== new URL(input.api).origin
      return (await sender.ask<Uint8Array>(to, { maxBytes, isBare, mayMiss: true })).body
    },
    async *pages(url, options) {
      for (let next: URL | undefined = new URL(url), pages = 0; next; pages++) {
        if (pages > MAX_PAGES) throw failures.endless(next)
        const { body, next: following }: Answer<unknown> = await client.get(next, options)
        if (!Array.isArray(body)) throw failures.noList(next)
        yield body
        next = following?.href === next.href ? undefined : following
      }
    },
    get requests() {
      return sender.requests()
    },
  }
  return client
}

/** A list whole. */
export const allOf = async <Entry>(pages: AsyncIterable<readonly Entry[]>): Promise<readonly Entry[]> =>
  (await Array.fromAsync(pages)).flat()

interface Sender {
  ask<Body>(url: URL, options: SendOptions): Promise<Answer<Body>>
  requests(): number
}

function createSender(input: ClientInput, queue: Queue): Sender {
  let requests = 0
  let isRefused = false
  const sendNow = async (url: URL, options: SendOptions): Promise<Sent> => {
    requests++
    const own = options.isBare ? {} : await input.headers(isRefused)
    isRefused = false
    const answer = await input.http.get(url, {
      signal: input.signal,
      headers: { accept: 'application/json', ...own, ...options.headers },
      maxBytes: options.maxBytes ?? MAX_BYTES,
      isOnce: true,
      ...(options.body !== undefined && { body: options.body }),
      // A file may lie elsewhere; the headers do not go there.
      mayFollow: (to) =>
        options.maxBytes !== undefined ||
        (to.origin === url.origin && options.body === undefined && options.mayMiss !== true),
    })
    const bytes = Buffer.from(await answer.bytes())
    return { answer, bytes, text: options.maxBytes === undefined ? bytes.toString() : '' }
  }
  const sendInTurn = (url: URL, options: SendOptions): Promise<Sent> =>
    queue.enter(async () => {
      const pause = queue.allowance.pauseBefore(url.pathname)
      if (pause > 0) await waitFor(pause, url, input)
      queue.allowance.sent(url.pathname)
      const sent = await sendNow(url, options)
      queue.allowance.answered(url.pathname, (name) => sent.answer.header(name))
      return sent
    })
  return {
    requests: () => requests,
    async ask(url, options) {
      for (let [repetition, waits, isRenewed] = [0, 0, false]; ; repetition++) {
        const isLast = repetition - waits >= REPETITIONS || waits > MAX_WAITS
        const sent = await (options.isBare ? sendNow : sendInTurn)(url, options).catch((error: unknown) => {
          if (isLast || !mayPass(error)) throw error
          return undefined
        })
        const made = sent && readAnswer(sent, url, options, input.statusOf)
        if (made && 'status' in made) return made as Answer<never>
        // A token that expired is made again, once.
        isRefused = made?.isRefused === true && !isRenewed
        isRenewed ||= isRefused
        if (made && !isRefused && (isLast || !made.mayPass)) throw made.error
        const milliseconds = isRefused ? 0 : BACKOFF_MS * 2 ** (repetition - waits) * (0.5 + Math.random())
        if (made?.wait !== undefined) waits++
        // All who use the credential wait.
        if (made?.wait !== undefined && !options.isBare) queue.allowance.rest(made.wait)
        else await waitFor(made?.wait ?? milliseconds, url, input)
      }
    },
  }
}

async function getAnswer<Body>(
  url: string,
  { etag, mayMiss = false, remember = false }: GetOptions,
  { queue, sender }: { readonly queue: Queue; readonly sender: Sender },
): Promise<Answer<Body>> {
  const known = remember ? queue.remembered.get(url) : undefined
  const tag = known?.etag ?? etag
  const answer = await sender.ask<Body>(new URL(url), {
    mayMiss,
    headers: tag === undefined ? {} : { 'if-none-match': tag },
  })
  if (known && answer.status === 304) return { ...(known as Answer<Body>), next: answer.next ?? known.next }
  if (remember && answer.etag !== undefined && answer.status === 200) keepAnswer(queue, url, answer)
  return answer
}

const asPost = (body: unknown): SendOptions => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const BACKOFF_MS = 200
/** A list that links to itself has no end. */
const MAX_PAGES = 100_000

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly mayMiss?: boolean
  readonly isBare?: boolean
  /** The body is a file, and taken as it is. */
  readonly maxBytes?: number
}

interface Sent {
  readonly answer: HttpAnswer
  readonly bytes: Uint8Array
  readonly text: string
}

/** An answer that was cut is requested again; an unknown name and a refused address are lasting. */
const mayPass = (error: unknown): boolean =>
  isWukuError(error) && error.code === 'fetch-failed' && !/unknown|certificate/.test(error.message)

interface Unread {
  readonly error: Error
  readonly mayPass: boolean
  readonly isRefused?: boolean
  /** Milliseconds, as the service says. */
  readonly wait?: number
}

const MISSING: ReadonlySet<number> = new Set([301, 302, 307, 308, 403, 404, 410])

function readAnswer(
  { answer, bytes, text }: Sent,
  url: URL,
  options: SendOptions,
  statusOf: ClientInput['statusOf'],
): Answer<unknown> | Unread {
  const body = parseJson(text)
  const status = statusOf?.(body, answer.status) ?? answer.status
  const made = {
    status,
    etag: answer.header('etag'),
    next: nextPage(answer, url),
    header: (name: string) => answer.header(name),
  }
  // Before what may miss: a service that was asked too often answers 403 as well.
  if (isRateLimited(status, made.header))
    return { error: failures.status(url, 429), mayPass: true, wait: Math.max(100, requestedWait(made.header) ?? 1000) }
  if (status === 304 || status === 204 || (options.mayMiss && MISSING.has(status))) return { ...made, body: undefined }
  if (status >= 300 && status < 400)
    return { error: failures.elsewhere(url, answer.header('location')), mayPass: false }
  if (status >= 500) {
    const error = failures.status(url, status)
    const wait = answer.header('retry-after') === undefined ? undefined : requestedWait(made.header)
    return wait === undefined ? { error, mayPass: true } : { error, mayPass: true, wait }
  }
  if (status >= 400) return { error: failures.status(url, status, text), mayPass: false, isRefused: status === 401 }
  if (options.maxBytes !== undefined) return { ...made, body: bytes }
  if (body !== undefined) return { ...made, body }
  const isPage = /^\s*</.test(text) || (answer.header('content-type') ?? '').includes('html')
  return isPage ? { error: failures.noApi(url), mayPass: false } : { error: failures.cut(url), mayPass: true }
}

export interface Queue {
  readonly remembered: Map<string, Answer<unknown>>
  readonly allowance: ReturnType<typeof createAllowance>
  enter<T>(work: () => Promise<T>): Promise<T>
}

/** One after the other, whichever source asks: services count by credential. */
export type Queues = Map<string, Queue>

function queueOf({ queues, api, credential, paces = [], now }: ClientInput): Queue {
  const key = createHash('sha256').update(`${api} ${credential}`).digest('hex')
  const known = queues.get(key)
  if (known) return known
  let turn: Promise<unknown> = Promise.resolve()
  const queue: Queue = {
    remembered: new Map(),
    allowance: createAllowance(paces, now),
    enter(work) {
      const done = turn.catch(() => {}).then(work)
      turn = done
      return done
    },
  }
  queues.set(key, queue)
  return queue
}

const MOST_REMEMBERED = 500

function keepAnswer({ remembered }: Queue, url: string, answer: Answer<unknown>): void {
  const [oldest] = remembered.keys()
  if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  remembered.set(url, answer)
}

/** Longer than this nobody waits: the pass ends, says until when, and the next one goes on from there. */
const LONGEST_WAIT_MS = 90_000
/** Not worth saying. */
const SHORT_WAIT_MS = 2_000

async function waitFor(milliseconds: number, url: URL, { signal, waiting, pause }: ClientInput): Promise<void> {
  if (milliseconds > LONGEST_WAIT_MS) throw failures.resting(url, milliseconds / 1000)
  if (milliseconds > SHORT_WAIT_MS) waiting(milliseconds / 1000)
  await pause(milliseconds, signal)
}

/** The next page of a list: by `Link`, or by the number in `X-Next-Page`. Another host is none. */
function nextPage(answer: Pick<HttpAnswer, 'header'>, url: URL): URL | undefined {
  const link = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(answer.header('link') ?? '')?.[1]
  if (link !== undefined && URL.canParse(link, url.href)) {
    const next = new URL(link, url.href)
    // A server behind another often does not know how it is called.
    next.protocol = url.protocol
    next.hostname = url.hostname
    next.port = url.port
    return next
  }
  const page = answer.header('x-next-page')
  if (page === undefined || !/^\d+$/.test(page)) return undefined
  const next = new URL(url)
  next.searchParams.set('page', page)
  return next
}
