import type { Downloaded, DownloadRequest } from '../../../ports/origins.ts'
import type { Http } from '../http/words.ts'
import { tooLarge } from './failures.ts'
import { createFrontier, type Entry, type Frontier } from './frontier.ts'
import type { HostRules } from './host-rules.ts'
import { attempt, createVisitSettlement, type Settling, type Visited } from './settle.ts'
import { knownPages } from './validators.ts'
import type { VisitRequest } from './visit.ts'

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

/** Visits pages and what they link to, and gives their files; answers how many were left out. */
export async function* crawl(request: CrawlRequest): AsyncGenerator<Downloaded, number> {
  const own = new AbortController()
  const known = knownPages(request.download.known)
  const frontier = createFrontier(request)
  const settling = createVisitSettlement({ ...request, frontier, known })
  const visiting: VisitRequest = {
    ...request,
    known,
    signal: AbortSignal.any([request.download.signal, own.signal]),
    maxBytes: request.download.maxBytes,
    waiting: (said) => request.download.progress({ ...stepOf(request, frontier, settling), said }),
  }
  frontier.add(request.seeds)
  try {
    yield* settleInOrder({ request, visiting, frontier, settling })
  } finally {
    own.abort()
  }
  settling.demandEnough()
  return settling.tally.leftOut + frontier.leftOut + frontier.waiting
}

interface Crawling {
  readonly request: CrawlRequest
  readonly visiting: VisitRequest
  readonly frontier: Frontier
  readonly settling: Settling
}

async function* settleInOrder({ request, visiting, frontier, settling }: Crawling): AsyncGenerator<Downloaded> {
  const { tally } = settling
  const running: Promise<Visited>[] = []
  for (;;) {
    while (running.length < AT_ONCE && tally.taken + running.length < request.pages && tally.bytes < request.bytes) {
      const entry = frontier.next()
      if (!entry) break
      running.push(heard(attempt(entry, visiting)))
    }
    const visited = await running.shift()
    if (!visited) break
    yield* settling.settle(visited)
    request.download.progress(stepOf(request, frontier, settling))
  }
  const next = tally.bytes < request.bytes ? undefined : frontier.next()
  if (next)
    yield* settling.settle({ entry: next, visit: { is: 'failed', error: tooLarge(request.host, request.bytes) } })
}

/** When the crawl stops early, those that still run fail with nobody waiting for them. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** `total` is what is known of, and never shrinks: pages past the limit are no part of it. */
function stepOf({ pages }: CrawlRequest, frontier: Frontier, { tally }: Settling) {
  const total = Math.min(frontier.found, pages + tally.done - tally.taken)
  const said = `Pages fetched: ${tally.taken}, addresses left to visit: ${frontier.waiting}.`
  return { stage: 'downloading', said, done: tally.done, total, bytes: tally.bytes } as const
}
