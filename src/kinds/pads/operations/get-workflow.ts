import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { brief, presentWorkflow, sayAll } from '../present.ts'
import { message, workflowId, workflowShape } from '../shapes.ts'

const input = z.strictObject({
  workflow_id: workflowId,
  include_scratchpads_summary: z.boolean().default(true).describe('Whether to list its 20 newest scratchpads.'),
})

const output = z.strictObject({
  workflow: workflowShape.nullable().describe('null when there is none.'),
  message: message.describe('What was found.'),
})

export const getWorkflow = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'get-workflow',
  group: 'pads',
  title: 'Get a workflow',
  description: 'One workflow with its whole description, its version and its newest scratchpads, by its id.',
  effect: 'read',
  input,
  output,
  aliases: { id: 'workflow_id', workflow: 'workflow_id', include_summary: 'include_scratchpads_summary' },
  searchHint: 'get show workflow description scratchpads 查看 工作流',
  route: { method: 'GET', path: '/pads/workflows/{workflow_id}' },
  examples: [{ says: 'One workflow', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } }],
  async run({ workflow_id: id, include_scratchpads_summary: isSummarised }, { engine }) {
    const found = await engine.read(async ({ pads }) => {
      const known = await pads.workflow(id)
      return known && { known, pads: isSummarised ? await pads.pads(id) : undefined }
    })
    if (!found) return { workflow: null, message: `Workflow not found: ${id}` }
    const { workflow, notes } = presentWorkflow(found.known, { pads: found.pads, whole: true })
    return { workflow, message: sayAll(`Found workflow: "${brief(found.known.name)}" (${id})`, notes) }
  },
  render: asJson,
})
