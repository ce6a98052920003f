import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import type { PadView, Workflow } from '../../../ports/pads.ts'
import { asJson } from '../answer.ts'
import { isAbout } from '../part-of.ts'
import { brief, presentWorkflow, sayAll } from '../present.ts'
import { message, projectScope, workflowShape } from '../shapes.ts'

const input = z.strictObject({
  project_scope: projectScope.describe(
    'Exactly this project; "" for all. Default: that of the workspace, or else all.',
  ),
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
    'Where the last session left off: the newest active workflow with its scratchpads. Call it when the user says ' +
    "'continue' or asks what is still open. Read a scratchpad with open. To begin new work: create-workflow.",
  effect: 'read',
  input,
  output,
  aliases: { scope: 'project_scope', project: 'project_scope' },
  searchHint: 'latest current active workflow resume continue 继续 最近 工作流',
  route: { method: 'GET', path: '/pads/latest-workflow' },
  examples: [
    { says: 'Of this workspace', input: {} },
    { says: 'Of any project', input: { project_scope: '' } },
    { says: 'Of one', input: { project_scope: 'shop' } },
  ],
  async run({ project_scope: scope }, { engine }) {
    const workspace = scope === undefined ? await engine.workspace() : undefined
    const found = await engine.read(async ({ pads }) => {
      const newest = workspace === undefined ? await newestOf(pads, scope) : await newestAround(workspace, pads)
      return newest && { newest, pads: await pads.pads(newest.id) }
    })
    if (!found) return { workflow: null, message: noneIn(scope ?? '') }
    const { workflow, notes } = presentWorkflow(found.newest, { pads: found.pads })
    const within = scope ? ` (scope: ${brief(scope)})` : ''
    const isElsewhere = workspace !== undefined && !isAbout(workspace)(found.newest)
    const said = `Found latest active workflow: "${brief(found.newest.name)}" (${workflow.id})${within}`
    return { workflow, message: sayAll(said, isElsewhere ? [ELSEWHERE, ...notes] : notes) }
  },
  render: asJson,
})

const ELSEWHERE = 'No active workflow belongs to this workspace; of all, this one was written to last.'

/** More than anybody keeps active at once. */
const MOST_LOOKED_AT = 1_000

const newestOf = async (pads: PadView, scope: string | undefined): Promise<Workflow | undefined> =>
  (await pads.workflows({ scope: scope || undefined, activeOnly: true, limit: 1, offset: 0 })).items[0]

/** That of the workspace, else of all. */
async function newestAround(workspace: string, pads: PadView): Promise<Workflow | undefined> {
  const { items } = await pads.workflows({ activeOnly: true, limit: MOST_LOOKED_AT, offset: 0 })
  return items.find(isAbout(workspace)) ?? items[0]
}

const noneIn = (scope: string): string =>
  scope === ''
    ? 'No active workflow found. "create-workflow" begins one.'
    : `No active workflow found in scope "${brief(scope)}". project_scope "" looks in all; "create-workflow" begins one.`
