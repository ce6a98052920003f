import { tr } from '@wuku/messages/message'
import { z } from 'zod'
import { isoTime } from '@wuku/kernel/day'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count, documentName } from '@wuku/kernel/base/operation-shapes'
import { listVersions } from '@wuku/kernel/writing/file-versions'
import { findTarget } from '../writing/target.ts'

const input = z.strictObject({
  path: documentName.describe('The note: a citation, #docid, or its path.'),
  source: z.string().min(1).max(200).optional().describe('Source of the note, if the path alone is ambiguous.'),
})

export const noteHistory = defineOperation({
  name: 'note_history',
  group: 'notes',
  title: 'Versions of a note',
  description:
    'List the earlier versions of a note that write_note and edit_note changed. Use it to undo a change: edit_note ' +
    'with restore. Does not cover changes that people made in an editor.',
  effect: 'read',
  input,
  output: z.strictObject({
    versions: z
      .array(
        z.strictObject({
          version: z.string().describe('Pass it to edit_note as restore.'),
          replacedAt: z.string().nullable().describe('Time when a write replaced it, ISO 8601.'),
          bytes: count.describe('Size of the file.'),
        }),
      )
      .describe('Newest first.'),
  }),
  aliases: { citation: 'path', note: 'path', file: 'path', docid: 'path', collection: 'source' },
  searchHint: 'history versions of note undo restore previous text 历史 版本 恢复 笔记',
  command: { name: 'note-history', positional: ['path'] },
  route: { method: 'GET', path: '/notes/history' },
  examples: [{ label: 'One note', input: { path: 'todo.md' } }],
  async run(named, { engine }) {
    const versions = await listVersions(await findTarget(named, engine), engine.files.blobs)
    return {
      versions: versions.toReversed().map(({ hash, replacedAt, bytes }) => ({
        version: `#${hash.slice(0, 12)}`,
        replacedAt: isoTime(replacedAt),
        bytes,
      })),
    }
  },
  render: ({ versions }) =>
    versions.length === 0
      ? tr('No versions are kept: wuku has not changed this note.')
      : versions.map(({ version, replacedAt, bytes }) => `${version}  until ${replacedAt}  ${bytes} bytes`).join('\n'),
})
