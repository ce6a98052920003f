import { setOf } from '@wuku/core/list-helpers'

/** An address that may be fetched, without what does not change the page; nothing for mail, scripts and traps. */
export function readAddress(href: string, base?: URL): URL | undefined {
  const url = href.length > MAX_CHARACTERS ? null : URL.parse(href.trim(), base?.href)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  url.pathname = url.pathname.replace(SESSION_IN_PATH, '')
  dropParameters(url)
  return url.href.length > MAX_CHARACTERS || repeatsItself(url.pathname) ? undefined : url
}

/** The same for addresses that give the same page by every custom: scheme, last slash, `index.html`, order of parameters. */
export const identityOf = (url: URL): string => pageOf(url) + sortedQuery(url)

/** As `identityOf`, whatever the query. */
export const pageOf = (url: URL): string =>
  url.host.toLowerCase() + url.pathname.replace(/\/index\.(?:html?|md)$/i, '/').replace(/\/+$/, '')

/** The ending of the last segment, in lower case, without its dot; empty when there is none. */
export const endingOf = (path: string): string => (/\.([a-z0-9]{1,10})$/i.exec(path)?.[1] ?? '').toLowerCase()

/** Longer addresses are made by programs that add to their own. */
const MAX_CHARACTERS = 1_000

const SESSION_IN_PATH = /;(?:jsessionid|phpsessid|sid)=[^/]*/gi

/** Parameters that identify the referrer or the reader, and never the page. */
const TRACKING_PARAMETERS =
  /^(?:utm_\w+|[gm]clid|fbclid|gclsrc|dclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|ref_src|phpsessid|jsessionid|sessionid|sid)$/i

function dropParameters(url: URL): void {
  for (const name of new Set(url.searchParams.keys())) if (TRACKING_PARAMETERS.test(name)) url.searchParams.delete(name)
  if (url.search === '?' || url.searchParams.size === 0) url.search = ''
}

const sortedQuery = (url: URL): string =>
  url.search === ''
    ? ''
    : `?${[...url.searchParams]
        .map((pair) => pair.map(encodeURIComponent).join('='))
        .toSorted()
        .join('&')}`

/** `/a/b/a/b/a/b`: a relative link on a page that answers below itself. */
function repeatsItself(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '')
  return [1, 2, 3, 4].some((size) =>
    segments.some(
      (_, at) =>
        at + 3 * size <= segments.length &&
        Array.from({ length: 2 * size }, (__, step) => at + step).every(
          (each) => segments[each] === segments[each + size],
        ),
    ),
  )
}

/** Addresses that belong to a site. */
export interface Scope {
  /** With a slash at both ends; `/` unless only a part of the site is wanted. */
  readonly folder: string
  readonly host: string
  holds(url: URL): boolean
}

export function createScope(start: URL, kind: 'path' | 'host' | 'domain' = 'path'): Scope {
  const folder = kind === 'path' ? folderOf(start) : '/'
  if (kind === 'domain') {
    const domain = domainOf(start.hostname)
    const holds = (url: URL): boolean =>
      (url.hostname === domain || url.hostname.endsWith(`.${domain}`)) && (url.port === start.port || url.port === '')
    return { folder, host: start.host, holds }
  }
  return { folder, host: start.host, holds: (url) => url.host === start.host && `${url.pathname}/`.startsWith(folder) }
}

/** `www.` is where many sites send their readers, or from where. */
export const isSameSite = (one: URL, other: URL) => one.host.replace(/^www\./, '') === other.host.replace(/^www\./, '')

/** `/reference` and `/reference/` are folders by custom, `/reference/index.html` lies in one. */
export function folderOf({ pathname }: URL): string {
  if (pathname.endsWith('/')) return pathname
  const isFile = PAGE_ENDINGS.has(endingOf(pathname))
  return isFile ? pathname.slice(0, pathname.lastIndexOf('/') + 1) : `${pathname}/`
}

const PAGE_ENDINGS = setOf('html htm xhtml shtml php asp aspx jsp md mdx markdown txt pdf json yaml yml')

/** Domain that one party seems to have registered: `example.com`, `example.co.uk`, `somebody.github.io`. */
function domainOf(host: string): string {
  if (!/[a-z]/i.test(host) || host.includes(':')) return host
  const labels = host.split('.')
  const lastTwo = labels.slice(-2).join('.')
  const isShared = SHARED.has(lastTwo) || /^(?:com?|net|org|edu|gov|ac)\.[a-z]{2}$/.test(lastTwo)
  return labels.slice(isShared ? -3 : -2).join('.')
}

/** Names below these belong to different people. */
const SHARED = setOf(
  'github.io gitlab.io gitee.io codeberg.page bitbucket.io readthedocs.io readthedocs.org gitbook.io netlify.app ' +
    'vercel.app pages.dev workers.dev web.app firebaseapp.com herokuapp.com fly.dev onrender.com surge.sh mintlify.app ' +
    'azurewebsites.net cloudfront.net appspot.com notion.site blogspot.com wordpress.com',
)
