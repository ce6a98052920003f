import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { brief, presentWorkflow, sayAll } from '../present.ts'
import { secretNote } from '../secret-note.ts'
import { message, projectScope, workflowShape } from '../shapes.ts'

const input = z.strictObject({
  name: z.string().max(2_000).describe('What the work is called.'),
  description: z.string().max(100_000).optional().describe('What it is about.'),
  project_scope: projectScope,
})

const output = z.strictObject({ workflow: workflowShape, message })

export const createWorkflow = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'create-workflow',
  group: 'pads',
  title: 'Create a workflow',
  description:
    'Begin a workflow: the place for the scratchpads of one long piece of work, so that its plan survives this ' +
    'conversation. Returns the workflow_id for create-scratchpad. Not for work to be continued: ' +
    'get-latest-active-workflow.',
  effect: 'write',
  input,
  output,
  aliases: {
    title: 'name',
    label: 'name',
    workflow_name: 'name',
    desc: 'description',
    scope: 'project_scope',
    project: 'project_scope',
  },
  searchHint: 'new workflow task project scratchpads 新建 工作流',
  route: { method: 'POST', path: '/pads/workflows' },
  examples: [
    {
      says: 'For one project',
      input: { name: 'Login page', description: 'Rewrite of the login', project_scope: 'shop' },
    },
    { says: 'For none', input: { name: '资料整理' } },
  ],
  async run({ name, description, project_scope: scope }, { engine }) {
    const at = engine.now()
    const made = await engine.write((desk) =>
      desk.pads.addWorkflow({
        id: randomUUID(),
        name: name.toWellFormed(),
        description: description?.toWellFormed() ?? null,
        scope: scope?.toWellFormed() || null,
        isActive: true,
        createdAt: at,
        updatedAt: at,
      }),
    )
    const { workflow, notes } = presentWorkflow(made)
    const within = made.scope ? ` (scope: ${brief(made.scope)})` : ''
    return {
      workflow,
      message:
        sayAll(`Created workflow "${brief(made.name)}" with ID ${made.id}${within}`, notes) +
        secretNote(`${made.name}\n${made.description ?? ''}`),
    }
  },
  render: asJson,
})
