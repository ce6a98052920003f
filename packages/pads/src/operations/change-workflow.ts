import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/pads'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { expectedVersion, message, workflowId, workflowShape, projectScope, EXAMPLE_ID } from '../pad-shapes.ts'
import { secretNote, requireVersion, requireWorkflow } from '../writing.ts'
import { brief, presentWorkflow, joinMessage } from '../present.ts'
import type { PadFacts, Workflow, WorkflowChange } from '@wuku/core/ports/pads'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Transaction } from '@wuku/kernel/base/parts/engine-stores'

const output = z.strictObject({ workflow: workflowShape, message })

export const renameWorkflow = defineOperation({
  name: 'rename-workflow',
  group: 'pads',
  title: 'Rename a workflow',
  description: 'Change the name of a workflow, its description, or both. Omitted fields stay.',
  effect: 'write',
  input: z.strictObject({
    workflow_id: workflowId,
    name: z.string().max(2_000).optional().describe('The new name.'),
    description: z.string().max(100_000).nullable().optional().describe('The new description; null for none.'),
    expected_version: expectedVersion,
  }),
  output,
  aliases: aliasesOf({
    workflow_id: ['id', 'workflow'],
    name: ['title', 'label', 'new_name'],
    description: ['desc', 'new_description'],
  }),
  searchHint: 'rename workflow change description 重命名 工作流',
  route: { method: 'PUT', path: '/pads/workflows/{workflow_id}/name' },
  examples: [{ label: 'A new name', input: { workflow_id: EXAMPLE_ID, name: 'Login page, second try' } }],
  async run({ workflow_id: id, name, description, expected_version: expected }, { engine }) {
    if (name === undefined && description === undefined) throw new WukuError('bad-input', msg('nothingToRename'))
    const change = {
      ...(name !== undefined && { name: name.toWellFormed() }),
      ...(description !== undefined && { description: description?.toWellFormed() ?? null }),
    }
    const { before, after } = await changeWorkflow({ id, expected }, change, engine)
    const { workflow, notes } = presentWorkflow(after)
    const summary =
      name === undefined
        ? `Changed the description of workflow "${brief(after.name)}"`
        : `Renamed workflow "${brief(before.name)}" to "${brief(after.name)}"`
    return { workflow, message: joinMessage(summary, notes) + secretNote(`${name ?? ''}\n${description ?? ''}`) }
  },
})

interface Target {
  readonly id: string
  /** The version that the caller saw. */
  readonly expected: number | undefined
}

const writeToWorkflow = <T>(
  { id, expected }: Target,
  engine: Pick<Engine, 'pads'>,
  work: (pads: Transaction['pads'], known: Workflow) => Promise<T>,
): Promise<T> =>
  engine.pads.write({ workflow: id }, async ({ pads }) => {
    const known = await requireWorkflow(pads, id)
    requireVersion(known, expected, 'get-workflow')
    return work(pads, known)
  })

const changeWorkflow = (target: Target, change: Omit<WorkflowChange, 'at'>, engine: Pick<Engine, 'pads' | 'now'>) =>
  writeToWorkflow(target, engine, async (pads, before) => {
    return { before, after: await pads.changeWorkflow(before.id, { ...change, at: engine.now() }) }
  })

export const moveWorkflow = defineOperation({
  name: 'move-workflow',
  group: 'pads',
  title: 'Move a workflow',
  description: 'Move a workflow with all its scratchpads to another project scope, or to none, which makes it global.',
  effect: 'write',
  input: z.strictObject({
    workflow_id: workflowId,
    project_scope: projectScope.unwrap().nullable().describe('The new project scope; null or "" for none.'),
    expected_version: expectedVersion,
  }),
  output,
  aliases: aliasesOf({ workflow_id: ['id', 'workflow'], project_scope: ['scope', 'project', 'new_scope'] }),
  searchHint: 'move workflow project scope change 移动 工作流 项目',
  route: { method: 'PUT', path: '/pads/workflows/{workflow_id}/scope' },
  examples: [
    { label: 'To a project', input: { workflow_id: EXAMPLE_ID, project_scope: 'shop' } },
    { label: 'To none', input: { workflow_id: EXAMPLE_ID, project_scope: null } },
  ],
  async run({ workflow_id: id, project_scope: requestedScope, expected_version: expected }, { engine }) {
    const scope = requestedScope?.toWellFormed() || null
    const { before, after } = await changeWorkflow({ id, expected }, { scope }, engine)
    const { workflow, notes } = presentWorkflow(after)
    const summary = `Moved workflow "${brief(after.name)}" from ${placeOf(before.scope)} to ${placeOf(scope)}`
    return { workflow, message: joinMessage(summary, notes) }
  },
})

const placeOf = (scope: string | null): string => (scope ? `scope "${brief(scope)}"` : 'no scope')

export const updateWorkflowStatus = defineOperation({
  name: 'update-workflow-status',
  group: 'pads',
  title: 'Open or close a workflow',
  description: 'Activate or deactivate a workflow. Scratchpads are created and changed in active workflows only.',
  effect: 'write',
  input: z.strictObject({
    workflow_id: workflowId,
    is_active: z.boolean().describe('false closes it: its scratchpads stay readable and cannot be changed.'),
    expected_version: expectedVersion,
  }),
  output: z.strictObject({ workflow: workflowShape, message, previous_status: z.boolean() }),
  aliases: { id: 'workflow_id', workflow: 'workflow_id', active: 'is_active', status: 'is_active' },
  searchHint: 'activate deactivate close reopen finish workflow 关闭 激活 工作流',
  route: { method: 'PUT', path: '/pads/workflows/{workflow_id}/status' },
  examples: [{ label: 'Close finished work', input: { workflow_id: EXAMPLE_ID, is_active: false } }],
  async run({ workflow_id: id, is_active: isActive, expected_version: expected }, { engine }) {
    const { before, after, held } = await writeToWorkflow({ id, expected }, engine, async (pads, known) => {
      const changed = await pads.changeWorkflow(id, { isActive, at: engine.now() })
      return { before: known, after: changed, held: await pads.pads(id) }
    })
    const { workflow, notes } = presentWorkflow(after, { pads: held })
    const summary = `Workflow "${brief(after.name)}" has been ${isActive ? 'activated' : 'deactivated'}`
    return { workflow, message: joinMessage(summary, notes), previous_status: before.isActive }
  },
})

export const deleteWorkflow = defineOperation({
  name: 'delete-workflow',
  group: 'pads',
  title: 'Delete a workflow',
  description:
    'Permanently delete a workflow, all its scratchpads and their history. To put it aside, use ' +
    'update-workflow-status. An active one that holds scratchpads needs force.',
  effect: 'delete',
  input: z.strictObject({
    workflow_id: workflowId,
    force: z.boolean().default(false).describe('Delete even if it is active and holds scratchpads.'),
    expected_version: expectedVersion,
  }),
  output: z.strictObject({
    deleted: z.strictObject({
      id: z.string(),
      name: z.string(),
      project_scope: z.string().nullable(),
      scratchpads: z.int().min(0).describe('Number of deleted scratchpads.'),
      size_bytes: z.int().min(0).describe('Bytes of their texts.'),
    }),
    message,
  }),
  aliases: { id: 'workflow_id', workflow: 'workflow_id', confirm: 'force' },
  searchHint: 'delete remove workflow and scratchpads 删除 工作流',
  route: { method: 'DELETE', path: '/pads/workflows/{workflow_id}' },
  examples: [{ label: 'A closed workflow', input: { workflow_id: EXAMPLE_ID } }],
  async run({ workflow_id: id, force, expected_version: expected }, { engine }) {
    const { workflow, held: scratchpads } = await writeToWorkflow({ id, expected }, engine, async (pads, known) => {
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
