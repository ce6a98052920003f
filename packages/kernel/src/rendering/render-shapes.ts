import { z } from 'zod'
import { count, documentName, freshness, kindName } from '../base/operation-shapes.ts'

const formats = ['markdown', 'code', 'plain'] as const

export const input = z.strictObject({
  citation: documentName
    .optional()
    .describe('What to show, as `open` takes it: the cited lines, or the whole document.'),
  text: z.string().max(400_000).optional().describe('Text to show instead.'),
  format: z.enum(formats).optional().describe('What the text is. Default: plain; of a document, what its name says.'),
  language: z.string().max(40).optional().describe('Language of the code: a name or the ending of a file.'),
  marks: z.array(z.string().max(400)).max(50).default([]).describe('Words to mark, or whole queries.'),
})

const line = z.number().int().min(1)

export const output = z.strictObject({
  html: z
    .string()
    .describe(
      'Clean HTML: no script, style, form or frame, and no picture with an address. Classes tk-* are those of tokens.',
    ),
  title: z.string().nullable().describe('Title of the document.'),
  citation: z.string().nullable().describe('wuku:// address of what is shown.'),
  kind: kindName.nullable().describe('Storehouse: code, notes, chats, pads or docs.'),
  source: z.string().nullable().describe('Name of the source.'),
  path: z.string().nullable().describe('Path within the source.'),
  format: z.enum([...formats, 'conversation']).describe('What the text was read as.'),
  language: z.string().nullable().describe('Language of the code.'),
  start_line: line.describe('First line shown.'),
  end_line: line.describe('Last line shown.'),
  total_lines: line.describe('Lines of the whole.'),
  bytes: count.describe('Bytes of the text that is shown.'),
  total_bytes: count.describe('Bytes of the whole.'),
  cut: z.boolean().describe('There is more than is shown.'),
  freshness: freshness.nullable().describe('Whether the file is still as indexed.'),
})

export type RenderInput = z.output<typeof input>
export type Rendered = z.output<typeof output>
