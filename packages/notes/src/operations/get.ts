import { tr } from '@wuku/messages/message'
import { z } from 'zod'
import { openDocument, ageNotes, type OpenedDocument } from '@wuku/kernel/documents/open-document'
import { defineOperation, type Block } from '@wuku/kernel/base/operation'
import {
  budgetOf,
  documentName,
  citation,
  context,
  docid,
  freshness,
  notes,
  title,
} from '@wuku/kernel/base/operation-shapes'
import { encodePath } from '@wuku/core/citation'
import { excerptOfWritten, withLineNumbers } from '@wuku/kernel/documents/excerpt'
import { citationOf } from '@wuku/kernel/documents/document-index'

/** A document, or some lines of one, as `get` and `multi_get` return it. */

export const documentKeys = {
  file: z.string().describe('collection/path.'),
  docid,
  title,
  text: z.string().describe('The requested text.'),
  fromLine: z.number().int().describe('First line of the text.'),
  toLine: z.number().int().describe('Last line of the text.'),
  totalLines: z.number().int().describe('Lines of the whole document.'),
  context,
  citation,
  freshness,
  notes,
}

export type ShownDocument = z.output<z.ZodObject<typeof documentKeys>>

/** Named parameters take precedence over the suffix of the file's name. */
export function showDocument(
  opened: OpenedDocument,
  options: { fromLine?: number; maxLines?: number; lineNumbers: boolean; budget: number },
): ShownDocument {
  const { name, document, lines } = opened
  const request = {
    name,
    totalLines: document.lines,
    from: options.fromLine ?? lines?.from ?? 1,
    count: options.maxLines ?? lines?.count,
    budget: options.budget,
  }
  const excerpt = excerptOfWritten(opened.text, request, opened.places)
  return {
    file: name,
    docid: opened.docid,
    title: document.title,
    text: options.lineNumbers ? withLineNumbers(excerpt) : excerpt.text,
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

const input = z.strictObject({
  file: documentName.describe(
    'collection/path, a path, the end of one, "#docid", qmd:// or wuku:// address; ":120" at the end starts at line 120, ' +
      '":120:20" reads 20 lines from there.',
  ),
  fromLine: z.number().int().min(1).optional().describe('First line, from 1. Takes precedence over ":120".'),
  maxLines: z.number().int().min(1).optional().describe('Maximum number of lines. Default: to the end.'),
  lineNumbers: z.boolean().default(false).describe('Lines as `12: text`.'),
  budget: budgetOf(50_000),
})

export const get = defineOperation({
  name: 'get',
  group: 'notes',
  title: 'Get a note',
  description:
    'Read one note, whole or some lines, by its name, docid or address. For users of qmd; for an unknown name it suggests ' +
    'the nearest. For a citation of another tool: open.',
  effect: 'read',
  input,
  output: z.strictObject(documentKeys),
  aliases: {
    path: 'file',
    docid: 'file',
    id: 'file',
    uri: 'file',
    from: 'fromLine',
    from_line: 'fromLine',
    max_lines: 'maxLines',
    l: 'maxLines',
  },
  searchHint: 'get read note document file lines 读取 笔记',
  command: { name: 'get', positional: ['file'] },
  route: { method: 'GET', path: '/notes/document' },
  examples: [
    { label: 'A whole note', input: { file: 'handbook/onboarding.md' } },
    { label: 'Twenty lines of a note', input: { file: 'handbook/onboarding.md:120', maxLines: 20 } },
    { label: 'By docid', input: { file: '#abc123' } },
  ],
  run: async ({ file, ...options }, { engine }) => showDocument(await openDocument(engine, file, ['notes']), options),
  render: (shown) => [documentBlock(shown), ...shown.notes.map((text) => ({ type: 'text' as const, text: tr(text) }))],
})
