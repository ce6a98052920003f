import { z } from 'zod'
import { encodePath } from '../../../core/citation.ts'
import { excerptOfWritten, withLineNumbers } from '../../../engine/documents/excerpt.ts'
import { ageNotes, type OpenedDocument } from '../../../engine/documents/open-document.ts'
import { citationOf } from '../../../engine/documents/shelf.ts'
import type { Block } from '../../../engine/operation.ts'
import { citation, context, docid, freshness, notes, title } from '../../../engine/operations/shapes.ts'

/** A document, or some lines of one, as `get` and `multi_get` return it. */

export const documentKeys = {
  file: z.string().describe('collection/path.'),
  docid,
  title,
  text: z.string().describe('The text, or the lines that were asked for.'),
  fromLine: z.number().int().describe('First line of the text.'),
  toLine: z.number().int().describe('Last line of the text.'),
  totalLines: z.number().int().describe('Lines of the whole document.'),
  context,
  citation,
  freshness,
  notes,
}

const shownDocument = z.strictObject(documentKeys)
export type ShownDocument = z.output<typeof shownDocument>

export interface Wanted {
  readonly fromLine?: number
  readonly maxLines?: number
  readonly lineNumbers: boolean
  readonly budget: number
}

/** What the caller says by name beats what stands behind the file's name. */
export function showDocument(opened: OpenedDocument, wanted: Wanted): ShownDocument {
  const { name, document, lines } = opened
  const request = {
    name,
    totalLines: document.lines,
    from: wanted.fromLine ?? lines?.from ?? 1,
    count: wanted.maxLines ?? lines?.count,
    budget: wanted.budget,
  }
  const excerpt = excerptOfWritten(opened.text, request, opened.places)
  return {
    file: name,
    docid: opened.docid,
    title: document.title,
    text: wanted.lineNumbers ? withLineNumbers(excerpt) : excerpt.text,
    fromLine: excerpt.fromLine,
    toLine: excerpt.toLine,
    totalLines: excerpt.totalLines,
    context: opened.context,
    citation: citationOf(opened, { from: excerpt.fromLine, to: excerpt.toLine }),
    freshness: opened.freshness,
    notes: [...(excerpt.cut ? [excerpt.cut] : []), ...ageNotes(opened)],
  }
}

export function documentBlock(shown: ShownDocument, after = ''): Block {
  const before = shown.context === null ? '' : `<!-- Context: ${shown.context.replaceAll('-->', '-- >')} -->\n\n`
  return {
    type: 'document',
    uri: `qmd://${encodePath(shown.file)}`,
    name: shown.file,
    title: shown.title,
    mimeType: 'text/markdown',
    text: before + shown.text + after,
  }
}
