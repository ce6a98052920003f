import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { demandActive, demandVersion, demandWorkflow } from '../lookup.ts'
import { secretNote } from '../secret-note.ts'
import { expectedVersion, message, padShape, workflowId } from '../shapes.ts'
import { answerWritten, authorOf, named } from '../writing.ts'

const input = z.strictObject({
  workflow_id: workflowId,
  title: z.string().max(2_000).describe('Title.'),
  content: z.string().describe('Text, kept as it is.'),
  include_content: z.boolean().default(false).describe('Whether to answer with the text.'),
  expected_version: expectedVersion.describe('Version of the workflow that you have seen.'),
})

const output = z.strictObject({ scratchpad: padShape.describe('The new scratchpad.'), message })

export const createScratchpad = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'create-scratchpad',
  group: 'pads',
  title: 'Create scratchpad',
  description:
    'Begin a new scratchpad in a workflow: a plan, findings or a to-do list that must outlive this conversation. ' +
    'Needs the workflow_id of create-workflow. To add to one that exists: append-scratchpad.',
  effect: 'write',
  input,
  output,
  aliases: { workflow: 'workflow_id', name: 'title', label: 'title', text: 'content', body: 'content' },
  searchHint: 'create new scratchpad note in workflow 新建 创建 草稿 笔记',
  route: { method: 'POST', path: '/pads/workflows/{workflow_id}/scratchpads' },
  examples: [
    {
      says: 'A scratchpad with its first text',
      input: {
        workflow_id: '3f0c…',
        title: 'Login: findings',
        content: '# Findings\n\nThe token expires at midnight.',
      },
    },
  ],
  async run(wanted, context) {
    const [title, content] = [wanted.title.toWellFormed(), wanted.content.toWellFormed()]
    const pad = await context.engine.write(async ({ pads }) => {
      const workflow = await demandWorkflow(pads, wanted.workflow_id)
      demandActive(workflow, 'create scratchpad')
      demandVersion(workflow, wanted.expected_version, 'get-workflow')
      const { at, ...author } = authorOf(context, 'create-scratchpad')
      const draft = { id: randomUUID(), workflow: workflow.id, title, content, createdAt: at, updatedAt: at }
      return pads.addPad({ ...draft, ...author })
    })
    return {
      scratchpad: answerWritten(pad, wanted.include_content),
      message: `Created scratchpad ${named(pad)} (${pad.bytes} bytes) in workflow ${pad.workflow}.${secretNote(`${title}\n${content}`)}`,
    }
  },
  render: asJson,
})
