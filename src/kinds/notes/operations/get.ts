import { z } from 'zod'
import { openDocument } from '../../../engine/documents/open-document.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { budgetOf, documentName } from '../../../engine/operations/shapes.ts'
import { documentBlock, documentKeys, showDocument, type ShownDocument } from './document.ts'

const input = z.strictObject({
  file: documentName.describe(
    'collection/path, a path, the end of one, "#docid", qmd:// or wuku:// address; ":120" behind it starts at line 120, ' +
      '":120:20" takes 20 lines from there.',
  ),
  fromLine: z.number().int().min(1).optional().describe('First line, from 1. Beats ":120".'),
  maxLines: z.number().int().min(1).optional().describe('Most lines. Default: to the end.'),
  lineNumbers: z.boolean().default(false).describe('Lines as `12: text`.'),
  budget: budgetOf(50_000),
})

export const get = defineOperation<z.output<typeof input>, ShownDocument>({
  name: 'get',
  group: 'notes',
  title: 'Get a note',
  description:
    'Read one note, whole or some lines, by its name, docid or address. For who used qmd; a name that does not exist ' +
    'is answered with the nearest. For a citation of another tool: open.',
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
    { says: 'A whole note', input: { file: 'handbook/onboarding.md' } },
    { says: 'Twenty lines of it', input: { file: 'handbook/onboarding.md:120', maxLines: 20 } },
    { says: 'By docid', input: { file: '#abc123' } },
  ],
  run: async ({ file, ...wanted }, { engine }) => showDocument(await openDocument(engine, file, ['notes']), wanted),
  render: (shown) => [documentBlock(shown), ...shown.notes.map((text) => ({ type: 'text' as const, text }))],
})
