import { hash } from 'node:crypto'
import { decodePercent } from '@wuku/core/lenient-parsing'
import { withFolders } from '../file-choice.ts'
import { endingOf, identityOf, folderOf } from './web-address.ts'

export interface Names {
  /** The path of a page's file, its ending one of those given; another one for each address. */
  give(url: URL, endings: readonly string[]): string
  /** `false` when another address has it in this download. */
  keep(path: string, url: URL): boolean
}

/** `folder`: of the host that it begins at; pages of other hosts lie in a folder that is called as they are. */
export interface NamesOptions {
  readonly host: string
  readonly folder: string
  /** Paths that addresses had before, by the identity of the address: no other address gets them. */
  readonly before: ReadonlyMap<string, { readonly path: string }>
}

export function createNames({ host, folder, before }: NamesOptions): Names {
  const owners = new Map([...before].map(([identity, { path }]) => [fold(path), identity]))
  const given = new Map<string, string>()
  const folders = new Set<string>()
  const isFree = (path: string, identity: string): boolean => {
    const name = fold(path)
    const owner = given.get(name) ?? owners.get(name)
    return (owner ?? identity) === identity && !folders.has(name) && !foldersOf(name).some((each) => given.has(each))
  }
  const claimPath = (path: string, identity: string): string => {
    given.set(fold(path), identity)
    for (const each of foldersOf(fold(path))) folders.add(each)
    return path
  }
  return {
    give(url, endings) {
      const identity = identityOf(url)
      const plain = pathOf(url, { host, folder, endings })
      if (isFree(plain, identity)) return claimPath(plain, identity)
      const marked = withMark(plain, shortHash(identity))
      return claimPath(
        isFree(marked, identity) ? marked : `pages/${hash('sha256', identity)}.${endingOf(plain)}`,
        identity,
      )
    },
    keep(path, url) {
      const identity = identityOf(url)
      if (!isFree(path, identity)) return false
      claimPath(path, identity)
      return true
    },
  }
}

/** Names that differ in case or in Unicode form alone are one name on many disks. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase()

const foldersOf = (path: string): readonly string[] => withFolders(path).slice(0, -1)

function pathOf(url: URL, { host, folder, endings }: { host: string; folder: string; endings: readonly string[] }) {
  const isBelow = url.host === host && `${url.pathname}/`.startsWith(folder)
  const rest = isBelow ? url.pathname.slice(folder.length) : url.pathname
  const segments = rest.split('/').filter((segment) => segment !== '')
  if (url.host !== host) segments.unshift(url.host.replace(':', '-'))
  if (rest === '' || rest.endsWith('/')) segments.push('index')
  const path = segments.map(asName).join('/')
  const query = url.search === '' ? '' : shortHash(identityOf(url))
  return withMark(withEnding(path, endings), query)
}

/** Nothing that leads elsewhere or hides, and nothing that a disk refuses. */
function asName(segment: string): string {
  const text = decodePercent(segment).normalize('NFC')
  // oxlint-disable-next-line no-control-regex
  const safe = text.replaceAll(/[/\\\0-\x1F\x7F:*?"<>|]/g, '-').replace(/^[.~]+/, '-')
  return Buffer.byteLength(safe) <= LONGEST ? safe : `${[...safe].slice(0, 40).join('')}-${shortHash(safe)}`
}

/** Bytes of a name that every disk takes, with room for an ending. */
const LONGEST = 180

/** Endings that say how a page is made; what it is the server says. */
const PAGE_ENDING = /\.(?:html?|xhtml|shtml|php|aspx?|jsp|mdx?|markdown|txt)$/i

function withEnding(path: string, endings: readonly string[]): string {
  const { [0]: defaultEnding = 'txt' } = endings
  return endings.includes(endingOf(path)) ? path : `${path.replace(PAGE_ENDING, '')}.${defaultEnding}`
}

const withMark = (path: string, mark: string): string =>
  mark === '' ? path : path.replace(/\.[^./]+$/, (ending) => `-${mark}${ending}`)

const shortHash = (text: string): string => hash('sha256', text).slice(0, 8)

/** `/websites/react_dev_reference`, `/llmstxt/react_dev`: what the library is called unless its owner says otherwise. */
export function siteSlug(url: URL, of: 'list' | 'path' | 'host' | 'domain'): string {
  const host = url.host.replace(/^www\./, '')
  if (of === 'list') return `/llmstxt/${asSlug(host)}`
  return `/websites/${asSlug(of === 'path' ? `${host}${decodePercent(folderOf(url))}` : host)}`
}

const asSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 100)
