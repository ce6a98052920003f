import { z } from 'zod'
import { WukuError } from '../../../core/errors.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { demandVersion, demandWorkflow } from '../lookup.ts'
import { brief, presentWorkflow, sayAll } from '../present.ts'
import { secretNote } from '../secret-note.ts'
import { expectedVersion, message, workflowId, workflowShape } from '../shapes.ts'

const input = z.strictObject({
  workflow_id: workflowId,
  name: z.string().max(2_000).optional().describe('The new name.'),
  description: z.string().max(100_000).nullable().optional().describe('The new description; null for none.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({ workflow: workflowShape, message })

export const renameWorkflow = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'rename-workflow',
  group: 'pads',
  title: 'Rename a workflow',
  description: 'Gives a workflow another name, another description, or both. What is not given stays.',
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
      says: 'Another name',
      input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', name: 'Login page, second try' },
    },
  ],
  async run({ workflow_id: id, name, description, expected_version: expected }, { engine }) {
    if (name === undefined && description === undefined) throw nothingToRename()
    const change = {
      ...(name !== undefined && { name: name.toWellFormed() }),
      ...(description !== undefined && { description: description?.toWellFormed() ?? null }),
    }
    const { before, after } = await engine.write(async ({ pads }) => {
      const known = await demandWorkflow(pads, id)
      demandVersion(known, expected, 'get-workflow')
      return { before: known, after: await pads.changeWorkflow(id, { ...change, at: engine.now() }) }
    })
    const { workflow, notes } = presentWorkflow(after)
    const said =
      name === undefined
        ? `Changed the description of workflow "${brief(after.name)}"`
        : `Renamed workflow "${brief(before.name)}" to "${brief(after.name)}"`
    return { workflow, message: sayAll(said, notes) + secretNote(`${name ?? ''}\n${description ?? ''}`) }
  },
  render: asJson,
})

const nothingToRename = (): WukuError =>
  new WukuError(
    'bad-input',
    'Neither name nor description was given. Nothing was changed.',
    'Give name, description or both.',
  )
