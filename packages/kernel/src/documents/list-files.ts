import { z } from 'zod'
import type { Source, StoredDocument } from '@wuku/core/core-types'
import { folderOrders } from '@wuku/core/ports/index-view'
import { citationOf } from './document-index.ts'
import { defineOperation } from '../base/operation.ts'
import { count, trimmedText } from '../base/operation-shapes.ts'

const input = z.strictObject({
  source: z.string().min(1).max(200).describe('Source, by name.'),
  under: z.string().max(4_096).default('').describe('Folder of the source, such as "src/app". Default: its top.'),
  query: trimmedText(200)
    .optional()
    .describe('Part of a path: then files of all folders below are listed, and no folders.'),
  sort: z.enum(folderOrders).default('path').describe('changed: newest first. size: largest first.'),
  limit: z.number().int().min(1).max(1_000).default(200).describe('Maximum number of files.'),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('The "next" of the answer before.'),
})

const text = z.string().nullable()

const file = z.strictObject({
  path: z.string().describe('Within the source.'),
  title: z.string().describe('As it is called in answers.'),
  citation: z.string().describe('For "open".'),
  bytes: count.describe('UTF-8 bytes of text.'),
  lines: count.describe('Number of lines.'),
  changed_at: z.string().describe('When it was last written, ISO 8601.'),
  language: text.describe('Of code; null: none is known.'),
  role: text.describe('Part that a file of code plays, such as "test"; null: none is known.'),
  tags: z.array(z.string()).describe('Of a note.'),
})

const folder = z.strictObject({
  path: z.string().describe('Within the source.'),
  files: count.describe('Number of files anywhere below.'),
})

const output = z.strictObject({
  source: z.string().describe('The source, as kind/name.'),
  under: z.string().describe('The folder.'),
  files: z.array(file).describe('Files directly in the folder, or those that the query names.'),
  folders: z.array(folder).describe('Folders directly in the folder, by path.'),
  total: count.describe('Number of files on all pages.'),
  next: text.describe('Cursor of the next page; null: this is the last.'),
})

export const listFiles = defineOperation({
  name: 'list-files',
  title: 'Files of a source',
  description: 'List the indexed files of a folder of a source, with the folders in it.',
  effect: 'read',
  level: 'read',
  input,
  output,
  aliases: { folder: 'under' },
  searchHint: 'files folders browse list directory tree 文件 目录',
  route: { method: 'GET', path: '/files' },
  examples: [
    { label: 'The top of a source', input: { source: 'handbook' } },
    {
      label: 'The newest files with a word in their path',
      input: { source: 'shop', query: 'basket', sort: 'changed' },
    },
  ],
  async run({ source: name, under: written, query, sort, limit, cursor = '0' }, { engine }) {
    const source = await engine.sources.named(name)
    const under = written.replace(/^\.?\/+|\/+$/g, '')
    const offset = Number(cursor)
    const { documents, folders, total } = await engine.read((view) =>
      view.documents.folder({
        source: source.id,
        under,
        order: sort,
        limit,
        offset,
        ...(query !== undefined && { part: query }),
      }),
    )
    return {
      source: `${source.kind}/${source.name}`,
      under,
      files: documents.map((document) => describeFile(document, source)),
      folders: folders.map(({ path, documents: files }) => ({ path, files })),
      total,
      next: offset + documents.length < total ? String(offset + documents.length) : null,
    }
  },
  render: ({ folders, files, next }) =>
    [
      ...folders.map(({ path, files: below }) => `${path}/  ${below}`),
      ...files.map(({ path, bytes, changed_at: at }) => `${path}  ${bytes}  ${at.slice(0, 10)}`),
      ...(next === null ? [] : [`More: cursor ${next}`]),
    ].join('\n'),
})

function describeFile(document: StoredDocument, source: Source): z.output<typeof output>['files'][number] {
  const { path, title, bytes, lines, modifiedAt, meta } = document
  const { language, role, tags } = meta
  return {
    path,
    title,
    citation: citationOf({ source, document }),
    bytes,
    lines,
    changed_at: new Date(modifiedAt).toISOString(),
    language: typeof language === 'string' ? language : null,
    role: typeof role === 'string' ? role : null,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  }
}
