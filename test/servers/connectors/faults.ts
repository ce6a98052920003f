import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Numbers between 0 and 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What a fake service does wrong. Each may be changed while it runs. */
export interface Faults {
  /** Share of the answers that fail in one of these ways. */
  share: number
  readonly ways: readonly Fault[]
  /** Entries of a page, whatever was asked for. */
  pageCap: number | undefined
  /** Share of pages that name their first entry twice. */
  duplicates: number
  /** A list ends after so many pages, as if it were whole. */
  endAfter: number | undefined
  /** Requests in a window of this many milliseconds; beyond it: 429, and the count of those is kept. Silent: no header says it. */
  limit:
    | { readonly requests: number; readonly window: number; readonly of?: RegExp; readonly isSilent?: true }
    | undefined
  /** The next answers: a status, a body and headers. */
  readonly next: Reply[]
  /** Answers of this status to everything. */
  always: number | undefined
  /** Tokens that are taken; all when empty. */
  readonly tokens: string[]
  /** A web page in place of every answer. */
  html: boolean
  /** Sends every request on to there. */
  redirect: string | undefined
  /** Requests for such a path fail. */
  failing: RegExp | undefined
  /** So many of the next answers say that the token ran out. */
  expired: number
}

export type Fault = 'rate' | 'error' | 'cut'

export const noFaults = (): Faults => ({
  share: 0,
  ways: ['rate', 'error', 'cut'],
  pageCap: undefined,
  duplicates: 0,
  endAfter: undefined,
  limit: undefined,
  always: undefined,
  tokens: [],
  html: false,
  redirect: undefined,
  failing: undefined,
  expired: 0,
  next: [],
})

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly token: string
  readonly body: unknown
}

export interface Reply {
  readonly status?: number
  readonly body?: unknown
  readonly file?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export interface FakeServer {
  readonly url: string
  readonly faults: Faults
  /** Paths that were asked for since `forget`. */
  readonly asked: string[]
  /** Requests that came though the limit was reached. */
  readonly beyond: () => number
  close(): Promise<void>
}

/** An HTTP server that answers as `reply` says, but for its faults. */
export async function serve(seed: number, reply: (asked: Asked) => Reply | Promise<Reply>): Promise<FakeServer> {
  const faults = noFaults()
  const random = seeded(seed)
  const asked: string[] = []
  const times: number[] = []
  let beyond = 0
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://fake')
      asked.push(url.pathname + url.search)
      const body = await bodyOf(request)
      if (faults.html) return send(response, 200, '<html><body>Sign in</body></html>', { 'content-type': 'text/html' })
      if (faults.redirect !== undefined) return send(response, 302, '', { location: faults.redirect })
      if (faults.expired > 0) return (faults.expired--, send(response, 401, '{"message":"token expired"}'))
      if (faults.failing?.test(url.pathname)) return send(response, 500, '{"message":"oops"}')
      if (faults.always !== undefined) return send(response, faults.always, JSON.stringify({ message: 'always' }))
      const [next, headers] = [faults.next.shift(), {} as Record<string, string>]
      if (next) return send(response, next.status ?? 429, JSON.stringify(next.body ?? {}), next.headers)
      if (faults.limit && (faults.limit.of ?? /./).test(url.pathname)) {
        const now = Date.now()
        while (times.length > 0 && (times[0] ?? 0) <= now - faults.limit.window) times.shift()
        if (times.length >= faults.limit.requests) {
          beyond++
          return send(response, 429, '{"message":"limit"}', { 'retry-after': '1' })
        }
        times.push(now)
        if (!faults.limit.isSilent) {
          headers['x-ratelimit-limit'] = String(faults.limit.requests)
          headers['x-ratelimit-remaining'] = String(faults.limit.requests - times.length)
          headers['x-ratelimit-reset'] = String(Math.ceil(((times[0] ?? now) + faults.limit.window) / 1000))
        }
      }
      const way = random() < faults.share ? faults.ways[Math.floor(random() * faults.ways.length)] : undefined
      if (way === 'rate') return send(response, 429, '{"message":"slow down"}', { 'retry-after': '0' })
      if (way === 'error') return send(response, 500, '{"message":"oops"}')
      const token = tokenOf(request)
      if (faults.tokens.length > 0 && !faults.tokens.includes(token))
        return send(response, 401, '{"message":"Bad credentials"}')
      const made = await reply({ method: request.method ?? 'GET', url, token, body })
      const text = made.file ?? (made.body === undefined ? '' : JSON.stringify(made.body))
      const cut = way === 'cut' && text.length > 2 ? text.slice(0, Math.floor(text.length * random())) : text
      return send(response, made.status ?? 200, cut, { ...headers, ...made.headers })
    })().catch((error: unknown) => send(response, 500, JSON.stringify({ message: String(error) })))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    asked,
    beyond: () => beyond,
    close: () => new Promise((resolve) => void (server.closeAllConnections(), server.close(() => resolve()))),
  }
}

function send(
  response: ServerResponse,
  status: number,
  text: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(status === 304 ? undefined : text)
}

const tokenOf = ({ headers }: IncomingMessage): string =>
  String(headers['private-token'] ?? headers.authorization ?? headers['x-auth-token'] ?? '').replace(/^\w+ /, '')

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text === '' ? undefined : JSON.parse(text)
}

/** One page of a list, with its number and whether there is another. */
export function pageOf<Entry>(all: readonly Entry[], url: URL, faults: Faults, random: () => number) {
  const asked = Number(url.searchParams.get('per_page') ?? 30)
  const size = Math.min(asked, faults.pageCap ?? 100)
  const page = Math.max(1, Number(url.searchParams.get('page') ?? 1))
  const entries = all.slice((page - 1) * size, page * size)
  const [first] = entries
  if (first !== undefined && random() < faults.duplicates) entries.push(first)
  const hasNext = page * size < all.length && page !== faults.endAfter
  return { entries, page, hasNext }
}
