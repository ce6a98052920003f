import { maxSlots, placeOf, type Pad, type PadDraft, type PadTransaction } from '@wuku/core/ports/pads'
import type { ReadContext } from '../read-context.ts'
import { changePad, type Bench } from './change-pad.ts'
import { forgetHits, putHits } from './hit-rows.ts'
import { createPadMemory, findSeat, requirePad } from './postgres-pad-records.ts'
import { addFullText } from './texts.ts'
import { changeTogether } from './together.ts'
import { addVersion, pruneVersions } from './postgres-pad-versions.ts'
import { createPadView } from './postgres-pad-view.ts'
import { addWorkflow, changeWorkflow, refuseWorkflow, removeWorkflow, touchWorkflow } from './workflows.ts'

/** Each change is one round trip, or two where it has to look first. */
export function createPadTransaction(context: ReadContext): PadTransaction {
  const memory = createPadMemory()
  const bench: Bench = { context, memory }
  return {
    ...createPadView(context, memory),
    addWorkflow: (draft) => addWorkflow(context, draft),
    changeWorkflow: (id, change) => changeWorkflow(context, id, change),
    removeWorkflow: (id) => {
      memory.remember(undefined)
      return removeWorkflow(context.db, id)
    },
    addPad: (draft) => addPad(bench, draft),
    changePad: (id, change) => changePad(bench, id, change),
    removePad: (id) => removePad(bench, id),
    pruneHistory: (id, limit) => pruneHistory(bench, id, limit),
  }
}

async function addPad({ context: { db } }: Bench, draft: PadDraft): Promise<Pad> {
  const { id, title, content, createdAt, updatedAt, by, how } = draft
  const { workflow, slot, is_taken: isUsed } = await findSeat(db, draft.workflow, id)
  if (isUsed) throw new Error(`There is a scratchpad "${id}" already.`)
  if (workflow === null) return refuseWorkflow(draft.workflow)
  if (slot > maxSlots) throw new Error(`A workflow has room for ${maxSlots} scratchpads.`)
  const bytes = Buffer.byteLength(content)
  await changeTogether(db, [
    (value) =>
      `INSERT INTO pads (id, workflow, slot, title, bytes, created_at, updated_at)
       VALUES (${[id, workflow, slot, title, bytes, createdAt, updatedAt].map(value).join(', ')}) RETURNING number`,
    addFullText('added', content),
    addVersion('added', { version: 1, at: updatedAt, by, how, bytes, title }),
    touchWorkflow(workflow, { at: updatedAt, pads: 1 }),
    putHits(workflow, placeOf(workflow, slot, 'title'), title),
    putHits(workflow, placeOf(workflow, slot, 'content'), content),
  ])
  return { id, workflow: draft.workflow, slot, title, bytes, createdAt, updatedAt, version: 1, content }
}

async function removePad({ context, memory }: Bench, id: string): Promise<void> {
  const { number, workflowNumber: workflow, facts } = await requirePad(context, id, memory)
  memory.remember(undefined)
  const places = (['title', 'content'] as const).map((field) => placeOf(workflow, facts.slot, field))
  await changeTogether(context.db, [
    // Its texts and its history go with it, as their tables say.
    (value) => `DELETE FROM pads WHERE number = ${value(number)} RETURNING number`,
    (value) => `UPDATE workflows SET pads = pads - 1 WHERE number = ${value(workflow)}`,
    forgetHits(workflow, places),
  ])
}

/** Most pads have fewer versions than are kept, which takes no look at them. */
async function pruneHistory({ context, memory }: Bench, id: string, limit: number): Promise<void> {
  const { number, facts } = await requirePad(context, id, memory)
  const oldest = facts.version - limit + 1
  if (oldest > 1) await pruneVersions(context.db, number, oldest)
}
