import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { demandActive, demandWorkflow } from '../lookup.ts'
import { brief } from '../present.ts'
import { answerPadFacts, expectedVersion, message, padFactsKeys, padId, workflowId } from '../shapes.ts'
import { authorOf, named, padToWrite } from '../writing.ts'

const input = z.strictObject({
  id: padId,
  workflow_id: workflowId.describe('The workflow that it shall belong to.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({ scratchpad: z.strictObject(padFactsKeys), message })

export const moveScratchpad = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'move-scratchpad',
  group: 'pads',
  title: 'Move a scratchpad',
  description: 'Moves a scratchpad with its history to another workflow. Both workflows must be active.',
  effect: 'write',
  input,
  output,
  aliases: {
    scratchpad_id: 'id',
    pad_id: 'id',
    scratchpad: 'id',
    to: 'workflow_id',
    workflow: 'workflow_id',
    to_workflow_id: 'workflow_id',
    target_workflow_id: 'workflow_id',
    new_workflow_id: 'workflow_id',
  },
  searchHint: 'move scratchpad to another workflow 移动 草稿',
  route: { method: 'PUT', path: '/pads/scratchpads/{id}/workflow' },
  examples: [
    {
      says: 'To another workflow',
      input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', workflow_id: '0e984725-c51c-4bf4-9960-e1c80e27aba0' },
    },
  ],
  async run({ id, workflow_id: to, expected_version: expected }, context) {
    const { pad, target, isThere } = await context.engine.write(async (desk) => {
      const doing = 'move scratchpad'
      const known = await padToWrite(desk, id, { doing, expected })
      const goal = await demandWorkflow(desk.pads, to)
      demandActive(goal, doing)
      if (known.workflow === to) return { pad: known, target: goal, isThere: true }
      const change = { workflow: to, ...authorOf(context, 'move-scratchpad') }
      return { pad: await desk.pads.changePad(id, change), target: goal, isThere: false }
    })
    const where = `workflow "${brief(target.name)}"`
    return {
      scratchpad: answerPadFacts(pad),
      message: isThere
        ? `Scratchpad ${named(pad)} is in ${where} already: nothing was changed`
        : `Moved scratchpad ${named(pad)} to ${where}`,
    }
  },
  render: asJson,
})
