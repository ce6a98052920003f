import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import type { Pad } from '../../../ports/pads.ts'
import { asJson } from '../answer.ts'
import { controlContent, controlKeys, type ControlledContent } from '../control.ts'
import { demandOneRange, selectLines, type Selection } from '../selection.ts'
import { answerPadFacts, citePad, message, padId, padShape } from '../shapes.ts'
import { named } from '../writing.ts'

const input = z.strictObject({
  id: padId,
  line_range: z
    .strictObject({
      start: z.int().min(1).describe('First line, from 1.'),
      end: z.int().min(1).optional().describe('Last line. Default: the end.'),
    })
    .optional()
    .describe('Only these lines; not with line_context.'),
  start_line: z.int().min(1).optional().describe('The same as line_range.start.'),
  end_line: z.int().min(1).optional().describe('The same as line_range.end.'),
  line_context: z
    .strictObject({
      line: z.int().min(1).describe('The line, from 1.'),
      before: z.int().min(0).default(2).describe('Lines before it.'),
      after: z.int().min(0).default(2).describe('Lines after it.'),
      include_block: z.boolean().default(false).describe('The whole block that holds the line instead.'),
    })
    .optional()
    .describe('Only the lines around one.'),
  ...controlKeys,
})

const output = z.strictObject({
  scratchpad: padShape.nullable().describe('null: there is none with this id.'),
  message,
})

/** In characters. */
const defaults = { cap: 2_000, preview: 500 }

export const getScratchpad = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'get-scratchpad',
  group: 'pads',
  title: 'Get scratchpad',
  description:
    'Read a scratchpad: its text up to 2000 characters (the end of a longer one says how to have the rest), a range ' +
    'of lines, the lines around one, or the block that holds it. Its last lines: tail-scratchpad.',
  effect: 'read',
  input,
  output,
  aliases: {
    scratchpad_id: 'id',
    pad_id: 'id',
    scratchpad: 'id',
    range: 'line_range',
    lines: 'line_range',
    context: 'line_context',
    preview: 'preview_mode',
    max_chars: 'max_content_chars',
  },
  searchHint: 'get read show scratchpad text lines 读取 草稿 内容',
  route: { method: 'GET', path: '/pads/scratchpads/{id}' },
  examples: [
    { says: 'A scratchpad', input: { id: '9b1d…' } },
    { says: 'Lines 10 to 40', input: { id: '9b1d…', line_range: { start: 10, end: 40 } } },
    {
      says: 'The block that holds line 52',
      input: { id: '9b1d…', line_context: { line: 52, before: 2, after: 2, include_block: true } },
    },
  ],
  async run({ id, line_range, line_context, ...wanted }, { engine }) {
    const lines = { line_range: line_range ?? rangeOf(wanted), line_context }
    demandOneRange(lines)
    const pad = await engine.read((view) => view.pads.pad(id))
    if (!pad) return { scratchpad: null, message: `Scratchpad not found: ${id}` }
    const selection = selectLines(pad.content, lines)
    const shown = controlContent(selection?.content ?? pad.content, wanted, defaults)
    return {
      scratchpad: { ...answerPadFacts(pad), ...(selection && factsOf(pad, selection)), ...shown },
      message: messageOf(pad, selection, shown),
    }
  },
  render: asJson,
})

/** How "update-scratchpad" takes lines. */
const rangeOf = ({ start_line: start, end_line: end }: Pick<z.output<typeof input>, 'start_line' | 'end_line'>) =>
  start === undefined && end === undefined ? undefined : { start: start ?? 1, end }

const factsOf = ({ id }: Pad, { content, from, to }: Selection) => ({
  size_bytes: Buffer.byteLength(content),
  citation: content === '' ? citePad(id) : citePad(id, { from, to }),
})

function messageOf(pad: Pad, selection: Selection | undefined, shown: ControlledContent): string {
  const range = selection ? ` - Range: ${selection.said}` : ''
  const warning = shown.parameter_warning ? ` - WARNING: ${shown.parameter_warning}` : ''
  const control = shown.content_control_applied ? ` - Content control: ${shown.content_control_applied}` : ''
  return `Retrieved scratchpad ${named(pad)} (${pad.bytes} bytes total)${range}${warning}${control}`
}
