import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { secretNote } from '../secret-note.ts'
import { answerPadFacts, expectedVersion, message, padFactsKeys, padId } from '../shapes.ts'
import { authorOf, named, padToWrite } from '../writing.ts'

const input = z.strictObject({
  id: padId,
  title: z.string().max(2_000).describe('The new title.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({ scratchpad: z.strictObject(padFactsKeys), message })

export const renameScratchpad = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'rename-scratchpad',
  group: 'pads',
  title: 'Rename a scratchpad',
  description: 'Gives a scratchpad another title. Its id, its text and its citations stay.',
  effect: 'write',
  input,
  output,
  aliases: {
    scratchpad_id: 'id',
    pad_id: 'id',
    scratchpad: 'id',
    name: 'title',
    label: 'title',
    new_title: 'title',
    new_name: 'title',
  },
  searchHint: 'rename scratchpad title 重命名 草稿 标题',
  route: { method: 'PUT', path: '/pads/scratchpads/{id}/title' },
  examples: [
    { says: 'Another title', input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', title: 'Login: decisions' } },
  ],
  async run({ id, title, expected_version: expected }, context) {
    const { before, after } = await context.engine.write(async (desk) => {
      const known = await padToWrite(desk, id, { doing: 'rename scratchpad', expected })
      const change = { title: title.toWellFormed(), ...authorOf(context, 'rename-scratchpad') }
      return { before: known, after: await desk.pads.changePad(id, change) }
    })
    return {
      scratchpad: answerPadFacts(after),
      message: `Renamed scratchpad ${named(before)} to ${named(after)}${secretNote(after.title)}`,
    }
  },
  render: asJson,
})
