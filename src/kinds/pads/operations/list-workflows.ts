import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import type { PadView, WorkflowsRequest } from '../../../ports/pads.ts'
import { asJson } from '../answer.ts'
import { fitAnswer } from '../budget.ts'
import { message, projectScope, workflowShape } from '../shapes.ts'
import { MOST_LISTED, workflowLists, type ListedPage, type WorkflowList } from '../workflow-list.ts'

const input = z.strictObject({
  project_scope: projectScope.describe('Only workflows of exactly this project. Default: all.'),
  limit: z.int().min(1).max(100).default(20).describe('Most workflows.'),
  offset: z.int().min(0).default(0).describe('Newer ones to skip.'),
  preview_mode: z.boolean().optional().describe('Descriptions of at most 200 characters.'),
  max_content_chars: z.int().min(10).optional().describe('Most characters of a description.'),
  include_content: z.boolean().optional().describe('false: no descriptions.'),
})

const count = z.int().min(0)

const output = z.strictObject({
  workflows: z.array(workflowShape),
  count: count.describe('In this answer.'),
  total: count,
  has_more: z.boolean(),
  next_offset: count.nullable(),
  message: message.describe('How much is listed, and what was shortened.'),
})

export const listWorkflows = defineOperation<z.output<typeof input>, WorkflowList>({
  name: 'list-workflows',
  group: 'pads',
  title: 'List workflows',
  description:
    'All workflows, written to last at the top, each with its newest scratchpads. To find one by words: ' +
    'search-workflows; the one to go on with: get-latest-active-workflow. The answer stays under 12,000 characters ' +
    'and says what it left out.',
  effect: 'read',
  input,
  output,
  aliases: {
    scope: 'project_scope',
    project: 'project_scope',
    page_size: 'limit',
    per_page: 'limit',
    max_results: 'limit',
    skip: 'offset',
    preview: 'preview_mode',
  },
  searchHint: 'list all workflows projects scratchpads 列出 工作流',
  route: { method: 'GET', path: '/pads/workflows' },
  examples: [
    { says: 'The newest', input: {} },
    { says: 'The next of one project', input: { project_scope: 'shop', offset: 20 } },
  ],
  async run({ project_scope, limit, offset, ...wanted }, { engine }) {
    const scope = project_scope || undefined
    const page = await engine.read((view) => pageOf(view.pads, { scope, limit, offset }))
    return fitAnswer(workflowLists({ ...page, offset, scope, wanted }), MOST_LISTED)
  },
  render: asJson,
})

async function pageOf(pads: PadView, request: WorkflowsRequest): Promise<Pick<ListedPage, 'items' | 'total'>> {
  const { items, total } = await pads.workflows(request)
  return {
    items: await Promise.all(items.map(async (workflow) => ({ workflow, pads: await pads.pads(workflow.id) }))),
    total,
  }
}
