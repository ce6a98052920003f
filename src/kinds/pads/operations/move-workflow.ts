import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { demandVersion, demandWorkflow } from '../lookup.ts'
import { brief, presentWorkflow, sayAll } from '../present.ts'
import { expectedVersion, message, projectScope, workflowId, workflowShape } from '../shapes.ts'

const input = z.strictObject({
  workflow_id: workflowId,
  project_scope: projectScope.unwrap().nullable().describe('The project that it shall belong to; null or "" for none.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({ workflow: workflowShape, message })

export const moveWorkflow = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'move-workflow',
  group: 'pads',
  title: 'Move a workflow',
  description: 'Moves a workflow with all its scratchpads to another project scope, or to none: then it is global.',
  effect: 'write',
  input,
  output,
  aliases: {
    id: 'workflow_id',
    workflow: 'workflow_id',
    scope: 'project_scope',
    project: 'project_scope',
    new_scope: 'project_scope',
  },
  searchHint: 'move workflow project scope change 移动 工作流 项目',
  route: { method: 'PUT', path: '/pads/workflows/{workflow_id}/scope' },
  examples: [
    { says: 'To a project', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', project_scope: 'shop' } },
    { says: 'To none', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', project_scope: null } },
  ],
  async run({ workflow_id: id, project_scope: wanted, expected_version: expected }, { engine }) {
    const scope = wanted?.toWellFormed() || null
    const { before, after } = await engine.write(async ({ pads }) => {
      const known = await demandWorkflow(pads, id)
      demandVersion(known, expected, 'get-workflow')
      return { before: known, after: await pads.changeWorkflow(id, { scope, at: engine.now() }) }
    })
    const { workflow, notes } = presentWorkflow(after)
    const said = `Moved workflow "${brief(after.name)}" from ${placeOf(before.scope)} to ${placeOf(scope)}`
    return { workflow, message: sayAll(said, notes) }
  },
  render: asJson,
})

const placeOf = (scope: string | null): string => (scope ? `scope "${brief(scope)}"` : 'no scope')
