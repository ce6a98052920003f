import { msg } from '@wuku/messages/notes'
import type { Parsed, Problem } from '@wuku/core/core-types'
import type { RawItem } from '@wuku/core/ports/feed'
import type { DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import { headingTitle } from '@wuku/formats/format'
import { decodeText } from '@wuku/text/decode'
import { chunkConnected, isConnected, outlineConnected } from './connected.ts'
import { chunkNote, isMarkdown, markNote, markupOf, recordNote } from './record.ts'
import { notesFacts } from './note-facts.ts'
import { createFormattedReader, formatVersionOf, isFormatted, outlineFormatted } from './formatted.ts'
import { frontMatterEnd, readFrontMatter, type FrontMatter } from './frontmatter.ts'
import type { Markup } from './markup.ts'

/** Markdown, plain text, and what formats make Markdown of: a file is a document, a section a chunk. */
export const notesReader: Reader = createReader()

function createReader(): Reader {
  const formatted = createFormattedReader()
  /** Chunks and outline of a document are asked for one after the other; its markup is read once. */
  let last: { readonly draft: DraftDocument; readonly markup: Markup } | undefined
  const markup = (draft: DraftDocument): Markup => {
    if (last?.draft !== draft) last = { draft, markup: markupOf(draft) }
    return last.markup
  }
  return {
    ...notesFacts,
    versionOf: formatVersionOf,
    prepare: formatted.prepare,
    parse: (item) => (isFormatted(item.path) ? formatted.parse(item) : parseNote(item)),
    chunk(draft) {
      if (isConnected(draft)) return chunkConnected(draft)
      return isFormatted(draft.path) ? chunkNote(draft) : markNote(draft, chunkNote(draft), markup(draft))
    },
    outline(draft) {
      if (isConnected(draft)) return outlineConnected(draft)
      return isFormatted(draft.path) ? outlineFormatted(draft) : recordNote(draft, markup(draft))
    },
  }
}

function parseNote(item: RawItem): Parsed<DraftDocument> {
  const decoded = decodeText(item.bytes)
  if (decoded === 'binary') return { items: [], problems: [notText(item.path)] }
  const { text } = decoded
  if (!isMarkdown(item.path))
    return { items: [{ path: item.path, title: fileName(item.path), text, meta: {} }], problems: [] }
  const front = readFrontMatter(text)
  const title = front.title ?? headingTitle(text, frontMatterEnd(text)) ?? fileName(item.path)
  return { items: [{ path: item.path, title, text, meta: front.meta }], problems: brokenFront(item.path, front) }
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '')

const notText = (path: string): Problem => ({
  path,
  said: 'It is not text: it contains binary bytes.',
  remedy: 'Leave it out with an exclude pattern, or save it as UTF-8 text.',
})

function brokenFront(path: string, { broken }: FrontMatter): readonly Problem[] {
  if (broken === undefined) return []
  const said = msg('frontMatter', { broken })
  return [{ path, said, remedy: said.remedy }]
}
