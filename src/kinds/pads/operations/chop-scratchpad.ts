import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { chopEnd } from '../chop.ts'
import { answerPadFacts, expectedVersion, message, padFactsKeys, padId } from '../shapes.ts'
import { authorOf, named, padToWrite } from '../writing.ts'

const input = z.strictObject({
  id: padId,
  lines: z.int().min(1).default(1).describe('Lines to take off.'),
  blocks: z.int().min(1).optional().describe('Appended blocks to take off; beats lines.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({
  scratchpad: z.strictObject(padFactsKeys).describe('As it is now, without its text.'),
  message,
  chopped_lines: z.int().min(0).describe('Lines that went.'),
})

export const chopScratchpad = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'chop-scratchpad',
  group: 'pads',
  title: 'Chop scratchpad',
  description:
    'Takes lines (default 1) or appended blocks off the end of a scratchpad. undo-scratchpad brings them back.',
  effect: 'write',
  input,
  output,
  aliases: { scratchpad_id: 'id', pad_id: 'id', scratchpad: 'id', line_count: 'lines', block_count: 'blocks' },
  searchHint: 'chop remove cut last lines blocks of scratchpad 删除 末尾 草稿',
  route: { method: 'POST', path: '/pads/scratchpads/{id}/chop' },
  examples: [{ says: 'Take back the last block', input: { id: '9b1d…', blocks: 1 } }],
  async run({ id, expected_version: expected, ...size }, context) {
    const { pad, chopped } = await context.engine.write(async (desk) => {
      const before = await padToWrite(desk, id, { doing: 'chop scratchpad', expected })
      if (before.content === '') return { pad: before, chopped: undefined }
      const rest = chopEnd(before.content, size)
      const change = { content: rest.text, ...authorOf(context, 'chop-scratchpad') }
      return { pad: await desk.pads.changePad(id, change), chopped: rest }
    })
    const said = chopped?.said(named(pad)) ?? `No lines to chop from empty scratchpad ${named(pad)}`
    return {
      scratchpad: answerPadFacts(pad),
      message: `${said} (${pad.bytes} bytes)`,
      chopped_lines: chopped?.lines ?? 0,
    }
  },
  render: asJson,
})
