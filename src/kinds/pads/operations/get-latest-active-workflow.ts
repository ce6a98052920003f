import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import { asJson } from '../answer.ts'
import { brief, presentWorkflow, sayAll } from '../present.ts'
import { message, projectScope, workflowShape } from '../shapes.ts'

const input = z.strictObject({
  project_scope: projectScope.unwrap().describe('Exactly this project; "" for all.'),
})

const output = z.strictObject({
  workflow: workflowShape.nullable().describe('null when there is none.'),
  message: message.describe('What was found.'),
})

export const getLatestActiveWorkflow = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'get-latest-active-workflow',
  group: 'pads',
  title: 'Get the latest active workflow',
  description:
    'The active workflow of a project that was written to last, with its newest scratchpads: where to go on.',
  effect: 'read',
  input,
  output,
  aliases: { scope: 'project_scope', project: 'project_scope' },
  searchHint: 'latest current active workflow resume continue 继续 最近 工作流',
  route: { method: 'GET', path: '/pads/latest-workflow' },
  examples: [
    { says: 'Of any project', input: { project_scope: '' } },
    { says: 'Of one', input: { project_scope: 'shop' } },
  ],
  async run({ project_scope: scope }, { engine }) {
    const found = await engine.read(async ({ pads }) => {
      const page = await pads.workflows({ scope: scope || undefined, activeOnly: true, limit: 1, offset: 0 })
      const [newest] = page.items
      return newest && { newest, pads: await pads.pads(newest.id) }
    })
    if (!found) return { workflow: null, message: noneIn(scope) }
    const { workflow, notes } = presentWorkflow(found.newest, { pads: found.pads })
    const within = scope && ` (scope: ${brief(scope)})`
    const said = `Found latest active workflow: "${brief(found.newest.name)}" (${workflow.id})${within}`
    return { workflow, message: sayAll(said, notes) }
  },
  render: asJson,
})

const noneIn = (scope: string): string =>
  scope === ''
    ? 'No active workflow found. "create-workflow" begins one.'
    : `No active workflow found in scope "${brief(scope)}". project_scope "" looks in all; "create-workflow" begins one.`
