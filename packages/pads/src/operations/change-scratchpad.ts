import { msg } from '@wuku/messages/pads'
import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import {
  answerPadFacts,
  expectedVersion,
  message,
  padFactsKeys,
  padId,
  workflowId,
  padAliases,
  EXAMPLE_ID,
} from '../pad-shapes.ts'
import { authorOf, named, padToWrite, secretNote, changeText, requireActive, requireWorkflow } from '../writing.ts'
import { brief } from '../present.ts'

const output = z.strictObject({ scratchpad: z.strictObject(padFactsKeys), message })

export const renameScratchpad = defineOperation({
  name: 'rename-scratchpad',
  group: 'pads',
  title: 'Rename a scratchpad',
  description: 'Change the title of a scratchpad. Its id, text and citations stay.',
  effect: 'write',
  input: z.strictObject({
    id: padId,
    title: z.string().max(2_000).describe('The new title.'),
    expected_version: expectedVersion,
  }),
  output,
  aliases: { ...padAliases, ...aliasesOf({ title: ['name', 'label', 'new_title', 'new_name'] }) },
  searchHint: 'rename scratchpad title 重命名 草稿 标题',
  route: { method: 'PUT', path: '/pads/scratchpads/{id}/title' },
  examples: [{ label: 'A new title', input: { id: EXAMPLE_ID, title: 'Login: decisions' } }],
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

export const moveScratchpad = defineOperation({
  name: 'move-scratchpad',
  group: 'pads',
  title: 'Move a scratchpad',
  description: 'Move a scratchpad, with its history, to another workflow. Both workflows must be active.',
  effect: 'write',
  input: z.strictObject({
    id: padId,
    workflow_id: workflowId.describe('Id of the new workflow.'),
    expected_version: expectedVersion,
  }),
  output,
  aliases: {
    ...padAliases,
    ...aliasesOf({ workflow_id: ['to', 'workflow', 'to_workflow_id', 'target_workflow_id', 'new_workflow_id'] }),
  },
  searchHint: 'move scratchpad to another workflow 移动 草稿',
  route: { method: 'PUT', path: '/pads/scratchpads/{id}/workflow' },
  examples: [
    { label: 'To another workflow', input: { id: EXAMPLE_ID, workflow_id: '0e984725-c51c-4bf4-9960-e1c80e27aba0' } },
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

export const deleteScratchpad = defineOperation({
  name: 'delete-scratchpad',
  group: 'pads',
  title: 'Delete a scratchpad',
  description:
    'Permanently delete a scratchpad and its history. To remove some of its text, use ' +
    'chop-scratchpad or update-scratchpad: undo-scratchpad can undo those.',
  effect: 'delete',
  input: z.strictObject({ id: padId, expected_version: expectedVersion }),
  output: z.strictObject({ deleted: z.strictObject(padFactsKeys).describe('Its last state.'), message }),
  aliases: { ...padAliases },
  searchHint: 'delete remove scratchpad 删除 草稿',
  route: { method: 'DELETE', path: '/pads/scratchpads/{id}' },
  examples: [{ label: 'Only if unchanged since read', input: { id: EXAMPLE_ID, expected_version: 4 } }],
  async run({ id, expected_version: expected }, { engine }) {
    const pad = await engine.pads.write('all', async (transaction) => {
      const known = await padToWrite(transaction, id, { doing: 'delete scratchpad', expected })
      await transaction.pads.removePad(id)
      return known
    })
    return { deleted: answerPadFacts(pad), message: msg('deletedPad', { pad: named(pad), bytes: pad.bytes }) }
  },
})
