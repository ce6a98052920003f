import type { Parsed, Problem } from '../../core/words.ts'
import type { RawItem } from '../../ports/feed.ts'
import type { DraftDocument, Reader } from '../../ports/reader.ts'
import { decodeText } from '../../text/decode.ts'
import { chunkDocs, outlineDocs } from './chunks.ts'
import { docsFacts } from './facts.ts'
import type { Format, Page } from '../../formats/format.ts'
import { convertedEndings, convertedTo, knownFormats, type KnownFormat } from '../../formats/index.ts'
import { fileTitle } from '../../formats/title.ts'
import { readAbout, type About } from './reading/about.ts'
import { draftOf } from './reading/draft.ts'

/** Documentation: a page is a document, a section, an operation or a member of a class a chunk. */
export const docsReader: Reader = createReader()

function createReader(): Reader {
  const formats = new Map<string, Format>()
  return {
    ...docsFacts,
    async prepare(paths) {
      for (const known of formatsFor(paths)) if (!formats.has(known.name)) formats.set(known.name, await known.load())
    },
    parse: (item) => parseDocs(item, formats),
    chunk: chunkDocs,
    outline: outlineDocs,
  }
}

function formatsFor(paths: readonly string[]): readonly KnownFormat[] {
  const endings = new Set(paths.map(endingOf))
  const isConverted = convertedEndings.some((ending) => endings.has(ending))
  return knownFormats.filter(
    ({ name, endings: own }) =>
      own.some((ending) => endings.has(ending)) || (isConverted && convertedTo.includes(name)),
  )
}

function parseDocs(item: RawItem, formats: ReadonlyMap<string, Format>): Parsed<DraftDocument> {
  const { path } = item
  const about = readAbout(item.beside?.about)
  const known = formatOf(path, about)
  if (!known) return leftOut(path, 'no format of documentation has this ending')
  const decoded = decodeText(item.bytes)
  if (decoded === 'binary' || decoded.text.startsWith('%PDF-')) return { items: [], problems: [notText(path)] }
  const format = formats.get(known.name)
  if (!format) throw new Error(`The format of ${path} is not loaded: the reader was not prepared for it.`)
  const answer = format.read({ path, text: decoded.text })
  if ('problem' in answer) return { items: [], problems: [answer.problem] }
  if ('skipped' in answer) return { items: [], problems: [], skipped: [answer.skipped] }
  const { page, problems = [] } = answer
  if (page.text.trim() === '') return { ...leftOut(path, 'nothing is written in it'), problems }
  const facts = {
    path,
    format: format.name,
    given: about.snippets ?? {},
    ...(about.as === undefined && keepsLines.has(format.name) && { written: about.written ?? decoded.text }),
    ...(about.as !== undefined && { convertedFrom: endingOf(path) }),
  }
  return { items: [draftOf(titled(page, path, about), facts)], problems }
}

/** Text that people write line by line; what other formats hold stands elsewhere than in the page. */
const keepsLines: ReadonlySet<string> = new Set(['markdown', 'restructuredtext', 'asciidoc', 'text'])

function formatOf(path: string, { as }: About): KnownFormat | undefined {
  const ending = endingOf(path)
  return knownFormats.find(({ name, endings }) => (as === undefined ? endings.includes(ending) : name === as))
}

const endingOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/** Properties of office files are often left over from another; they count where the page has no heading of its own. */
const titled = (page: Page, path: string, { title = '' }: About): Page =>
  page.title === fileTitle(path) && title.trim() !== '' ? { ...page, title: title.trim() } : page

const leftOut = (path: string, why: string): Parsed<DraftDocument> => ({
  items: [],
  problems: [],
  skipped: [{ path, why }],
})

const notText = (path: string): Problem => ({
  path,
  said: 'It is not text: it holds bytes that no text has, or is a file of another kind by its content.',
  remedy: 'Give it the ending of what it is, save it as UTF-8 text, or leave it out with --exclude.',
})
