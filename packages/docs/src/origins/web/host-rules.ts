import { setTimeout as wait } from 'node:timers/promises'
import { largest } from '@wuku/core/list-helpers'
import { isWukuError } from '@wuku/core/errors'
import { decodePercent } from '@wuku/core/lenient-parsing'
import { decodeText } from '@wuku/text/decode'
import type { Http } from '@wuku/guarded-fetch/http-types'

/** How each host wants to be visited: its `robots.txt` is asked for once. */
export interface HostRules {
  of(url: URL): Promise<Robots>
  /** Ends when the host may be asked for the next page. */
  turn(url: URL): Promise<void>
}

export function createHostRules(context: FetchContext): HostRules {
  const known = new Map<string, Promise<Robots>>()
  const next = new Map<string, number>()
  const of = ({ origin }: URL): Promise<Robots> => {
    const found = known.get(origin) ?? askFor(origin, context)
    known.set(origin, found)
    return found
  }
  return {
    of,
    async turn(url) {
      const { delay } = await of(url)
      if (delay === 0) return
      const now = Date.now()
      const mine = Math.max(now, next.get(url.origin) ?? 0)
      next.set(url.origin, mine + delay)
      if (mine > now) await wait(mine - now, undefined, { signal: context.signal })
    },
  }
}

/** As much as others read of it. */
const MAX_BYTES = 512 * 1024

/** No such file means that all is allowed; a server in trouble that nothing is, for now. */
async function askFor(origin: string, context: FetchContext): Promise<Robots> {
  const { status, text } = await fetchText(new URL('/robots.txt', origin), { ...context, maxBytes: MAX_BYTES })
  if (text !== undefined) return readRobots(text)
  return status === 0 || status >= 500 ? closedRobots : noRobots
}

/** Rules of a site for programs that visit it. */
interface Robots {
  allows(url: URL): boolean
  /** Milliseconds between two requests. */
  readonly delay: number
  readonly sitemaps: readonly string[]
}

/** Nothing is said: everything is allowed. */
const noRobots: Robots = { allows: () => true, delay: 0, sitemaps: [] }

/** Nothing may be visited while the rules are unknown (RFC 9309, 2.3.1.4). */
const closedRobots: Robots = { allows: () => false, delay: 0, sitemaps: [] }

/** `robots.txt` as RFC 9309 has it, with `Crawl-delay` and `Sitemap`. Our own groups count, else those for everybody. */
export function readRobots(text: string): Robots {
  const groups = groupsIn(text)
  const own = groups.filter(({ agents }) => agents.includes('wuku'))
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  const rules = chosen.flatMap((group) => group.rules).slice(0, MAX_RULES)
  const delays = chosen.flatMap((group) => group.delays)
  return {
    allows: (url) => url.pathname === '/robots.txt' || allowedBy(rules, decodePercent(url.pathname + url.search)),
    delay: Math.min(largest(delays) * 1_000, MAX_DELAY),
    sitemaps: linesOf(text).flatMap(({ key, value }) => (key === 'sitemap' ? [value] : [])),
  }
}

/** A site that asks for a minute between pages asks for a day for a manual. */
const MAX_DELAY = 5_000

const MAX_RULES = 5_000

interface Group {
  readonly agents: string[]
  readonly rules: Rule[]
  readonly delays: number[]
}

interface Rule {
  readonly allows: boolean
  readonly pattern: string
}

const linesOf = (text: string): readonly { readonly key: string; readonly value: string }[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/#.*$/s, '').trim())
    .flatMap((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [] : [{ key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }]
    })

function groupsIn(text: string): readonly Group[] {
  const groups: Group[] = []
  let isOpen = false
  for (const { key, value } of linesOf(text)) {
    if (key === 'user-agent') {
      if (!isOpen) groups.push({ agents: [], rules: [], delays: [] })
      groups.at(-1)?.agents.push(agentIn(value))
      isOpen = true
    } else if (key !== 'sitemap') {
      isOpen = false
      addTo(groups.at(-1), key, value)
    }
  }
  return groups
}

const agentIn = (value: string): string => (/^(?:\*|[a-z_-]+)/i.exec(value)?.[0] ?? '').toLowerCase()

function addTo(group: Group | undefined, key: string, value: string): void {
  if ((key === 'allow' || key === 'disallow') && value !== '')
    group?.rules.push({ allows: key === 'allow', pattern: decodePercent(value) })
  if (key === 'crawl-delay' && Number.isFinite(Number.parseFloat(value))) group?.delays.push(Number.parseFloat(value))
}

/** The longest pattern that fits decides; of two as long, the one that allows. */
function allowedBy(rules: readonly Rule[], path: string): boolean {
  const fitting = rules.filter(({ pattern }) => fitsPattern(pattern, path))
  const longest = largest(fitting.map(({ pattern }) => pattern.length))
  const deciding = fitting.filter(({ pattern }) => pattern.length === longest)
  return deciding.length === 0 || deciding.some(({ allows }) => allows)
}

/** `*` is anything, `$` at the end the end; each piece is looked for once, so nothing is gone over again. */
function fitsPattern(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const last = isAnchored ? (parts.pop() ?? '') : ''
  const end = path.length - last.length
  if (isAnchored && parts.length === 0) return path === last
  let at = 0
  for (const [which, part] of parts.entries()) {
    const found = which === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !isAnchored || (at <= end && path.endsWith(last))
}

export interface FetchContext {
  readonly http: Http
  readonly signal: AbortSignal
}

interface TextRequest extends FetchContext {
  /** More is not read; what was read until there counts. */
  readonly maxBytes: number
  unpack?(bytes: Uint8Array): Uint8Array
}

export interface FetchedText {
  /** 0 when there is no answer. */
  readonly status: number
  readonly url: URL
  /** Text of an answer with 200; absent if it is no text. */
  readonly text?: string
  readonly mediaType?: string
}

/** Fetches facts that a site publishes apart from its pages. Their absence is no failure. */
export async function fetchText(url: URL, request: TextRequest): Promise<FetchedText> {
  const { http, signal, maxBytes, unpack = (bytes) => bytes } = request
  try {
    const answer = await http.get(url, { signal, headers: { accept: 'text/plain, text/markdown, */*;q=0.5' } })
    const { status } = answer
    const mediaType = answer.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    const facts = { status, url: answer.url, ...(mediaType !== undefined && { mediaType }) }
    if (status !== 200) answer.drop()
    const decoded = status === 200 ? decodeText(unpack(await readUpTo(answer.body, maxBytes))) : 'binary'
    return decoded === 'binary' ? facts : { ...facts, text: decoded.text }
  } catch (error) {
    if (signal.aborted || !(isWukuError(error) || isBadPacking(error))) throw error
    return { status: 0, url }
  }
}

/** Leaving the loop closes the answer. */
async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

const isBadPacking = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code))
