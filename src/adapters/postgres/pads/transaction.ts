import { mostSlots, placeOf, type Pad, type PadDraft, type PadTransaction } from '../../../ports/pads.ts'
import type { Look } from '../look.ts'
import { changePad, type Bench } from './change-pad.ts'
import { forgetHits, putHits } from './hit-rows.ts'
import { createPadMemory, findSeat, requirePad } from './records.ts'
import { addWhole } from './texts.ts'
import { changeTogether } from './together.ts'
import { addVersion, pruneVersions } from './versions.ts'
import { createPadView } from './view.ts'
import { addWorkflow, changeWorkflow, refuseWorkflow, removeWorkflow, touchWorkflow } from './workflows.ts'

/** Each change is one round trip, or two where it has to look first. */
export function createPadTransaction(look: Look): PadTransaction {
  const memory = createPadMemory()
  const bench: Bench = { look, memory }
  return {
    ...createPadView(look, memory),
    addWorkflow: (draft) => addWorkflow(look, draft),
    changeWorkflow: (id, change) => changeWorkflow(look, id, change),
    removeWorkflow: (id) => {
      memory.remember(undefined)
      return removeWorkflow(look.db, id)
    },
    addPad: (draft) => addPad(bench, draft),
    changePad: (id, change) => changePad(bench, id, change),
    removePad: (id) => removePad(bench, id),
    pruneHistory: (id, kept) => pruneHistory(bench, id, kept),
  }
}

async function addPad({ look: { db } }: Bench, draft: PadDraft): Promise<Pad> {
  const { id, title, content, createdAt, updatedAt, by, how } = draft
  const { workflow, slot, is_taken: isTaken } = await findSeat(db, draft.workflow, id)
  if (isTaken) throw new Error(`There is a scratchpad "${id}" already.`)
  if (workflow === null) return refuseWorkflow(draft.workflow)
  if (slot > mostSlots) throw new Error(`A workflow has room for ${mostSlots} scratchpads.`)
  const bytes = Buffer.byteLength(content)
  await changeTogether(db, [
    (value) =>
      `INSERT INTO pads (id, workflow, slot, title, bytes, created_at, updated_at)
       VALUES (${[id, workflow, slot, title, bytes, createdAt, updatedAt].map(value).join(', ')}) RETURNING number`,
    addWhole('added', content),
    addVersion('added', { version: 1, at: updatedAt, by, how, bytes, title }),
    touchWorkflow(workflow, { at: updatedAt, pads: 1 }),
    putHits(workflow, placeOf(workflow, slot, 'title'), title),
    putHits(workflow, placeOf(workflow, slot, 'content'), content),
  ])
  return { id, workflow: draft.workflow, slot, title, bytes, createdAt, updatedAt, version: 1, content }
}

async function removePad({ look, memory }: Bench, id: string): Promise<void> {
  const { number, workflowNumber: workflow, facts } = await requirePad(look, id, memory)
  memory.remember(undefined)
  const places = (['title', 'content'] as const).map((field) => placeOf(workflow, facts.slot, field))
  await changeTogether(look.db, [
    // Its texts and its history go with it, as their tables say.
    (value) => `DELETE FROM pads WHERE number = ${value(number)} RETURNING number`,
    (value) => `UPDATE workflows SET pads = pads - 1 WHERE number = ${value(workflow)}`,
    forgetHits(workflow, places),
  ])
}

/** Most pads have fewer versions than are kept, which takes no look at them. */
async function pruneHistory({ look, memory }: Bench, id: string, kept: number): Promise<void> {
  const { number, facts } = await requirePad(look, id, memory)
  const oldest = facts.version - kept + 1
  if (oldest > 1) await pruneVersions(look.db, number, oldest)
}
