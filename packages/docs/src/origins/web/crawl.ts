import { cancelled, isWukuError, type WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Downloaded, DownloadRequest } from '@wuku/core/ports/origins'
import type { Http } from '@wuku/guarded-fetch/http-types'
import { isShell } from './html.ts'
import { createNames, type Names } from './page-paths.ts'
import { identityOf } from './web-address.ts'
import { tooLarge, nothingThere, shell, tooManyFailed } from './web-failures.ts'
import { createFrontier, type Entry, type Frontier } from './frontier.ts'
import type { HostRules } from './host-rules.ts'
import { knownPages, type VisitRequest, type KnownPage, type FetchedPage, visit, type Visit } from './visit.ts'

export interface CrawlRequest {
  readonly http: Http
  readonly hostRules: HostRules
  readonly download: DownloadRequest
  readonly seeds: readonly Entry[]
  /** Page from which links are followed; it must succeed. Absent: only the seeds are fetched. */
  readonly first?: URL
  /** Files of this host are called as they are below the folder. */
  readonly host: string
  readonly folder: string
  readonly depth: number
  readonly pages: number
  /** Bytes of all files together. */
  readonly bytes: number
  /** Whether an address may be asked for. */
  admits(url: URL): boolean
  /** Whether its page is wanted; one that is not may have been asked for because of its links. */
  takes(url: URL): boolean
}

/** Requests that run at once. Their answers are taken in the order in which the addresses were found, whichever comes first. */
const AT_ONCE = 4

interface Visited {
  readonly entry: Entry
  readonly visit: Visit | { readonly is: 'failed'; readonly error: WukuError }
}

/** Visits pages and what they link to, and gives their files; answers how many were left out. */
export async function* crawl(request: CrawlRequest): AsyncGenerator<Downloaded, number> {
  const own = new AbortController()
  const known = knownPages(request.download.known)
  const frontier = createFrontier(request)
  const processor = createVisitProcessor({ ...request, frontier, known })
  const visiting: VisitRequest = {
    ...request,
    known,
    signal: AbortSignal.any([request.download.signal, own.signal]),
    maxBytes: request.download.maxBytes,
    waiting: (message) => request.download.progress({ ...stepOf(request, frontier, processor), said: message }),
  }
  frontier.add(request.seeds)
  try {
    yield* processInOrder({ request, visiting, frontier, processor })
  } finally {
    own.abort()
  }
  processor.requireEnough()
  return processor.counts.leftOut + frontier.leftOut + frontier.waiting
}

interface Crawling {
  readonly request: CrawlRequest
  readonly visiting: VisitRequest
  readonly frontier: Frontier
  readonly processor: VisitProcessor
}

async function* processInOrder({ request, visiting, frontier, processor }: Crawling): AsyncGenerator<Downloaded> {
  const { counts } = processor
  const running: Promise<Visited>[] = []
  for (;;) {
    while (
      running.length < AT_ONCE &&
      counts.accepted + running.length < request.pages &&
      counts.bytes < request.bytes
    ) {
      const entry = frontier.next()
      if (!entry) break
      const attempted = attempt(entry, visiting)
      // When the crawl stops early, those that still run fail with nobody waiting for them.
      attempted.catch(() => undefined)
      running.push(attempted)
    }
    const visited = await running.shift()
    if (!visited) break
    yield* processor.process(visited)
    request.download.progress(stepOf(request, frontier, processor))
  }
  const next = counts.bytes < request.bytes ? undefined : frontier.next()
  if (next)
    yield* processor.process({ entry: next, visit: { is: 'failed', error: tooLarge(request.host, request.bytes) } })
}

/** `total` is what is known of, and never shrinks: pages past the limit are no part of it. */
function stepOf({ pages }: CrawlRequest, frontier: Frontier, { counts }: VisitProcessor) {
  const total = Math.min(frontier.found, pages + counts.done - counts.accepted)
  const message = msg('pagesFetched', { pages: counts.accepted, waiting: frontier.waiting })
  return { stage: 'downloading', said: message, done: counts.done, total, bytes: counts.bytes } as const
}

interface VisitCounts {
  done: number
  accepted: number
  failed: number
  leftOut: number
  bytes: number
}

interface SettlingOptions extends Pick<
  CrawlRequest,
  'download' | 'seeds' | 'first' | 'host' | 'folder' | 'admits' | 'takes'
> {
  readonly known: ReadonlyMap<string, KnownPage>
  readonly frontier: Frontier
}

interface State extends SettlingOptions {
  readonly counts: VisitCounts
  readonly names: Names
  /** Identities of the pages that were taken. */
  readonly accepted: Set<string>
}

type VisitProcessor = ReturnType<typeof createVisitProcessor>

/** Turns visits into files, one after the other. */
function createVisitProcessor(options: SettlingOptions) {
  const counts: VisitCounts = { done: 0, accepted: 0, failed: 0, leftOut: 0, bytes: 0 }
  const names = createNames({ host: options.host, folder: options.folder, before: options.known })
  const state: State = { ...options, counts, names, accepted: new Set() }
  return {
    counts,
    process(visited: Visited): readonly Downloaded[] {
      const downloaded = processVisit(state, visited)
      counts.done++
      if (!downloaded) counts.leftOut++
      else if (downloaded.is !== 'refused') counts.accepted++
      if (downloaded?.is === 'document') counts.bytes += downloaded.bytes.length
      return downloaded ? [downloaded] : []
    },
    /** Throws when too little came of it: then nothing may be used. */
    requireEnough(): void {
      if (counts.failed > counts.accepted)
        throw tooManyFailed(state.host, counts.failed, { of: counts.failed + counts.accepted })
      if (counts.accepted === 0) throw nothingThere(state.host)
    },
  }
}

function processVisit(state: State, { entry, visit: outcome }: Visited): Downloaded | undefined {
  if (outcome.is === 'failed') return refuse(state, entry, outcome.error)
  if (outcome.is === 'left') return undefined
  if (outcome.is === 'unchanged') return processUnchanged(state, entry, outcome.known)
  const links = outcome.links.filter((url) => state.admits(url))
  follow(state, entry, links)
  // A page that only sends on is a redirect in other words.
  if (outcome.refresh) state.frontier.add([{ url: outcome.refresh, depth: entry.depth }])
  if (outcome.refresh || outcome.isUnwanted || !state.takes(outcome.from)) return undefined
  if (outcome.html && isShell(outcome.html)) return refuse(state, entry, shell(outcome.from))
  return acceptPage(state, outcome, links)
}

function follow({ first, frontier }: State, { depth }: Entry, links: readonly URL[]): void {
  if (first) frontier.add(links.map((url) => ({ url, depth: depth + 1 })))
}

function processUnchanged(state: State, entry: Entry, known: KnownPage): Downloaded | undefined {
  follow(state, entry, known.links)
  if (!state.takes(known.url) || !claim(state, [entry.url, known.url])) return undefined
  return state.names.keep(known.path, known.url) ? { is: 'unchanged', path: known.path } : undefined
}

function acceptPage(state: State, page: FetchedPage, links: readonly URL[]): Downloaded | undefined {
  const url = addressOf(state, page)
  if (!claim(state, [page.from, url])) return undefined
  const path = state.names.give(url, page.media.endings)
  return state.download.isDocument(path) ? page.toFile(path, url, links) : undefined
}

/**
 * Canonical address of the page, if it may be fetched too. Careless sites give all pages the address of the first one,
 * or of the whole site: then it is ignored.
 */
function addressOf({ admits, takes, first }: State, { canonical, from }: FetchedPage): URL {
  if (!canonical || !admits(canonical) || !takes(canonical) || canonical.pathname === '/') return from
  return first && identityOf(canonical) === identityOf(first) ? from : canonical
}

/** `false` when one of the addresses has its page already. */
function claim({ accepted }: State, urls: readonly URL[]): boolean {
  const identities = urls.map(identityOf)
  if (identities.some((identity) => accepted.has(identity))) return false
  for (const identity of identities) accepted.add(identity)
  return true
}

function refuse(state: State, { url }: Entry, error: WukuError): Downloaded {
  const { counts, first } = state
  counts.failed++
  // A host that has asked to wait blocks clients that continue.
  if (url.href === first?.href || error.code === 'rate-limited') throw error
  if (counts.failed >= MANY_FAILURES && counts.failed > counts.accepted)
    throw tooManyFailed(state.host, counts.failed, { of: counts.failed + counts.accepted, last: error })
  return { is: 'refused', path: state.names.give(url, ['html']), said: error.texts.message, remedy: error.texts.remedy }
}

/** So many are no accident, and no reason to go on asking. */
const MANY_FAILURES = 20

/** Visits an address or its substitute. A page that fails is an answer, not an exception. */
async function attempt(entry: Entry, request: VisitRequest): Promise<Visited> {
  const { instead } = entry
  const visited = await tryVisit(entry, request)
  return instead && !isText(visited) ? tryVisit({ url: instead, depth: entry.depth }, request) : visited
}

/** Many servers answer with their start page, or with a page that says no, where there is no Markdown. */
const isText = ({ visit: { is, ...rest } }: Visited): boolean =>
  is === 'unchanged' || (is === 'page' && 'media' in rest && rest.media.is !== 'html')

async function tryVisit(entry: Entry, request: VisitRequest): Promise<Visited> {
  try {
    return { entry, visit: await visit(entry.url, request) }
  } catch (error) {
    if (request.signal.aborted) throw cancelled()
    if (!isWukuError(error)) throw error
    return { entry, visit: { is: 'failed', error } }
  }
}
