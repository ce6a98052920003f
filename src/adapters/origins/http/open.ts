import type { IncomingMessage } from 'node:http'
import { cancelled, isWukuError } from '../../../core/errors.ts'
import { answerOf, leave } from './answer.ts'
import { ask, type Manners } from './ask.ts'
import { failures } from './failures.ts'
import { createGuard, type Resolve } from './guard.ts'
import { parseProxies, type Proxies } from './proxies.ts'
import { createWire, type Times } from './wire.ts'
import type { Http, HttpAnswer, HttpRequest } from './words.ts'

export interface HttpOptions extends Manners {
  /** Hosts that may have private addresses: `git.example.com`, `10.0.0.7:3000`. */
  readonly allowPrivate?: readonly string[]
  /** As HTTP_PROXY, HTTPS_PROXY and NO_PROXY say it. A proxy resolves names itself: only what is written out is checked then. */
  readonly proxies?: Proxies
  readonly times?: Partial<Times>
  readonly resolve?: Resolve
}

const MOST_HOPS = 5
const defaults = {
  times: { connect: 15_000, firstByte: 60_000, idle: 60_000 },
  maxBytes: 64 * 1024 * 1024,
  headers: { 'user-agent': 'wuku', 'accept-encoding': 'gzip, br' },
} as const

export function openHttp(options: HttpOptions = {}): Http {
  const guard = createGuard(options.allowPrivate ?? [], options.resolve)
  const times = { ...defaults.times, ...options.times }
  const wire = createWire({ guard, times, proxyFor: parseProxies(options.proxies ?? {}) })
  return {
    async get(url, request) {
      if (url.username !== '' || url.password !== '') throw failures.credentials(url)
      const send = (to: URL, headers: HttpRequest['headers']): Promise<IncomingMessage> =>
        ask(
          { url: to, request, send: () => wire.send({ url: to, headers: headers ?? {}, signal: request.signal }) },
          options,
        )
      try {
        return await follow(url, { request, check: guard.check, send, idle: times.idle })
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
  send(url: URL, headers: HttpRequest['headers']): Promise<IncomingMessage>
  readonly idle: number
}

/** Every hop is judged as the first address was, and keys go no further than the server that they were meant for. */
async function follow(start: URL, { request, check, send, idle }: Trip): Promise<HttpAnswer> {
  let url = start
  let headers: Readonly<Record<string, string>> = { ...defaults.headers, ...lowerCase(request.headers) }
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw failures.noHttp(url)
    check(url)
    const response = await send(url, headers)
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
