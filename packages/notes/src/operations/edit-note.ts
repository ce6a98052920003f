import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/notes'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { documentName, someText } from '@wuku/kernel/base/operation-shapes'
import { listVersions } from '@wuku/kernel/writing/file-versions'
import { editNote as editText } from '../writing/edit.ts'
import { digitsOf, expectedVersion, renderSaved, savedKeys, saveNote } from '../writing/save.ts'
import { findTarget, type Target } from '../writing/target.ts'

const input = z.strictObject({
  path: documentName.describe('The note: a citation, #docid, or its path.'),
  content: z.string().optional().describe('The new text; with "old" it may be empty.'),
  old: z.string().min(1).optional().describe('Text of the note to replace with content; it must occur exactly once.'),
  section_marker: someText(2_000)
    .optional()
    .describe(
      'A heading, such as "## Todo": content goes to the end of its section. Without old and section_marker: to the end of the note.',
    ),
  source: z.string().min(1).max(200).optional().describe('Source of the note, if the path alone is ambiguous.'),
  expected_version: expectedVersion,
  restore: z
    .string()
    .regex(/^#?[\da-fA-F]{6,64}$/)
    .optional()
    .describe('Instead of content: a kept version, as listed by note_history.'),
})

type Input = z.output<typeof input>

export const editNote = defineOperation({
  name: 'edit_note',
  group: 'notes',
  title: 'Edit a note',
  description:
    "Change part of a file of the user's notes: replace a passage, add to a section, or add at the end. The text before " +
    'is kept. Use it instead of rewriting the file. Not for a new note: write_note; not for scratchpads: append-scratchpad.',
  effect: 'write',
  addsText: true,
  input,
  output: z.strictObject(savedKeys),
  aliases: {
    citation: 'path',
    note: 'path',
    file: 'path',
    docid: 'path',
    new: 'content',
    new_string: 'content',
    text: 'content',
    old_string: 'old',
    section: 'section_marker',
    heading: 'section_marker',
    collection: 'source',
    expectedVersion: 'expected_version',
  },
  searchHint: 'edit change replace append add to section of note restore undo 修改 追加 笔记 恢复',
  command: { name: 'edit-note', positional: ['path', 'content'] },
  route: { method: 'PATCH', path: '/notes/document' },
  examples: [
    {
      label: 'One passage',
      input: { path: 'wuku://notes/handbook/keys.md', old: 'every year', content: 'every month' },
    },
    {
      label: 'One more item of a section',
      input: { path: 'todo.md', section_marker: '## Garden', content: '- prune the roses' },
    },
    { label: 'An earlier version', input: { path: 'todo.md', restore: '#3f2a91c0d4e5' } },
  ],
  async run(given, context) {
    const target = await findTarget(given, context.engine)
    return saveNote(
      {
        ...target,
        expected: given.expected_version,
        decide: (before) => {
          if (given.restore !== undefined) return restored(given, target, context.engine)
          if (given.content === undefined) throw new WukuError('bad-input', msg('noContent'))
          if (!before) throw new WukuError('not-found', msg('notThere', { path: target.path.slice(0, 200) }))
          return editText(before, { ...given, content: given.content })
        },
      },
      context,
    )
  },
  render: (saved) => renderSaved(saved),
})

async function restored({ restore = '', content, old, section_marker }: Input, target: Target, engine: Engine) {
  if ((content ?? old ?? section_marker) !== undefined) throw new WukuError('bad-input', msg('restoreConflict'))
  const versions = await listVersions(target, engine.files.blobs)
  const storedVersion = versions.find(({ hash }) => hash.startsWith(digitsOf(restore)))
  const bytes = storedVersion && (await engine.files.blobs.get(storedVersion.key))
  if (bytes) return bytes
  throw new WukuError('not-found', msg('versionOfIsNotKeptNothing', { restore, path: target.path }))
}
