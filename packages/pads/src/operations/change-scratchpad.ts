import { msg } from '@wuku/messages/pads'
import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { answerPadFacts, expectedVersion, message, padFactsKeys, padId, workflowId, padAliases } from '../pad-shapes.ts'
import {
  authorOf,
  named,
  padToWrite,
  secretNote,
  changeText,
  writeToPad,
  requireActive,
  requireWorkflow,
} from '../writing.ts'
import { brief } from '../present.ts'

const input = z.strictObject({
  id: padId,
  title: z.string().max(2_000).describe('The new title.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({ scratchpad: z.strictObject(padFactsKeys), message })

export const renameScratchpad = defineOperation({
  name: 'rename-scratchpad',
  group: 'pads',
  title: 'Rename a scratchpad',
  description: 'Change the title of a scratchpad. Its id, text and citations stay.',
  effect: 'write',
  input,
  output,
  aliases: {
    ...padAliases,
    name: 'title',
    label: 'title',
    new_title: 'title',
    new_name: 'title',
  },
  searchHint: 'rename scratchpad title 重命名 草稿 标题',
  route: { method: 'PUT', path: '/pads/scratchpads/{id}/title' },
  examples: [
    { label: 'A new title', input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', title: 'Login: decisions' } },
  ],
  async run({ id, title, expected_version: expected }, context) {
    const change = { title: title.toWellFormed(), ...authorOf(context, 'rename-scratchpad') }
    const intent = { id, doing: 'rename scratchpad', expected }
    const { before, after } = await changeText(context.engine, intent, () => change)
    return {
      scratchpad: answerPadFacts(after),
      message: msg('renamedPad', { before: named(before), after: named(after), note: secretNote(after.title) }),
    }
  },
})

const moveScratchpadInput = z.strictObject({
  id: padId,
  workflow_id: workflowId.describe('Id of the new workflow.'),
  expected_version: expectedVersion,
})

const moveScratchpadOutput = z.strictObject({ scratchpad: z.strictObject(padFactsKeys), message })

export const moveScratchpad = defineOperation({
  name: 'move-scratchpad',
  group: 'pads',
  title: 'Move a scratchpad',
  description: 'Move a scratchpad, with its history, to another workflow. Both workflows must be active.',
  effect: 'write',
  input: moveScratchpadInput,
  output: moveScratchpadOutput,
  aliases: {
    ...padAliases,
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
      label: 'To another workflow',
      input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', workflow_id: '0e984725-c51c-4bf4-9960-e1c80e27aba0' },
    },
  ],
  async run({ id, workflow_id: to, expected_version: expected }, context) {
    const { pad, target, isThere } = await context.engine.pads.write('all', async (transaction) => {
      const doing = 'move scratchpad'
      const known = await padToWrite(transaction, id, { doing, expected })
      const goal = await requireWorkflow(transaction.pads, to)
      requireActive(goal, doing)
      if (known.workflow === to) return { pad: known, target: goal, isThere: true }
      const change = { workflow: to, ...authorOf(context, 'move-scratchpad') }
      return { pad: await transaction.pads.changePad(id, change), target: goal, isThere: false }
    })
    const where = `workflow "${brief(target.name)}"`
    return {
      scratchpad: answerPadFacts(pad),
      message: isThere
        ? `Scratchpad ${named(pad)} is in ${where} already: nothing was changed`
        : `Moved scratchpad ${named(pad)} to ${where}`,
    }
  },
})

const deleteScratchpadInput = z.strictObject({ id: padId, expected_version: expectedVersion })

const deleteScratchpadOutput = z.strictObject({
  deleted: z.strictObject(padFactsKeys).describe('Its last state.'),
  message,
})

export const deleteScratchpad = defineOperation({
  name: 'delete-scratchpad',
  group: 'pads',
  title: 'Delete a scratchpad',
  description:
    'Permanently delete a scratchpad and its history. To remove some of its text, use ' +
    'chop-scratchpad or update-scratchpad: undo-scratchpad can undo those.',
  effect: 'delete',
  input: deleteScratchpadInput,
  output: deleteScratchpadOutput,
  aliases: { ...padAliases },
  searchHint: 'delete remove scratchpad 删除 草稿',
  route: { method: 'DELETE', path: '/pads/scratchpads/{id}' },
  examples: [
    {
      label: 'Only if unchanged since read',
      input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', expected_version: 4 },
    },
  ],
  async run({ id, expected_version: expected }, { engine }) {
    const pad = await writeToPad(engine, { id, doing: 'delete scratchpad', expected }, async (transaction, known) => {
      await transaction.pads.removePad(id)
      return known
    })
    return {
      deleted: answerPadFacts(pad),
      message: msg('deletedPad', { pad: named(pad), bytes: pad.bytes }),
    }
  },
})
