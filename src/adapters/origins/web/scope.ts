import { endingOf } from './address.ts'

/** Which addresses belong to a site. */
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
export const isSameSite = (one: URL, other: URL): boolean =>
  one.host.replace(/^www\./, '') === other.host.replace(/^www\./, '')

/** `/reference` and `/reference/` are folders by custom, `/reference/index.html` lies in one. */
export function folderOf({ pathname }: URL): string {
  if (pathname.endsWith('/')) return pathname
  const isFile = PAGE_ENDINGS.has(endingOf(pathname))
  return isFile ? pathname.slice(0, pathname.lastIndexOf('/') + 1) : `${pathname}/`
}

const PAGE_ENDINGS: ReadonlySet<string> = new Set(
  'html htm xhtml shtml php asp aspx jsp md mdx markdown txt pdf json yaml yml'.split(' '),
)

/** Domain that one party seems to have registered: `example.com`, `example.co.uk`, `somebody.github.io`. */
function domainOf(host: string): string {
  if (!/[a-z]/i.test(host) || host.includes(':')) return host
  const labels = host.split('.')
  const lastTwo = labels.slice(-2).join('.')
  const isShared = SHARED.has(lastTwo) || /^(?:com?|net|org|edu|gov|ac)\.[a-z]{2}$/.test(lastTwo)
  return labels.slice(isShared ? -3 : -2).join('.')
}

/** Names below these belong to different people. */
const SHARED: ReadonlySet<string> = new Set(
  [
    'github.io gitlab.io gitee.io codeberg.page bitbucket.io readthedocs.io readthedocs.org gitbook.io netlify.app',
    'vercel.app pages.dev workers.dev web.app firebaseapp.com herokuapp.com fly.dev onrender.com surge.sh mintlify.app',
    'azurewebsites.net cloudfront.net appspot.com notion.site blogspot.com wordpress.com',
  ].flatMap((line) => line.split(' ')),
)
