import { WukuError } from '../../core/errors.ts'
import type { Pad, PadFacts, PadView, Workflow } from '../../ports/pads.ts'
import { capped } from './control.ts'

/**
 * The pad with this id; of a workflow with this id its only pad, or the newest that calls itself the context. Which of
 * several is meant is not guessed.
 */
export async function padToAppendTo(pads: PadView, id: string): Promise<Pad> {
  const pad = (await pads.pad(id)) ?? (await padOfWorkflow(pads, id))
  if (pad) return pad
  throw new WukuError(
    'not-found',
    `Neither scratchpad nor workflow found with ID: ${capped(id, 200, '…')}`,
    'Find scratchpads with "list-scratchpads" or "search-workflows".',
  )
}

async function padOfWorkflow(pads: PadView, id: string): Promise<Pad | undefined> {
  const workflow = await pads.workflow(id)
  if (!workflow) return undefined
  const own = await pads.pads(id)
  if (own.length === 0) throw noPads(workflow)
  const chosen = own.length === 1 ? own[0] : own.find(({ title }) => title.toLowerCase().includes('context'))
  if (!chosen) throw severalPads(workflow, own)
  return pads.pad(chosen.id)
}

const noPads = (workflow: Workflow): WukuError =>
  new WukuError(
    'not-found',
    `No scratchpads found in workflow ${called(workflow)}. Create a scratchpad first.`,
    `Make one with "create-scratchpad" and workflow_id "${workflow.id}".`,
  )

function severalPads(workflow: Workflow, pads: readonly PadFacts[]): WukuError {
  const shown = pads.slice(0, PADS_SHOWN).map(({ id, title }) => `\n- "${capped(title, 80, '…')}" (${id})`)
  const more = pads.length > shown.length ? `\n- and ${pads.length - shown.length} more` : ''
  return new WukuError(
    'ambiguous',
    `Multiple scratchpads found in workflow ${called(workflow)}. Please specify the scratchpad ID:${shown.join('')}${more}`,
    'Call again with one of these ids, or find the right one with "list-scratchpads".',
  )
}

/** What an error has room for. */
const PADS_SHOWN = 20

const called = ({ name, id }: Workflow): string => `"${capped(name, 100, '…')}" (${id})`
