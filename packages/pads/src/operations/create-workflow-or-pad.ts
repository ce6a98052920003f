import { msg } from '@wuku/messages/pads'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { message, projectScope, workflowShape, expectedVersion, padShape, workflowId } from '../pad-shapes.ts'
import { brief, presentWorkflow, joinMessage } from '../present.ts'
import {
  answerWritten,
  authorOf,
  named,
  secretNote,
  requireActive,
  requireVersion,
  requireWorkflow,
} from '../writing.ts'

export const createWorkflow = defineOperation({
  name: 'create-workflow',
  group: 'pads',
  title: 'Create a workflow',
  description:
    'Begin a workflow: the place for the scratchpads of one long piece of work, so that its plan survives this ' +
    'conversation. Returns the workflow_id for create-scratchpad. To continue earlier work: ' +
    'get-latest-active-workflow.',
  effect: 'write',
  input: z.strictObject({
    name: z.string().max(2_000).describe('Name of the work.'),
    description: z.string().max(100_000).optional().describe('What the work is about.'),
    project_scope: projectScope,
  }),
  output: z.strictObject({ workflow: workflowShape, message }),
  aliases: aliasesOf({
    name: ['title', 'label', 'workflow_name'],
    description: ['desc'],
    project_scope: ['scope', 'project'],
  }),
  searchHint: 'new workflow task project scratchpads 新建 工作流',
  route: { method: 'POST', path: '/pads/workflows' },
  examples: [
    {
      label: 'For one project',
      input: { name: 'Login page', description: 'Rewrite of the login', project_scope: 'shop' },
    },
    { label: 'Without a project', input: { name: '资料整理' } },
  ],
  async run({ name, description, project_scope: scope }, { engine }) {
    const at = engine.now()
    const id = randomUUID()
    const made = await engine.pads.write({ workflow: id }, (transaction) =>
      transaction.pads.addWorkflow({
        id,
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
        joinMessage(`Created workflow "${brief(made.name)}" with ID ${made.id}${within}`, notes) +
        secretNote(`${made.name}\n${made.description ?? ''}`),
    }
  },
})

export const createScratchpad = defineOperation({
  name: 'create-scratchpad',
  group: 'pads',
  title: 'Create scratchpad',
  description:
    'Begin a new scratchpad in a workflow: a plan, findings or a to-do list that must outlive this conversation. ' +
    'Needs the workflow_id of create-workflow. To add to an existing one: append-scratchpad.',
  effect: 'write',
  addsText: true,
  input: z.strictObject({
    workflow_id: workflowId,
    title: z.string().max(2_000).describe('Title of the scratchpad.'),
    content: z.string().describe('Its text, stored unchanged.'),
    include_content: z.boolean().default(false).describe('Whether to return the text.'),
    expected_version: expectedVersion.describe('Version of the workflow that you last saw.'),
  }),
  output: z.strictObject({ scratchpad: padShape.describe('The new scratchpad.'), message }),
  aliases: { workflow: 'workflow_id', name: 'title', label: 'title', text: 'content', body: 'content' },
  searchHint: 'create new scratchpad note in workflow 新建 创建 草稿 笔记',
  route: { method: 'POST', path: '/pads/workflows/{workflow_id}/scratchpads' },
  examples: [
    {
      label: 'A scratchpad with its first text',
      input: {
        workflow_id: '3f0c…',
        title: 'Login: findings',
        content: '# Findings\n\nThe token expires at midnight.',
      },
    },
  ],
  async run(request, context) {
    const [title, content] = [request.title.toWellFormed(), request.content.toWellFormed()]
    const id = randomUUID()
    const pad = await context.engine.pads.write({ workflow: request.workflow_id }, async ({ pads }) => {
      const workflow = await requireWorkflow(pads, request.workflow_id)
      requireActive(workflow, 'create scratchpad')
      requireVersion(workflow, request.expected_version, 'get-workflow')
      const { at, ...author } = authorOf(context, 'create-scratchpad')
      const draft = { id, workflow: workflow.id, title, content, createdAt: at, updatedAt: at }
      return pads.addPad({ ...draft, ...author })
    })
    const note = secretNote(`${title}\n${content}`)
    return {
      scratchpad: answerWritten(pad, request.include_content),
      message: msg('createdPad', { pad: named(pad), bytes: pad.bytes, workflow: pad.workflow, note }),
    }
  },
})
