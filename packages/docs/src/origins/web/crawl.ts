import { msg } from '@wuku/messages/docs'
import type { Downloaded, DownloadRequest } from '@wuku/core/ports/origins'
import type { Http } from '@wuku/guarded-fetch/http-types'
import { tooLarge } from './web-failures.ts'
import { createFrontier, type Entry, type Frontier } from './frontier.ts'
import type { HostRules } from './host-rules.ts'
import { attempt, createVisitProcessor, type VisitProcessor, type Visited } from './visit-processor.ts'
import { knownPages, type VisitRequest } from './visit.ts'

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
    yield* processInOrder({ request, visiting, frontier, settling: processor })
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
  readonly settling: VisitProcessor
}

async function* processInOrder({
  request,
  visiting,
  frontier,
  settling: processor,
}: Crawling): AsyncGenerator<Downloaded> {
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
      running.push(ignoreRejection(attempt(entry, visiting)))
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

/** When the crawl stops early, those that still run fail with nobody waiting for them. */
function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** `total` is what is known of, and never shrinks: pages past the limit are no part of it. */
function stepOf({ pages }: CrawlRequest, frontier: Frontier, { counts }: VisitProcessor) {
  const total = Math.min(frontier.found, pages + counts.done - counts.accepted)
  const message = msg('pagesFetched', { pages: counts.accepted, waiting: frontier.waiting })
  return { stage: 'downloading', said: message, done: counts.done, total, bytes: counts.bytes } as const
}
