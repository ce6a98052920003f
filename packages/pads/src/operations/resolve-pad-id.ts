import { z } from 'zod'
import { someText } from '@wuku/kernel/base/operation-shapes'
import { defineOperation } from '@wuku/kernel/base/operation'
import type { PadFacts, PadView, Workflow } from '@wuku/core/ports/pads'
import { projectScope } from '../pad-shapes.ts'

const found = z.strictObject({
  type: z.enum(['workflow', 'scratchpad']).describe('Which of the two it is.'),
  id: z.string().describe('Its whole id.'),
  title: z.string().describe('Of a workflow its name.'),
  workflow_id: z.string().describe('The workflow that it belongs to; its own id for a workflow.'),
  workflow_name: z.string().describe('The name of that workflow.'),
})

const output = z.strictObject({
  exact: found.nullable().describe('What has this id; null: nothing.'),
  named: found.nullable().describe('The workflow of this name; null: none, or no name was given.'),
  candidates: z.array(found).describe('Without an exact one: what begins so, at most 11.'),
  nearest: found.nullable().describe('Without candidates: what begins as the longest part of it does.'),
  most_bytes: z.int().min(0).describe('UTF-8 bytes that a scratchpad may have.'),
})

export type FoundPad = z.output<typeof found>
export type ResolvedPad = z.output<typeof output>

/** One more than anybody is shown. */
const MAX_MATCHES = 11
/** Beginnings that are shorter are near to anything. */
const SHORTEST = 4

export const resolvePadId = defineOperation({
  name: 'resolve-pad-id',
  title: 'Resolve the id of a scratchpad',
  description: 'The workflow or scratchpad that an id, a beginning of an id or the name of a workflow means.',
  searchHint: 'id prefix beginning resolve workflow scratchpad',
  aliases: { project: 'project_scope' },
  effect: 'read',
  input: z.strictObject({
    id: z.string().min(1).max(2_000).describe('An id, or its beginning.'),
    workflow_name: someText(2_000).optional().describe('Also the newest active workflow of exactly this name.'),
    project_scope: projectScope.describe('Of `workflow_name`: only within exactly this project.'),
  }),
  output,
  route: { method: 'GET', path: '/pads/ids/{id}' },
  examples: [{ label: 'By the beginning of an id', input: { id: '3f2a9c1e' } }],
  run: ({ id, workflow_name: name, project_scope: scope }, { engine }) =>
    engine.read(async ({ pads }) => {
      const exact = (await findById(pads, id)) ?? (await findById(pads, id.toLowerCase()))
      const candidates = exact ? [] : await beginningWith(pads, id, MAX_MATCHES)
      return {
        exact: exact ?? null,
        named: (name === undefined ? undefined : await named(pads, name, scope)) ?? null,
        candidates,
        nearest: exact || candidates.length > 0 ? null : ((await nearest(pads, id)) ?? null),
        most_bytes: engine.pads.limits.padBytes,
      }
    }),
})

async function findById(pads: PadView, id: string): Promise<FoundPad | undefined> {
  const workflow = await pads.workflow(id)
  if (workflow) return asWorkflow(workflow)
  const pad = await pads.padFacts(id)
  return pad && asPad(pad, await pads.workflow(pad.workflow))
}

const asWorkflow = ({ id, name }: Workflow): FoundPad => ({
  type: 'workflow',
  id,
  title: name,
  workflow_id: id,
  workflow_name: name,
})

const asPad = ({ id, title, workflow }: PadFacts, of: Workflow | undefined): FoundPad => ({
  type: 'scratchpad',
  id,
  title,
  workflow_id: workflow,
  workflow_name: of?.name ?? '',
})

async function beginningWith(pads: PadView, beginning: string, max: number): Promise<FoundPad[]> {
  const ids = await pads.idsFrom(beginning, max)
  return (await Promise.all(ids.map((id) => findById(pads, id)))).filter((each) => each !== undefined)
}

async function named(pads: PadView, name: string, scope: string | undefined): Promise<FoundPad | undefined> {
  const within = scope === undefined ? {} : { scope }
  const { items } = await pads.workflows({ ...within, isActive: true, limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  const workflow = items.find((each) => each.name === name)
  return workflow && asWorkflow(workflow)
}

/**
 * The longest part of what was typed that some id does begin with is where the slip is. An id that begins with a part begins
 * with each shorter one: halving finds it. It also takes as long for ids that are hidden as for those that never were.
 */
async function nearest(pads: PadView, typed: string): Promise<FoundPad | undefined> {
  let best: FoundPad | undefined
  let [min, max] = [SHORTEST, Math.min(typed.length, LONGEST_ID) - 1]
  while (min <= max) {
    const length = Math.ceil((min + max) / 2)
    const [near] = await beginningWith(pads, typed.slice(0, length), 1)
    if (near) [best, min] = [near, length + 1]
    else max = length - 1
  }
  return best
}

/** Longer than any id: what follows is no part of one. */
const LONGEST_ID = 200
