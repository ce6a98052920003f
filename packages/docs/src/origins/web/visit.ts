import { isUtf8 } from 'node:buffer'
import { attempt } from '@wuku/core/environment'
import { decodeText, encodingOfMark } from '@wuku/text/decode'
import type { HauledFile } from '@wuku/core/ports/origins'
import type { Http, HttpAnswer } from '@wuku/guarded-fetch/http-types'
import { identityOf, readAddress } from './web-address.ts'
import { unusable } from './web-failures.ts'
import { readHtml, type HtmlFacts } from './html.ts'
import { markdownLinks } from './list.ts'
import type { HostRules } from './host-rules.ts'
import { mediaOfSite, type Media } from './frontier.ts'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'

export type Visit =
  | FetchedPage
  | { readonly is: 'unchanged'; readonly known: KnownPage; readonly from: URL }
  /** Nothing that is wanted, or nothing at all. */
  | { readonly is: 'left' }

export interface FetchedPage {
  readonly is: 'page'
  /** Address of the answer. */
  readonly from: URL
  /** Address that the page itself names as its own. */
  readonly canonical?: URL
  readonly media: Media
  /** UTF-8 where it is text and known what it was. */
  readonly bytes: Uint8Array
  /** That the site wants followed. */
  readonly links: readonly URL[]
  readonly refresh?: URL
  readonly html?: HtmlFacts
  readonly isUnwanted: boolean
  /** The file that it becomes; `links` are asked for again when the page has not changed. */
  toFile(path: string, url: URL, links: readonly URL[]): HauledFile
}

export interface VisitRequest {
  readonly http: Http
  readonly hostRules: HostRules
  readonly signal: AbortSignal
  readonly maxBytes: number
  readonly known: ReadonlyMap<string, KnownPage>
  admits(url: URL): boolean
  waiting(reason: string): void
}

/** Sites that have their pages in Markdown give it; HTML is what all others give anyway. */
export const ACCEPT = 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, */*;q=0.5'

/** One page of a site, by its customs and ours. Throws `WukuError` when the page fails. */
export async function visit(url: URL, request: VisitRequest): Promise<Visit> {
  const { hostRules, http, signal, maxBytes, waiting } = request
  const robots = await hostRules.of(url)
  if (!robots.allows(url)) return { is: 'left' }
  await hostRules.turn(url)
  const known = request.known.get(identityOf(url))
  const mayFollow = (to: URL): boolean => request.admits(to) && (to.origin !== url.origin || robots.allows(to))
  const headers = { accept: ACCEPT, ...conditions(known) }
  const answer = await http.get(url, { signal, headers, maxBytes, waiting, mayFollow })
  if (answer.status === 304 && known) {
    answer.drop()
    return { is: 'unchanged', known, from: url }
  }
  if (answer.status !== 200) return leave(answer)
  const media = mediaOfSite(answer.header('content-type'), answer.url)
  if (!media || !(await hostRules.of(answer.url)).allows(answer.url)) return dropped(answer)
  const bytes = await answer.bytes()
  return media.is === 'data' && !isInterface(bytes) ? { is: 'left' } : readPage(answer, media, bytes)
}

/** Gone, or moved to where we do not go. */
function leave(answer: HttpAnswer): Visit {
  const { status } = answer
  if (status === 404 || status === 410 || (status >= 300 && status < 400)) return dropped(answer)
  answer.drop()
  throw unusable(answer)
}

function dropped(answer: HttpAnswer): Visit {
  answer.drop()
  return { is: 'left' }
}

/** Among the data to which sites link, only descriptions of interfaces are documents. */
const isInterface = (bytes: Uint8Array): boolean =>
  /["']?\b(?:openapi|swagger)["']?\s{0,9}:/.test(Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1'))

export function readPage(answer: HttpAnswer, media: Media, raw: Uint8Array): FetchedPage {
  const bytes = media.is === 'packed' ? raw : toUtf8(raw, answer.header('content-type'), media.is === 'html')
  const modifiedAt = Date.parse(answer.header('last-modified') ?? '')
  const details = media.is === 'html' ? htmlDetails(bytes, answer.url) : { links: textLinks(media, bytes, answer.url) }
  const robots = `${details.html?.robots ?? ''} ${answer.header('x-robots-tag') ?? ''}`.toLowerCase().split(/[\s,]+/)
  return {
    is: 'page',
    from: answer.url,
    media,
    bytes,
    ...details,
    links: robots.some((word) => word === 'nofollow' || word === 'none') ? [] : details.links,
    isUnwanted: robots.some((word) => word === 'noindex' || word === 'none'),
    toFile(path, url, links) {
      const validator = validatorOf(answer, { url, links })
      return {
        is: 'document',
        path,
        bytes,
        url: url.href,
        mediaType: media.type,
        ...(Number.isFinite(modifiedAt) && { modifiedAt }),
        ...(validator !== undefined && { validator }),
      }
    },
  }
}

type PageDetails = Pick<FetchedPage, 'html' | 'links' | 'canonical' | 'refresh'>

function htmlDetails(bytes: Uint8Array, from: URL): PageDetails {
  const html = readHtml(textOf(bytes))
  const base = (html.base === undefined ? null : URL.parse(html.base, from.href)) ?? from
  const addressOf = (href: string | undefined) => (href === undefined ? undefined : readAddress(href, base))
  const links = html.links.flatMap((href) => addressOf(href) ?? [])
  return { html, links, canonical: addressOf(html.canonical), refresh: addressOf(html.refresh) }
}

const textLinks = (media: Media, bytes: Uint8Array, from: URL): readonly URL[] =>
  media.is === 'markdown' ? markdownLinks(textOf(bytes), from).slice(0, 2_000) : []

/** Empty when it is none. */
export function textOf(bytes: Uint8Array): string {
  const decoded = decodeText(bytes)
  return decoded === 'binary' ? '' : decoded.text
}

/**
 * Text as UTF-8, where the server or the page says what it is written in and that is known here. All else stays as it is:
 * the reader guesses well.
 */
export function toUtf8(bytes: Uint8Array, contentType: string | undefined, isHtml: boolean): Uint8Array {
  const head = isHtml ? new TextDecoder('latin1').decode(bytes.subarray(0, HEAD)) : ''
  const charset = charsetIn(contentType) ?? charsetIn(head)
  const isMarked = encodingOfMark(bytes) !== undefined
  const decoder = charset === undefined || isMarked ? undefined : attempt(() => new TextDecoder(charset))
  if (!decoder || decoder.encoding === 'utf-8') return bytes
  // Many servers call everything Western European, whatever it is.
  if (decoder.encoding === 'windows-1252' && isUtf8(bytes)) return bytes
  return new TextEncoder().encode(decoder.decode(bytes))
}

/** Bytes within which a page has to declare its encoding, with some margin for late ones. */
const HEAD = 4_096

const charsetIn = (text = ''): string | undefined => /charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(text)?.[1]

/** Facts about a page from an earlier download, enough to continue with it if the server says that it did not change. */
export interface KnownPage {
  readonly path: string
  readonly etag?: string | undefined
  readonly modified?: string | undefined
  /** The address that the page is known by. */
  readonly url: URL
  readonly links: readonly URL[]
}

/** `undefined` when the server gives nothing to ask with, or the links are too many to keep: then it is fetched again. */
function validatorOf(answer: HttpAnswer, { url, links }: Pick<KnownPage, 'url' | 'links'>): string | undefined {
  const etag = answer.header('etag')
  const modified = answer.header('last-modified')
  if (etag === undefined && modified === undefined) return undefined
  const packed = deflateRawSync(links.map(({ href }) => href).join('\n')).toString('base64')
  const validator = JSON.stringify({ from: answer.url.href, url: url.href, etag, modified, links: packed })
  return validator.length > MAX_CHARACTERS ? undefined : validator
}

/** Pages that an earlier import fetched, keyed by the identity of their address. */
export const knownPages = (known: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, KnownPage> =>
  new Map([...known].flatMap(([path, validator]) => readValidator(path, validator)))

export const conditions = (known: KnownPage | undefined): Readonly<Record<string, string>> => ({
  ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
  ...(known?.modified !== undefined && { 'if-modified-since': known.modified }),
})

/** Two thousand links take about so much. */
const MAX_CHARACTERS = 32 * 1024

const stored = z.object({
  from: z.string(),
  url: z.string(),
  etag: z.string().optional(),
  modified: z.string().optional(),
  links: z.string(),
})

/** One of another origin, or of another day, is no reason to fail. */
function readValidator(path: string, validator: string): [string, KnownPage][] {
  try {
    const { from, url, etag, modified, links } = stored.parse(JSON.parse(validator))
    const unpacked = inflateRawSync(Buffer.from(links, 'base64'), { maxOutputLength: 4 * 1024 * 1024 }).toString()
    const addresses = unpacked.split('\n').flatMap((href) => readAddress(href) ?? [])
    return [[identityOf(new URL(from)), { path, etag, modified, url: new URL(url), links: addresses }]]
  } catch {
    return []
  }
}
