import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { answerPadFacts, expectedVersion, message, padFactsKeys, padId } from '../shapes.ts'
import { named, padToWrite } from '../writing.ts'

const input = z.strictObject({ id: padId, expected_version: expectedVersion })

const output = z.strictObject({ deleted: z.strictObject(padFactsKeys).describe('What it was.'), message })

export const deleteScratchpad = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'delete-scratchpad',
  group: 'pads',
  title: 'Delete a scratchpad',
  description:
    'Deletes a scratchpad with its history for ever: this cannot be undone. To take out some of its text use ' +
    'chop-scratchpad or update-scratchpad: undo-scratchpad brings that back.',
  effect: 'delete',
  input,
  output,
  aliases: { scratchpad_id: 'id', pad_id: 'id', scratchpad: 'id' },
  searchHint: 'delete remove scratchpad 删除 草稿',
  route: { method: 'DELETE', path: '/pads/scratchpads/{id}' },
  examples: [{ says: 'As I have seen it', input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', expected_version: 4 } }],
  async run({ id, expected_version: expected }, { engine }) {
    const pad = await engine.write(async (desk) => {
      const known = await padToWrite(desk, id, { doing: 'delete scratchpad', expected })
      await desk.pads.removePad(id)
      return known
    })
    return {
      deleted: answerPadFacts(pad),
      message: `Deleted scratchpad ${named(pad)} (${pad.bytes} bytes) with its history. This cannot be undone.`,
    }
  },
  render: asJson,
})
