import { cancelled, isWukuError, type WukuError } from '@wuku/core/errors'
import type { Downloaded, DownloadRequest } from '@wuku/core/ports/origins'
import { identityOf } from './web-address.ts'
import { nothingThere, shell, tooManyFailed } from './web-failures.ts'
import type { Entry, Frontier } from './frontier.ts'
import { isShell } from './html.ts'
import { createNames, type Names } from './page-paths.ts'
import { type KnownPage, type FetchedPage, visit, type Visit, type VisitRequest } from './visit.ts'

/** Turns visits into files, one after the other. */
export interface VisitProcessor {
  readonly counts: Readonly<VisitCounts>
  process(visited: Visited): readonly Downloaded[]
  /** Throws when too little came of it: then nothing may be used. */
  requireEnough(): void
}

interface VisitCounts {
  done: number
  accepted: number
  failed: number
  leftOut: number
  bytes: number
}

export interface SettlingOptions extends UrlFilter {
  readonly download: DownloadRequest
  readonly seeds: readonly Entry[]
  readonly first?: URL
  readonly host: string
  readonly folder: string
  readonly known: ReadonlyMap<string, KnownPage>
  readonly frontier: Frontier
}

interface UrlFilter {
  admits(url: URL): boolean
  takes(url: URL): boolean
}

interface State extends SettlingOptions {
  readonly counts: VisitCounts
  readonly names: Names
  /** Identities of the pages that were taken. */
  readonly accepted: Set<string>
}

export function createVisitProcessor(options: SettlingOptions): VisitProcessor {
  const counts: VisitCounts = { done: 0, accepted: 0, failed: 0, leftOut: 0, bytes: 0 }
  const names = createNames({ host: options.host, folder: options.folder, before: options.known })
  const state: State = { ...options, counts, names, accepted: new Set() }
  return {
    counts,
    process(visited) {
      const downloaded = processVisit(state, visited)
      counts.done++
      if (!downloaded) counts.leftOut++
      else if (downloaded.is !== 'refused') counts.accepted++
      if (downloaded?.is === 'document') counts.bytes += downloaded.bytes.length
      return downloaded ? [downloaded] : []
    },
    requireEnough() {
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
  if (!state.download.isDocument(path)) return undefined
  const validator = page.validatorFor(url, links)
  return {
    is: 'document',
    path,
    bytes: page.bytes,
    url: url.href,
    mediaType: page.media.type,
    ...(page.modifiedAt !== undefined && { modifiedAt: page.modifiedAt }),
    ...(validator !== undefined && { validator }),
  }
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

export interface Visited {
  readonly entry: Entry
  readonly visit: Visit | { readonly is: 'failed'; readonly error: WukuError }
}

/** Visits an address, or what stands in for it; a page that fails is an answer, not an exception. */
export async function attempt(entry: Entry, request: VisitRequest): Promise<Visited> {
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
