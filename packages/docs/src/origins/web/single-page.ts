import type { Downloaded, HauledFile, DownloadRequest, OriginFacts, OriginInfo } from '@wuku/core/ports/origins'
import type { Http, HttpAnswer } from '@wuku/guarded-fetch/http-types'
import { endingOf, identityOf, readable } from './web-address.ts'
import { gone, noPage, shell, unusable } from './web-failures.ts'
import { isShell } from './html.ts'
import { isList } from './list.ts'
import { type Media, mediaOf } from './media.ts'
import { createNames, siteSlug } from './page-paths.ts'
import { conditions, type KnownPage, knownPages } from './validators.ts'
import { ACCEPT, readPage } from './visit.ts'

export interface OnePage {
  readonly url: URL
  readonly http: Http
}

/** One address that a person named: no links are followed, and `robots.txt`, which is for programs, is not asked. */
export async function* downloadPage(
  { url, http }: OnePage,
  download: DownloadRequest,
): AsyncGenerator<Downloaded, OriginFacts> {
  const { signal, maxBytes, progress } = download
  const step = { said: `Fetching ${url.host}${url.pathname}.`, done: 0, total: 1, bytes: 0 } as const
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
  const media = requireMedia(answer)
  const isHtml = media.is === 'html'
  if (!isHtml) answer.drop()
  const html = isHtml ? readPage(answer, media, await answer.bytes()).html : undefined
  const file = readable(answer.url.pathname.split('/').findLast((segment) => segment !== '') ?? '')
  const slug = siteSlug(url, 'host')
  return { name: html?.title || html?.siteName || file || url.host, slug, description: html?.description ?? '' }
}

const MAX_PAGE_BYTES = 16 * 1024 * 1024

interface Reading {
  readonly download: DownloadRequest
  readonly before: ReadonlyMap<string, KnownPage>
}

async function readFile(answer: HttpAnswer, { download, before }: Reading): Promise<HauledFile> {
  const media = requireMedia(answer)
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
  const validator = page.validatorFor(url, [])
  return {
    is: 'document',
    path,
    bytes: page.bytes,
    url: url.href,
    mediaType: media.type,
    ...(page.modifiedAt !== undefined && { modifiedAt: page.modifiedAt }),
    ...(validator !== undefined && { validator }),
  }
}

/** Unknown types are recognised by the ending of the address. */
function requireMedia(answer: HttpAnswer): Media {
  const { status, url } = answer
  const type = answer.header('content-type')
  const ending = endingOf(url.pathname)
  const media =
    mediaOf(type, url) ?? (ending === '' ? undefined : { is: 'packed', type: type ?? '', endings: [ending] })
  if (status === 200 && media) return media
  answer.drop()
  if (status === 404 || status === 410) throw gone(url)
  throw status === 200 ? noPage(url, type) : unusable(answer)
}
