import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import type { Pad } from '@wuku/core/ports/pads'
import { answerPadFacts, expectedVersion, message, padId, padShape, padAliases } from '../pad-shapes.ts'
import { capped, controlContent, type ControlledContent } from '../control.ts'
import { editModes, editText, type Edit, type Edited } from '../edit.ts'
import { authorOf, named, secretNote, changeText } from '../writing.ts'

const input = z.strictObject({
  id: padId,
  mode: z.enum(editModes).describe('replace: content becomes the whole text.'),
  content: z.string().describe('New text; with replace_lines, empty text deletes the lines.'),
  line_number: z.int().min(1).optional().describe('insert_at_line: insert before this line, from 1.'),
  start_line: z.int().min(1).optional().describe('replace_lines: first line, from 1.'),
  end_line: z.int().min(1).optional().describe('replace_lines: last line.'),
  section_marker: z
    .string()
    .max(2_000)
    .optional()
    .describe('append_section: text of the first line of the section, such as "## Todo".'),
  include_content: z
    .boolean()
    .optional()
    .describe('true: return the whole text; false: none. Default: up to 2000 characters.'),
  expected_version: expectedVersion,
})

const line = z.int().min(1)
const bytes = z.int()

/** In characters. */
const defaults = { cap: 2_000, preview: 500 }

export const updateScratchpad = defineOperation({
  name: 'update-scratchpad',
  group: 'pads',
  title: 'Edit scratchpad',
  description:
    'Edit the text of a scratchpad: replace all of it, insert at a line, replace lines, or append to a section. undo-scratchpad ' +
    'can undo it.',
  effect: 'write',
  addsText: true,
  input,
  output: z.strictObject({
    scratchpad: padShape.describe('Its current state.'),
    message,
    operation_details: z
      .strictObject({
        mode: z.enum(editModes).describe('As asked.'),
        lines_affected: z.int().min(0).describe('Lines written.'),
        size_change_bytes: bytes.describe('Change in size; negative if it shrank.'),
        previous_size_bytes: bytes.describe('Version before the edit.'),
        insertion_point: line.optional().describe('First line of the new content.'),
        replaced_range: z
          .strictObject({ start_line: line.describe('First line.'), end_line: line.describe('Last.') })
          .optional()
          .describe('Lines that were replaced.'),
      })
      .describe('Summary of the edit.'),
  }),
  aliases: {
    ...padAliases,
    ...aliasesOf({
      mode: ['operation', 'action'],
      content: ['text', 'new_content'],
      line_number: ['line'],
      start_line: ['start'],
      end_line: ['end'],
      section_marker: ['section', 'marker', 'heading'],
    }),
  },
  searchHint: 'update edit replace insert lines section of scratchpad 修改 替换 插入 草稿',
  route: { method: 'PATCH', path: '/pads/scratchpads/{id}/content' },
  examples: [
    {
      label: 'One more item in a section',
      input: { id: '9b1d…', mode: 'append_section', section_marker: '## Todo', content: '- renew the token' },
    },
    {
      label: 'Replace lines',
      input: { id: '9b1d…', mode: 'replace_lines', start_line: 3, end_line: 4, content: 'done' },
    },
  ],
  async run({ id, expected_version: expected, include_content: included, ...given }, context) {
    const edit = { ...given, content: given.content.toWellFormed() }
    const intent = { id, doing: 'update scratchpad', expected }
    const author = authorOf(context, 'update-scratchpad')
    const decide = ({ content }: Pad) => ({ content: editText(content, edit).text, ...author })
    const { before, after: pad } = await changeText(context.engine, intent, decide)
    const edited = editText(before.content, edit)
    const { text: _, ...details } = edited
    const shown: ControlledContent = included
      ? { content: pad.content }
      : controlContent(pad.content, { include_content: included }, defaults)
    return {
      scratchpad: { ...answerPadFacts(pad), ...shown },
      message: describeEdit(pad, edit, edited) + describeContent(shown, included) + secretNote(edit.content),
      operation_details: {
        mode: edit.mode,
        ...details,
        size_change_bytes: pad.bytes - before.bytes,
        previous_size_bytes: before.bytes,
      },
    }
  },
})

function describeEdit(pad: Pad, { mode, section_marker }: Edit, edited: Edited): string {
  const { lines_affected: lines, insertion_point: at, replaced_range: range } = edited
  const added = `in scratchpad ${named(pad)} (${lines} lines added, ${pad.bytes} bytes).`
  const affected = `scratchpad ${named(pad)} (${lines} lines affected, ${pad.bytes} bytes).`
  if (mode === 'replace') return `Replaced entire content of ${affected}`
  if (mode === 'insert_at_line') return `Inserted content at line ${at} ${added}`
  if (mode === 'replace_lines') return `Replaced lines ${range?.start_line}-${range?.end_line} in ${affected}`
  return `Appended content to section "${capped(section_marker ?? '', 100, '…')}" at line ${at} ${added}`
}

function describeContent({ content_control_applied: applied }: ControlledContent, included: boolean | undefined) {
  if (included === false) return ' Content not included in response.'
  return applied === undefined ? '' : ` Content control: ${applied}.`
}
