import { z } from 'zod'
import { userOf } from '@wuku/kernel/base/access'
import type { Caller } from '@wuku/kernel/base/caller'
import { describeOwnership } from '@wuku/kernel/accounts/ownership-rules'
import { ownershipKeys } from '@wuku/kernel/operations/ownership'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { workflowsTable, workflowTable } from '../pad-layout.ts'
import { message, workflowId, workflowShape, projectScope, count, EXAMPLE_ID } from '../pad-shapes.ts'
import { brief, presentWorkflow, joinMessage, fitAnswer } from '../present.ts'
import type { PadView, Workflow, WorkflowsRequest } from '@wuku/core/ports/pads'
import { isAbout } from '../part-of.ts'
import { MAX_LIST_CHARS, workflowLists, type ListedPage } from '../workflow-list.ts'

export const getWorkflow = defineOperation({
  name: 'get-workflow',
  group: 'pads',
  title: 'Get a workflow',
  description: 'Get one workflow by its id, with its whole description, its version and its newest scratchpads.',
  effect: 'read',
  input: z.strictObject({
    workflow_id: workflowId,
    include_scratchpads_summary: z.boolean().default(true).describe('Whether to list its 20 newest scratchpads.'),
  }),
  output: z.strictObject({
    workflow: workflowShape
      .extend(z.strictObject(ownershipKeys).partial().shape)
      .nullable()
      .describe('null: none found.'),
    message: message.describe('Summary of the result.'),
  }),
  aliases: { id: 'workflow_id', workflow: 'workflow_id', include_summary: 'include_scratchpads_summary' },
  searchHint: 'get show workflow description scratchpads 查看 工作流',
  route: { method: 'GET', path: '/pads/workflows/{workflow_id}' },
  examples: [{ label: 'A workflow', input: { workflow_id: EXAMPLE_ID } }],
  async run({ workflow_id: id, include_scratchpads_summary: isSummarised }, { engine, caller }) {
    const found = await engine.read(async ({ pads }) => {
      const known = await pads.workflow(id)
      return known && { known, pads: isSummarised ? await pads.pads(id) : undefined }
    })
    if (!found) return { workflow: null, message: `Workflow not found: ${id}` }
    const { workflow: facts, notes } = presentWorkflow(found.known, { pads: found.pads, isFull: true })
    const { ownership } = found.known
    // Without accounts there is nobody to share with.
    const workflow = { ...facts, ...(ownership && describeOwnership(ownership, caller)) }
    return { workflow, message: joinMessage(`Found workflow: "${brief(found.known.name)}" (${id})`, notes) }
  },
  table: workflowTable,
  render: asJson,
})

export const getLatestActiveWorkflow = defineOperation({
  name: 'get-latest-active-workflow',
  group: 'pads',
  title: 'Get the latest active workflow',
  description:
    'Where the last session left off: returns the most recently updated active workflow with its scratchpads. Call it when the user says ' +
    "'continue' or asks what is still open. Read a scratchpad with open. To begin new work: create-workflow.",
  effect: 'read',
  input: z.strictObject({
    project_scope: projectScope.describe(
      'Only this project, exact match; "" for all. Default: the project of the workspace, otherwise all.',
    ),
  }),
  output: z.strictObject({
    workflow: workflowShape.nullable().describe('null: none found.'),
    message: message.describe('Summary of the result.'),
  }),
  aliases: { scope: 'project_scope', project: 'project_scope' },
  searchHint: 'latest current active workflow resume continue 继续 最近 工作流',
  route: { method: 'GET', path: '/pads/latest-workflow' },
  examples: [
    { label: 'Of this workspace', input: {} },
    { label: 'Of any project', input: { project_scope: '' } },
    { label: 'Of one project', input: { project_scope: 'shop' } },
  ],
  async run({ project_scope: scope }, { engine, caller }) {
    const workspace = scope === undefined ? await engine.workspace.folder() : undefined
    const isNear = workspace === undefined ? () => true : isAbout(workspace)
    const found = await engine.read(async ({ pads }) => {
      const newest = await newestActive(pads, scope, { isNear, isOwn: ownedBy(caller) })
      return newest && { newest, pads: await pads.pads(newest.id) }
    })
    if (!found) return { workflow: null, message: noneIn(scope ?? '') }
    const { workflow, notes } = presentWorkflow(found.newest, { pads: found.pads })
    const within = scope ? ` (scope: ${brief(scope)})` : ''
    const isOtherWorkspace = !isNear(found.newest)
    const summary = `Found latest active workflow: "${brief(found.newest.name)}" (${workflow.id})${within}`
    return { workflow, message: joinMessage(summary, isOtherWorkspace ? [OTHER_WORKSPACE_NOTE, ...notes] : notes) }
  },
  table: workflowTable,
  render: asJson,
})

const OTHER_WORKSPACE_NOTE = 'No active workflow belongs to this workspace; this is the most recently updated of all.'

/** More than anybody keeps active at once. */
const MAX_ACTIVE_WORKFLOWS = 1_000

/** One that is near before one that is not, and of these an own one before one that somebody else shared. */
async function newestActive(
  pads: PadView,
  scope: string | undefined,
  { isNear, isOwn }: Readonly<Record<'isNear' | 'isOwn', (workflow: Workflow) => boolean>>,
): Promise<Workflow | undefined> {
  const page = { scope: scope || undefined, isActive: true, offset: 0 }
  const [newest] = (await pads.workflows({ ...page, limit: 1 })).items
  if (!newest || (isOwn(newest) && isNear(newest))) return newest
  const { items } = await pads.workflows({ ...page, limit: MAX_ACTIVE_WORKFLOWS })
  const near = items.filter(isNear)
  return near.find(isOwn) ?? near[0] ?? items.find(isOwn) ?? newest
}

const ownedBy = (caller: Pick<Caller, 'sees' | 'actor'>) => {
  const user = userOf(caller)
  return ({ ownership }: Workflow): boolean =>
    user === undefined ? !ownership || ownership.owner === 'local' : ownership?.owner === user
}

const noneIn = (scope: string): string =>
  scope === ''
    ? 'No active workflow found. "create-workflow" begins one.'
    : `No active workflow found in scope "${brief(scope)}". project_scope "" looks in all; "create-workflow" begins one.`

const listWorkflowsOutput = z.strictObject({
  workflows: z.array(workflowShape),
  count: count.describe('Number in this answer.'),
  total: count,
  has_more: z.boolean(),
  next_offset: count.nullable(),
  message: message.describe('How many are listed, and what was shortened.'),
})
export type WorkflowPage = z.output<typeof listWorkflowsOutput>

export const listWorkflows = defineOperation({
  name: 'list-workflows',
  group: 'pads',
  title: 'List workflows',
  description:
    'List workflows, most recently updated first, each with its newest scratchpads. To find one by words: ' +
    'search-workflows; to continue the latest: get-latest-active-workflow. The answer stays under 12,000 characters ' +
    'and reports what it left out.',
  effect: 'read',
  input: z.strictObject({
    project_scope: projectScope.describe('Only workflows of exactly this project. Default: all.'),
    is_active: z.boolean().optional().describe('true: only active ones; false: only closed ones.'),
    limit: z.int().min(1).max(100).default(20).describe('Maximum number of workflows.'),
    offset: z.int().min(0).default(0).describe('Number of newer ones to skip.'),
    preview_mode: z.boolean().optional().describe('Shorten descriptions to 200 characters.'),
    max_content_chars: z.int().min(10).optional().describe('Maximum length of a description.'),
    include_content: z.boolean().optional().describe('false: no descriptions.'),
  }),
  output: listWorkflowsOutput,
  aliases: aliasesOf({
    project_scope: ['scope', 'project'],
    limit: ['page_size', 'per_page', 'max_results'],
    offset: ['skip'],
    preview_mode: ['preview'],
    is_active: ['active'],
  }),
  searchHint: 'list all workflows projects scratchpads 列出 工作流',
  route: { method: 'GET', path: '/pads/workflows' },
  examples: [
    { label: 'The newest', input: {} },
    { label: 'The next page of one project', input: { project_scope: 'shop', offset: 20 } },
  ],
  async run({ project_scope, is_active: isActive, limit, offset, ...options }, { engine }) {
    const scope = project_scope || undefined
    const page = await engine.read((view) => pageOf(view.pads, { scope, isActive, limit, offset }))
    return fitAnswer(workflowLists({ ...page, offset, scope, isActive, options }), MAX_LIST_CHARS)
  },
  table: workflowsTable,
  render: asJson,
})

async function pageOf(pads: PadView, request: WorkflowsRequest): Promise<Pick<ListedPage, 'items' | 'total'>> {
  const { items, total } = await pads.workflows(request)
  return {
    items: await Promise.all(items.map(async (workflow) => ({ workflow, pads: await pads.pads(workflow.id) }))),
    total,
  }
}
