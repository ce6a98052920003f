import { endingOf } from './web-address.ts'

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
export const isSkipped = ({ pathname }: URL): boolean => SKIPPED.has(endingOf(pathname))

/** Servers say so when they know no better. */
const VAGUE: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/zip'])

interface MediaKind extends Omit<Media, 'type'> {
  readonly types: readonly string[]
}

const OFFICE = 'application/vnd.openxmlformats-officedocument.'

const kinds: readonly MediaKind[] = [
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

const SKIPPED: ReadonlySet<string> = new Set(
  [
    'png jpg jpeg gif svg webp avif ico bmp tif tiff psd heic mp3 mp4 m4a m4v ogg ogv oga wav webm mov avi mkv flac',
    'css js mjs cjs map wasm woff woff2 ttf otf eot xml rss atom xsl xsd dtd zip gz tgz bz2 xz zst 7z rar tar jar war',
    'whl deb rpm dmg pkg msi exe apk iso bin dll so dylib class pyc doc docx ppt pptx xls xlsx odt ods odp epub mobi',
    'csv tsv parquet sqlite db ics vcf asc sig pem crt sha256 md5 torrent swf',
  ].flatMap((line) => line.split(' ')),
)
