import { setOf } from '@wuku/core/list-helpers'
import { identityOf, pageOf, endingOf } from './web-address.ts'

/** An address that waits for its visit. */
export interface Entry {
  readonly url: URL
  /** Links between the first page and this one. */
  readonly depth: number
  /** Visited where `url` gives nothing. */
  readonly instead?: URL | undefined
}

export type Frontier = ReturnType<typeof createFrontier>

/** Addresses in the order in which they were found, each once. */
export function createFrontier({ depth, admits }: { depth: number; admits(url: URL): boolean }) {
  const seen = new Set<string>()
  const queries = new Map<string, number>()
  // As text: an address that is read takes ten times the memory, and most wait for nothing.
  const queue: { readonly href: string; readonly depth: number; readonly instead: string | undefined }[] = []
  let at = 0
  let signs = 0
  let leftOut = 0
  const isOneTooMany = (url: URL): boolean => {
    const count = url.search === '' ? 0 : (queries.get(pageOf(url)) ?? 0) + 1
    if (count > 0) queries.set(pageOf(url), count)
    return count > MAX_QUERIES
  }
  const addOne = (entry: Entry): void => {
    const identity = identityOf(entry.url)
    if (seen.has(identity) || seen.size >= MAX_SEEN || signs >= MAX_CHARACTERS || !admits(entry.url)) return
    seen.add(identity)
    signs += identity.length
    if (entry.depth > depth || isSkipped(entry.url) || isOneTooMany(entry.url)) leftOut++
    else queue.push({ href: entry.url.href, depth: entry.depth, instead: entry.instead?.href })
  }
  return {
    add: (entries: readonly Entry[]): void => entries.forEach(addOne),
    next(): Entry | undefined {
      const next = queue[at]
      if (next === undefined) return undefined
      delete queue[at++]
      const { href, instead } = next
      return { url: new URL(href), depth: next.depth, instead: instead === undefined ? undefined : new URL(instead) }
    },
    /** All that were ever added. */
    get found() {
      return queue.length
    },
    get waiting() {
      return queue.length - at
    },
    /** Addresses that were left out by a rule. */
    get leftOut() {
      return leftOut
    },
  }
}

/** Addresses that differ in their query alone: more of them are a search form or a calendar. */
const MAX_QUERIES = 20

/** Remembered addresses, and their characters together; a trap makes new ones without end. */
const MAX_SEEN = 100_000
const MAX_CHARACTERS = 20_000_000

/** Type of a page, and endings that its file may have; the first is given to files with none of them. */
export interface Media {
  readonly is: 'html' | 'markdown' | 'plain' | 'data' | 'packed'
  readonly type: string
  readonly endings: readonly string[]
}

/** Text that is read by people; PDF and descriptions of interfaces besides. `undefined`: nothing that is taken from a site. */
export function mediaOfSite(contentType: string | undefined, url: URL): Media | undefined {
  const media = mediaOf(contentType, url)
  return media?.is === 'packed' && media.type !== 'application/pdf' ? undefined : media
}

/** The same, with what offices write and all else that has an ending. */
export function mediaOf(contentType: string | undefined, url: URL): Media | undefined {
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = endingOf(url.pathname)
  const known = kinds.find(({ types }) => types.includes(mediaType))
  if (known?.is === 'plain' || VAGUE.has(mediaType)) {
    const called = kinds.find(({ endings }) => endings.includes(ending))
    if (called && (known === undefined || called.is !== 'html'))
      return { ...called, type: mediaType || called.types[0] || '' }
  }
  return known && { ...known, type: mediaType }
}

/** Endings of what no site gives as a page; such links are not even followed. */
const isSkipped = ({ pathname }: URL): boolean => SKIPPED.has(endingOf(pathname))

/** Servers say so when they know no better. */
const VAGUE: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/zip'])

const OFFICE = 'application/vnd.openxmlformats-officedocument.'

const kinds: readonly (Omit<Media, 'type'> & { readonly types: readonly string[] })[] = [
  { is: 'html', types: ['text/html', 'application/xhtml+xml'], endings: ['html', 'htm', 'xhtml'] },
  { is: 'markdown', types: ['text/markdown', 'text/x-markdown', 'text/mdx'], endings: ['md', 'mdx', 'markdown'] },
  { is: 'plain', types: ['text/plain', 'text/x-rst', 'text/asciidoc'], endings: ['txt', 'rst', 'adoc', 'asciidoc'] },
  { is: 'data', types: ['application/json', 'application/vnd.oai.openapi+json', 'text/json'], endings: ['json'] },
  {
    is: 'data',
    types: ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml', 'application/vnd.oai.openapi'],
    endings: ['yaml', 'yml'],
  },
  { is: 'packed', types: ['application/pdf', 'application/x-pdf'], endings: ['pdf'] },
  { is: 'packed', types: [`${OFFICE}wordprocessingml.document`], endings: ['docx'] },
  { is: 'packed', types: [`${OFFICE}presentationml.presentation`], endings: ['pptx'] },
  { is: 'packed', types: [`${OFFICE}spreadsheetml.sheet`], endings: ['xlsx'] },
  { is: 'packed', types: ['application/epub+zip'], endings: ['epub'] },
  { is: 'data', types: ['application/x-ipynb+json'], endings: ['ipynb'] },
]

const SKIPPED = setOf(
  'png jpg jpeg gif svg webp avif ico bmp tif tiff psd heic mp3 mp4 m4a m4v ogg ogv oga wav webm mov avi mkv flac ' +
    'css js mjs cjs map wasm woff woff2 ttf otf eot xml rss atom xsl xsd dtd zip gz tgz bz2 xz zst 7z rar tar jar war ' +
    'whl deb rpm dmg pkg msi exe apk iso bin dll so dylib class pyc doc docx ppt pptx xls xlsx odt ods odp epub mobi ' +
    'csv tsv parquet sqlite db ics vcf asc sig pem crt sha256 md5 torrent swf',
)
