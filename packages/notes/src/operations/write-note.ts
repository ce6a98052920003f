import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/notes'
import { defineOperation } from '@wuku/kernel/base/operation'
import { documentName } from '@wuku/kernel/base/operation-shapes'
import { inLineBreaks, readForm } from '../writing/edit.ts'
import { expectedVersion, renderSaved, savedKeys, saveNote } from '../writing/save.ts'
import { findTarget } from '../writing/target.ts'

const input = z.strictObject({
  path: documentName.describe('Path of the note in its source, such as "ideas/tides.md"; or a citation.'),
  text: z.string().describe('The whole text, as Markdown.'),
  source: z.string().min(1).max(200).optional().describe('Source of notes. Default: the only writable one.'),
  expected_version: expectedVersion.describe(
    'To replace a note: the #docid that "open" shows. If absent, only a new note is written.',
  ),
})

export const writeNote = defineOperation({
  name: 'write_note',
  group: 'notes',
  title: 'Write a note',
  description:
    "Write a new file into the user's notes, or replace a whole one. Use it when the user wants something kept " +
    'for good. Not for changing part of a note: edit_note. Not for your own working notes: create-scratchpad.',
  effect: 'write',
  addsText: true,
  input,
  output: z.strictObject(savedKeys),
  aliases: {
    file: 'path',
    note: 'path',
    name: 'path',
    content: 'text',
    collection: 'source',
    version: 'expected_version',
    expectedVersion: 'expected_version',
  },
  searchHint: 'write create save new note file markdown replace whole note 写 新建 保存 笔记 文件',
  command: { name: 'write-note', positional: ['path', 'text'] },
  route: { method: 'PUT', path: '/notes/document' },
  examples: [
    { label: 'A new note', input: { path: 'ideas/tides.md', text: '# Tides\n\nTwice a day.\n' } },
    {
      label: 'Another text for a note that was read',
      input: { path: 'ideas/tides.md', text: '# Tides\n\nOnce a day.\n', expected_version: '#3f2a91' },
    },
  ],
  async run({ path, text, source, expected_version: expected }, context) {
    const target = await findTarget({ path, source }, context.engine)
    return saveNote(
      {
        ...target,
        expected,
        decide: (before) => {
          if (before && expected === undefined)
            throw new WukuError('conflict', msg('alreadyThere', { path: target.path }))
          return inLineBreaks(text, (before ?? readForm(undefined, target.path)).form)
        },
      },
      context,
    )
  },
  render: (saved) => renderSaved(saved),
})
