import { msg } from '@wuku/messages/docs'
import type {
  Downloaded,
  DownloadRequest,
  OriginFacts,
  OriginInfo,
  WebsiteOrigin,
  HauledFile,
} from '@wuku/core/ports/origins'
import type { Http, HttpRequest, HttpAnswer } from '@wuku/guarded-fetch/http-types'
import { crawl, type CrawlRequest } from './crawl.ts'
import { movedAway, noList, notAllowed, gone, noPage, unusable, shell } from './web-failures.ts'
import { type FetchContext, fetchText, createHostRules } from './host-rules.ts'
import { entriesOf, findList, isFull, isList, LIST_BYTES, pagesOf, readLlmsText } from './list.ts'
import { readAddress, createScope, isSameSite, type Scope, endingOf, identityOf } from './web-address.ts'
import { siteSlug, createNames } from './page-paths.ts'
import { textOf, type FetchedPage, readPage, conditions, type KnownPage, knownPages, ACCEPT } from './visit.ts'
import { mediaOfSite, type Media, mediaOf } from './frontier.ts'
import { gunzipSync } from 'node:zlib'
import { decodePercent } from '@wuku/core/lenient-parsing'
import { isShell } from './html.ts'

const defaults = { depth: 3, pages: 1_000, bytes: 500 * 1024 * 1024 } as const

/** Fewer pages in a list are no list of the documentation. */
const ENOUGH_LISTED = 3

export interface Site {
  readonly spec: WebsiteOrigin
  readonly url: URL
  readonly http: Http
  /** The user's rules for addresses. */
  wants(url: URL): boolean
}

export async function* downloadSite(site: Site, download: DownloadRequest): AsyncGenerator<Downloaded, OriginFacts> {
  download.progress({ stage: 'connecting', said: msg('connectingTo', { host: site.url.host }), done: 0, bytes: 0 })
  if (isFull(site.url)) return yield* downloadPage(site, download)
  return yield* isList(site.url) ? downloadList(site, download) : downloadPages(site, download)
}

/** A list that somebody named: its pages may lie anywhere. */
async function* downloadList(site: Site, download: DownloadRequest): AsyncGenerator<Downloaded, OriginFacts> {
  const { http, url } = site
  const context = contextFor(http, download.signal)
  const page = await arrive(url, { ...context, maxBytes: LIST_BYTES, waiting: waitingOf(download) })
  if (page.media.is === 'html') throw noList(url)
  const pages = pagesOf(readLlmsText(textOf(page.bytes), page.from), site.wants)
  // Some sites write all they have to say into the list itself.
  if (pages.length === 0) return yield* downloadPage(site, download)
  const seeds = await entriesOf(pages, context)
  const leftOut = yield* crawl({ ...common(site, download), ...context, seeds, folder: '/', host: page.from.host })
  return { url: url.href, leftOut }
}

async function* downloadPages(site: Site, download: DownloadRequest): AsyncGenerator<Downloaded, OriginFacts> {
  const { http, wants } = site
  const context = contextFor(http, download.signal)
  const start = await arrive(site.url, { ...context, maxBytes: download.maxBytes, waiting: waitingOf(download) })
  const scope = scopeOf(site, start.from)
  const list = await findList(start.from, scope.folder, context)
  const listed = list ? pagesOf(list, (url) => scope.holds(url) && wants(url)) : []
  const request = { ...common(site, download), ...context, host: scope.host, folder: scope.folder, takes: wants }
  const leftOut = yield* listed.length >= ENOUGH_LISTED
    ? crawl({ ...request, admits: scope.holds, seeds: await entriesOf(listed, context) })
    : crawl(await fromFirst(request, { start, scope }))
  return { url: start.from.href, leftOut }
}

/** From page to page, beginning with the first; what the maps of the site name counts as linked from there. */
async function fromFirst(
  request: Omit<CrawlRequest, 'seeds'>,
  { start, scope }: { readonly start: FetchedPage; readonly scope: Scope },
): Promise<CrawlRequest> {
  const first = start.from
  const robots = await request.hostRules.of(first)
  if (!robots.allows(first)) throw notAllowed(first)
  const context = { http: request.http, signal: request.download.signal }
  const mapped = request.depth > 0 ? await readSitemaps(robots.sitemaps, first, context) : []
  const linked = [...start.links, ...mapped].map((url) => ({ url, depth: 1 }))
  const admits = (url: URL): boolean => scope.holds(url) && (request.takes(url) || url.href === first.href)
  return { ...request, first, admits, seeds: [{ url: first, depth: 0 }, ...linked] }
}

/** Lists that hold the whole documentation are as long as that. */
const MAX_LOOKUP_BYTES = 64 * 1024 * 1024

/** Name and description of a site, from its pages or its list. */
export async function describeSite({ url, http, spec }: Site, signal: AbortSignal): Promise<OriginInfo> {
  const context = contextFor(http, signal)
  const slug = siteSlug(url, isList(url) ? 'list' : (spec.scope ?? 'path'))
  const page = await arrive(url, { ...context, maxBytes: MAX_LOOKUP_BYTES })
  const { siteName = '', title = '', description = '' } = page.html ?? {}
  const list = isList(url)
    ? readLlmsText(textOf(page.bytes), page.from)
    : description === '' || siteName + title === ''
      ? await findList(page.from, createScope(page.from, spec.scope).folder, context)
      : undefined
  return {
    name: siteName || title || list?.name || url.host,
    slug,
    description: description || list?.description || '',
  }
}

const waitingOf =
  ({ progress }: DownloadRequest) =>
  (message: string): void =>
    progress({ stage: 'waiting', said: message, done: 0, bytes: 0, waits: true })

const contextFor = (http: Http, signal: AbortSignal) => {
  const context: FetchContext = { http, signal }
  return { ...context, hostRules: createHostRules(context) }
}

const common = ({ spec }: Site, download: DownloadRequest) => ({
  download,
  depth: spec.depth ?? defaults.depth,
  pages: spec.pages ?? defaults.pages,
  bytes: defaults.bytes,
  admits: () => true,
  takes: () => true,
})

/** A redirect by the site itself counts, as long as it leads to the same site and the same part of it. */
function scopeOf({ url, spec }: Site, arrived: URL): Scope {
  const scope = createScope(new URL(url.pathname + url.search, arrived), spec.scope)
  if (!isSameSite(url, arrived) || !scope.holds(arrived)) throw movedAway(url, arrived)
  return scope
}

/**
 * The first page of a site, as HTML where there is a choice: Markdown is the better document, but often lacks the links
 * to all other pages.
 */
async function arrive(url: URL, { http, ...request }: Arriving): Promise<FetchedPage> {
  const headers = { accept: 'text/html, application/xhtml+xml, */*;q=0.5' }
  const answer = await http.get(url, { ...request, headers })
  const media = requireMedia(answer, mediaOfSite)
  return readPage(answer, media, await answer.bytes())
}

type Arriving = Omit<HttpRequest, 'headers'> & { readonly http: Http; readonly maxBytes: number }

/** Addresses that the maps of a site name, in order. Unreadable maps are skipped: they are only a help. */
export async function readSitemaps(named: readonly string[], site: URL, context: FetchContext) {
  const queue = (named.length > 0 ? named : ['/sitemap.xml']).flatMap((href) => readAddress(href, site) ?? [])
  const seen = new Set<string>()
  const found: URL[] = []
  for (const map of queue) {
    if (seen.has(map.href) || seen.size === MAX_MAPS || found.length >= MAX_ADDRESSES) continue
    seen.add(map.href)
    const { text = '' } = await fetchText(map, { ...context, maxBytes: MAX_BYTES, unpack })
    const addresses = addressesIn(text, map)
    if (/<sitemapindex[\s>]/.test(text.slice(0, 2_000))) queue.push(...addresses)
    else found.push(...addresses)
  }
  return found.slice(0, MAX_ADDRESSES)
}

const MAX_MAPS = 20
const MAX_ADDRESSES = 20_000
const MAX_BYTES = 10 * 1024 * 1024

function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
}

const addressesIn = (text: string, base: URL): readonly URL[] =>
  [...text.matchAll(/<(?:\w{1,20}:)?loc>\s{0,99}(?:<!\[CDATA\[)?([^<\]]{1,1000})/g)]
    .slice(0, MAX_ADDRESSES)
    .flatMap(([, href = '']) => readAddress(href.replaceAll('&amp;', '&').trim(), base) ?? [])

type OnePage = Pick<Site, 'url' | 'http'>

/** One address that a person named: no links are followed, and `robots.txt`, which is for programs, is not asked. */
export async function* downloadPage(
  { url, http }: OnePage,
  download: DownloadRequest,
): AsyncGenerator<Downloaded, OriginFacts> {
  const { signal, maxBytes, progress } = download
  const step = { said: msg('fetching', { address: url.host + url.pathname }), done: 0, total: 1, bytes: 0 } as const
  progress({ ...step, stage: 'connecting' })
  const before = knownPages(download.known)
  const known = before.get(identityOf(url))
  const headers = { accept: ACCEPT, ...conditions(known) }
  const waiting = (message: string): void => progress({ ...step, stage: 'waiting', said: message, waits: true })
  const answer = await http.get(url, { signal, headers, maxBytes, waiting })
  if (answer.status === 304 && known) answer.drop()
  const downloaded: Downloaded =
    answer.status === 304 && known
      ? { is: 'unchanged', path: known.path }
      : await readFile(answer, { download, before })
  yield downloaded
  const bytes = downloaded.is === 'document' ? downloaded.bytes.length : 0
  progress({ ...step, stage: 'downloading', done: 1, bytes })
  return { url: answer.url.href, leftOut: 0 }
}

/** Name and description of a page, from the page itself. */
export async function describePage({ url, http }: OnePage, signal: AbortSignal): Promise<OriginInfo> {
  const answer = await http.get(url, { signal, headers: { accept: 'text/html, */*;q=0.5' }, maxBytes: MAX_PAGE_BYTES })
  const media = requireMedia(answer, mediaOfPage)
  const isHtml = media.is === 'html'
  if (!isHtml) answer.drop()
  const html = isHtml ? readPage(answer, media, await answer.bytes()).html : undefined
  const file = decodePercent(answer.url.pathname.split('/').findLast((segment) => segment !== '') ?? '')
  const slug = siteSlug(url, 'host')
  return { name: html?.title || html?.siteName || file || url.host, slug, description: html?.description ?? '' }
}

const MAX_PAGE_BYTES = 16 * 1024 * 1024

interface Reading {
  readonly download: DownloadRequest
  readonly before: ReadonlyMap<string, KnownPage>
}

async function readFile(answer: HttpAnswer, { download, before }: Reading): Promise<HauledFile> {
  const media = requireMedia(answer, mediaOfPage)
  const { url } = answer
  const names = createNames({ host: url.host, folder: '/', before })
  // Such a list is Markdown by agreement, whatever its ending and the server say.
  const path = names.give(url, isList(url) ? ['md'] : media.endings)
  if (!download.isDocument(path)) {
    answer.drop()
    throw noPage(url, media.type)
  }
  const page = readPage(answer, media, await answer.bytes())
  if (page.html && isShell(page.html)) throw shell(url)
  return page.toFile(path, url, [])
}

/** Unknown types are recognised by the ending of the address. */
function mediaOfPage(type: string | undefined, url: URL): Media | undefined {
  const ending = endingOf(url.pathname)
  return mediaOf(type, url) ?? (ending === '' ? undefined : { is: 'packed', type: type ?? '', endings: [ending] })
}

function requireMedia(answer: HttpAnswer, mediaFor: typeof mediaOfPage): Media {
  const { status, url } = answer
  const type = answer.header('content-type')
  const media = mediaFor(type, url)
  if (status === 200 && media) return media
  answer.drop()
  if (status === 404 || status === 410) throw gone(url)
  throw status === 200 ? noPage(url, type) : unusable(answer)
}
