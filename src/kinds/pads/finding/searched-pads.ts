import type { PadView } from '../../../ports/pads.ts'
import { demandWorkflow } from '../lookup.ts'

/** Both may be given; an empty scope is none, as users of these tools know it. */
export interface SearchedPlace {
  readonly workflow_id?: string | undefined
  readonly project_scope?: string | undefined
}

/** Ids of the pads to search; `undefined` for all. */
export async function searchedPads(pads: PadView, place: SearchedPlace): Promise<readonly string[] | undefined> {
  const { workflow_id: id, project_scope: scope } = place
  if (id !== undefined) {
    const workflow = await demandWorkflow(pads, id)
    const isOutside = scope && workflow.scope !== scope
    return isOutside ? [] : (await pads.pads(id)).map((pad) => pad.id)
  }
  if (!scope) return undefined
  const { items } = await pads.workflows({ scope, limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  const wanted = new Set(items.map((workflow) => workflow.id))
  return (await pads.everyPad()).filter((pad) => wanted.has(pad.workflow)).map((pad) => pad.id)
}
