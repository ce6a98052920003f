import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/pads'
import { defineOperation } from '@wuku/kernel/base/operation'
import { expectedVersion, message, workflowId, workflowShape, projectScope } from '../pad-shapes.ts'
import { secretNote, requireVersion, requireWorkflow } from '../writing.ts'
import { brief, presentWorkflow, joinMessage } from '../present.ts'
import type { PadFacts, Workflow } from '@wuku/core/ports/pads'

const input = z.strictObject({
  workflow_id: workflowId,
  name: z.string().max(2_000).optional().describe('The new name.'),
  description: z.string().max(100_000).nullable().optional().describe('The new description; null for none.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({ workflow: workflowShape, message })

export const renameWorkflow = defineOperation({
  name: 'rename-workflow',
  group: 'pads',
  title: 'Rename a workflow',
  description: 'Change the name of a workflow, its description, or both. Omitted fields stay.',
  effect: 'write',
  input,
  output,
  aliases: {
    id: 'workflow_id',
    workflow: 'workflow_id',
    title: 'name',
    label: 'name',
    new_name: 'name',
    desc: 'description',
    new_description: 'description',
  },
  searchHint: 'rename workflow change description 重命名 工作流',
  route: { method: 'PUT', path: '/pads/workflows/{workflow_id}/name' },
  examples: [
    {
      label: 'A new name',
      input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', name: 'Login page, second try' },
    },
  ],
  async run({ workflow_id: id, name, description, expected_version: expected }, { engine }) {
    if (name === undefined && description === undefined) throw nothingToRename()
    const change = {
      ...(name !== undefined && { name: name.toWellFormed() }),
      ...(description !== undefined && { description: description?.toWellFormed() ?? null }),
    }
    const { before, after } = await engine.pads.write({ workflow: id }, async ({ pads }) => {
      const known = await requireWorkflow(pads, id)
      requireVersion(known, expected, 'get-workflow')
      return { before: known, after: await pads.changeWorkflow(id, { ...change, at: engine.now() }) }
    })
    const { workflow, notes } = presentWorkflow(after)
    const summary =
      name === undefined
        ? `Changed the description of workflow "${brief(after.name)}"`
        : `Renamed workflow "${brief(before.name)}" to "${brief(after.name)}"`
    return { workflow, message: joinMessage(summary, notes) + secretNote(`${name ?? ''}\n${description ?? ''}`) }
  },
})

const nothingToRename = (): WukuError => new WukuError('bad-input', msg('nothingToRename'))

const moveWorkflowInput = z.strictObject({
  workflow_id: workflowId,
  project_scope: projectScope.unwrap().nullable().describe('The new project scope; null or "" for none.'),
  expected_version: expectedVersion,
})

const moveWorkflowOutput = z.strictObject({ workflow: workflowShape, message })

export const moveWorkflow = defineOperation({
  name: 'move-workflow',
  group: 'pads',
  title: 'Move a workflow',
  description: 'Move a workflow with all its scratchpads to another project scope, or to none, which makes it global.',
  effect: 'write',
  input: moveWorkflowInput,
  output: moveWorkflowOutput,
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
    { label: 'To a project', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', project_scope: 'shop' } },
    { label: 'To none', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', project_scope: null } },
  ],
  async run({ workflow_id: id, project_scope: requestedScope, expected_version: expected }, { engine }) {
    const scope = requestedScope?.toWellFormed() || null
    const { before, after } = await engine.pads.write({ workflow: id }, async ({ pads }) => {
      const known = await requireWorkflow(pads, id)
      requireVersion(known, expected, 'get-workflow')
      return { before: known, after: await pads.changeWorkflow(id, { scope, at: engine.now() }) }
    })
    const { workflow, notes } = presentWorkflow(after)
    const summary = `Moved workflow "${brief(after.name)}" from ${placeOf(before.scope)} to ${placeOf(scope)}`
    return { workflow, message: joinMessage(summary, notes) }
  },
})

const placeOf = (scope: string | null): string => (scope ? `scope "${brief(scope)}"` : 'no scope')

const updateWorkflowStatusInput = z.strictObject({
  workflow_id: workflowId,
  is_active: z.boolean().describe('false closes it: its scratchpads stay readable and cannot be changed.'),
  expected_version: expectedVersion,
})

const updateWorkflowStatusOutput = z.strictObject({ workflow: workflowShape, message, previous_status: z.boolean() })

export const updateWorkflowStatus = defineOperation({
  name: 'update-workflow-status',
  group: 'pads',
  title: 'Open or close a workflow',
  description: 'Activate or deactivate a workflow. Scratchpads are created and changed in active workflows only.',
  effect: 'write',
  input: updateWorkflowStatusInput,
  output: updateWorkflowStatusOutput,
  aliases: { id: 'workflow_id', workflow: 'workflow_id', active: 'is_active', status: 'is_active' },
  searchHint: 'activate deactivate close reopen finish workflow 关闭 激活 工作流',
  route: { method: 'PUT', path: '/pads/workflows/{workflow_id}/status' },
  examples: [
    { label: 'Close finished work', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', is_active: false } },
  ],
  async run({ workflow_id: id, is_active: isActive, expected_version: expected }, { engine }) {
    const {
      before,
      after,
      held: scratchpads,
    } = await engine.pads.write({ workflow: id }, async ({ pads }) => {
      const known = await requireWorkflow(pads, id)
      requireVersion(known, expected, 'get-workflow')
      const changed = await pads.changeWorkflow(id, { isActive, at: engine.now() })
      return { before: known, after: changed, held: await pads.pads(id) }
    })
    const { workflow, notes } = presentWorkflow(after, { pads: scratchpads })
    const summary = `Workflow "${brief(after.name)}" has been ${isActive ? 'activated' : 'deactivated'}`
    return { workflow, message: joinMessage(summary, notes), previous_status: before.isActive }
  },
})

const deleteWorkflowInput = z.strictObject({
  workflow_id: workflowId,
  force: z.boolean().default(false).describe('Delete even if it is active and holds scratchpads.'),
  expected_version: expectedVersion,
})

const deleteWorkflowOutput = z.strictObject({
  deleted: z.strictObject({
    id: z.string(),
    name: z.string(),
    project_scope: z.string().nullable(),
    scratchpads: z.int().min(0).describe('Number of deleted scratchpads.'),
    size_bytes: z.int().min(0).describe('Bytes of their texts.'),
  }),
  message,
})

export const deleteWorkflow = defineOperation({
  name: 'delete-workflow',
  group: 'pads',
  title: 'Delete a workflow',
  description:
    'Permanently delete a workflow, all its scratchpads and their history. To put it aside, use ' +
    'update-workflow-status. An active one that holds scratchpads needs force.',
  effect: 'delete',
  input: deleteWorkflowInput,
  output: deleteWorkflowOutput,
  aliases: { id: 'workflow_id', workflow: 'workflow_id', confirm: 'force' },
  searchHint: 'delete remove workflow and scratchpads 删除 工作流',
  route: { method: 'DELETE', path: '/pads/workflows/{workflow_id}' },
  examples: [{ label: 'A closed workflow', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } }],
  async run({ workflow_id: id, force, expected_version: expected }, { engine }) {
    const { workflow, held: scratchpads } = await engine.pads.write({ workflow: id }, async ({ pads }) => {
      const known = await requireWorkflow(pads, id)
      requireVersion(known, expected, 'get-workflow')
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
        scratchpads: scratchpads.length,
        size_bytes: bytesOf(scratchpads),
      },
      message:
        `Deleted workflow "${brief(workflow.name)}" with ${scratchpads.length} scratchpads (${bytesOf(scratchpads)} bytes). ` +
        'This cannot be undone.',
    }
  },
})

const bytesOf = (pads: readonly PadFacts[]): number => pads.reduce((sum, { bytes }) => sum + bytes, 0)

const stillInUse = ({ id, name }: Workflow, scratchpads: readonly PadFacts[]): WukuError =>
  new WukuError(
    'conflict',
    msg('stillInUse', { name: brief(name), scratchpads: scratchpads.length, bytes: bytesOf(scratchpads), id }),
  )
