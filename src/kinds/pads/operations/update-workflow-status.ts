import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { demandVersion, demandWorkflow } from '../lookup.ts'
import { brief, presentWorkflow, sayAll } from '../present.ts'
import { expectedVersion, message, workflowId, workflowShape } from '../shapes.ts'

const input = z.strictObject({
  workflow_id: workflowId,
  is_active: z.boolean().describe('false closes it: its scratchpads stay readable and cannot be written to.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({ workflow: workflowShape, message, previous_status: z.boolean() })

export const updateWorkflowStatus = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'update-workflow-status',
  group: 'pads',
  title: 'Open or close a workflow',
  description: 'Activates or deactivates a workflow. Scratchpads are created and changed in active workflows only.',
  effect: 'write',
  input,
  output,
  aliases: { id: 'workflow_id', workflow: 'workflow_id', active: 'is_active', status: 'is_active' },
  searchHint: 'activate deactivate close reopen finish workflow 关闭 激活 工作流',
  route: { method: 'PUT', path: '/pads/workflows/{workflow_id}/status' },
  examples: [{ says: 'It is done', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', is_active: false } }],
  async run({ workflow_id: id, is_active: isActive, expected_version: expected }, { engine }) {
    const { before, after, held } = await engine.write(async ({ pads }) => {
      const known = await demandWorkflow(pads, id)
      demandVersion(known, expected, 'get-workflow')
      const changed = await pads.changeWorkflow(id, { isActive, at: engine.now() })
      return { before: known, after: changed, held: await pads.pads(id) }
    })
    const { workflow, notes } = presentWorkflow(after, { pads: held })
    const said = `Workflow "${brief(after.name)}" has been ${isActive ? 'activated' : 'deactivated'}`
    return { workflow, message: sayAll(said, notes), previous_status: before.isActive }
  },
  render: asJson,
})
