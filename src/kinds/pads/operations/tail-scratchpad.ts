import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { countLines } from '../lines.ts'
import { answerPadFacts, message, padId, padShape } from '../shapes.ts'
import { tailOf } from '../tail.ts'
import { named } from '../writing.ts'

const input = z.strictObject({
  id: padId,
  tail_size: z
    .strictObject({
      lines: z.int().min(1).optional().describe('Lines.'),
      chars: z.int().min(1).optional().describe('Characters.'),
      blocks: z.int().min(1).optional().describe('Blocks, as appended.'),
    })
    .optional()
    .describe('Exactly one of them. Default: 50 lines.'),
  lines: z.int().min(1).optional().describe('The same as tail_size.lines.'),
  include_content: z.boolean().default(true).describe('false: numbers only.'),
  full_content: z.boolean().default(false).describe('The whole text; beats tail_size.'),
})

const count = z.int().min(0)

const tailed = padShape.extend({
  is_tail_content: z.boolean().describe('false: full_content was asked for.'),
  tail_lines: count.describe('Lines of the tail.'),
  tail_chars: count.describe('Its UTF-16 units.'),
  total_lines: count.describe('Lines of the whole text.'),
})

const output = z.strictObject({ scratchpad: tailed.nullable().describe('null: there is none with this id.'), message })

export const tailScratchpad = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'tail-scratchpad',
  group: 'pads',
  title: 'Tail of a scratchpad',
  description:
    'Reads the end of a scratchpad: its last lines, characters or appended blocks (default 50 lines), or with ' +
    'full_content all of it.',
  effect: 'read',
  input,
  output,
  aliases: {
    scratchpad_id: 'id',
    pad_id: 'id',
    scratchpad: 'id',
    size: 'tail_size',
    tail: 'tail_size',
    full: 'full_content',
  },
  searchHint: 'tail end last lines blocks of scratchpad 末尾 最后 草稿',
  route: { method: 'GET', path: '/pads/scratchpads/{id}/tail' },
  examples: [
    { says: 'The last three appended blocks', input: { id: '9b1d…', tail_size: { blocks: 3 } } },
    { says: 'The whole text', input: { id: '9b1d…', full_content: true } },
  ],
  async run({ id, ...wanted }, { engine }) {
    const pad = await engine.read((view) => view.pads.pad(id))
    if (!pad) return { scratchpad: null, message: `Scratchpad not found: ${id}` }
    const { full_content: isFull, include_content: isShown } = wanted
    const tail = isFull ? { content: pad.content, said: 'full content' } : tailOf(pad.content, sizeOf(wanted))
    const numbers = {
      is_tail_content: !isFull,
      tail_lines: countLines(tail.content),
      tail_chars: tail.content.length,
      total_lines: countLines(pad.content),
    }
    const isPart = tail.content.length < pad.content.length
    const hint = isShown ? (isPart ? ' - use full_content=true for complete content' : '') : EXCLUDED
    return {
      scratchpad: { ...answerPadFacts(pad), content: isShown ? tail.content : '', ...numbers },
      message:
        `Retrieved ${isFull ? '' : 'tail from '}scratchpad ${named(pad)} (${tail.said}) - ` +
        `${numbers.tail_lines}/${numbers.total_lines} lines, ${numbers.tail_chars} chars${hint}`,
    }
  },
  render: asJson,
})

/** `lines` by itself is how "chop-scratchpad" takes it. */
const sizeOf = ({ tail_size: size, lines }: Pick<z.output<typeof input>, 'tail_size' | 'lines'>) =>
  lines === undefined ? size : { ...size, lines }

const EXCLUDED = ' - Content excluded (include_content=false)'
