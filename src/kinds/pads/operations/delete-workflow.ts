import { z } from 'zod'
import { WukuError } from '../../../core/errors.ts'
import { defineOperation } from '../../../engine/operation.ts'
import type { PadFacts, Workflow } from '../../../ports/pads.ts'
import { asJson } from '../answer.ts'
import { demandVersion, demandWorkflow } from '../lookup.ts'
import { brief } from '../present.ts'
import { expectedVersion, message, workflowId } from '../shapes.ts'

const input = z.strictObject({
  workflow_id: workflowId,
  force: z.boolean().default(false).describe('Also when it is active and holds scratchpads.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({
  deleted: z.strictObject({
    id: z.string(),
    name: z.string(),
    project_scope: z.string().nullable(),
    scratchpads: z.int().min(0).describe('How many went with it.'),
    size_bytes: z.int().min(0).describe('Of their texts.'),
  }),
  message,
})

export const deleteWorkflow = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'delete-workflow',
  group: 'pads',
  title: 'Delete a workflow',
  description:
    'Deletes a workflow with all its scratchpads and their history for ever: this cannot be undone. To put it aside use ' +
    'update-workflow-status. An active one that holds scratchpads needs force.',
  effect: 'delete',
  input,
  output,
  aliases: { id: 'workflow_id', workflow: 'workflow_id', confirm: 'force' },
  searchHint: 'delete remove workflow and scratchpads 删除 工作流',
  route: { method: 'DELETE', path: '/pads/workflows/{workflow_id}' },
  examples: [{ says: 'A closed one', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } }],
  async run({ workflow_id: id, force, expected_version: expected }, { engine }) {
    const { workflow, held } = await engine.write(async ({ pads }) => {
      const known = await demandWorkflow(pads, id)
      demandVersion(known, expected, 'get-workflow')
      const contents = await pads.pads(id)
      if (known.isActive && contents.length > 0 && !force) throw stillInUse(known, contents)
      await pads.removeWorkflow(id)
      return { workflow: known, held: contents }
    })
    return {
      deleted: {
        id,
        name: brief(workflow.name),
        project_scope: workflow.scope && brief(workflow.scope),
        scratchpads: held.length,
        size_bytes: bytesOf(held),
      },
      message:
        `Deleted workflow "${brief(workflow.name)}" with ${held.length} scratchpads (${bytesOf(held)} bytes). ` +
        'This cannot be undone.',
    }
  },
  render: asJson,
})

const bytesOf = (pads: readonly PadFacts[]): number => pads.reduce((sum, { bytes }) => sum + bytes, 0)

const stillInUse = ({ id, name }: Workflow, held: readonly PadFacts[]): WukuError =>
  new WukuError(
    'conflict',
    `Workflow "${brief(name)}" is active and holds ${held.length} scratchpads (${bytesOf(held)} bytes). Nothing was deleted.`,
    `Close it with "update-workflow-status" (workflow_id "${id}", is_active false), or repeat the call with force true: it cannot be undone.`,
  )
