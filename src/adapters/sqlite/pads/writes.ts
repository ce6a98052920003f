import { placeOf, type Pad, type PadChange, type PadDraft, type PadState } from '../../../ports/pads.ts'
import { findSplice } from '../../../text/edit.ts'
import { advance } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import type { Ledger } from './hits/ledger.ts'
import { deletePad, freeSlot, insertPad, padRecord, requirePad, updatePad, type PadRecord } from './records.ts'
import type { Texts } from './texts.ts'
import { addVersion, deleteVersions } from './versions.ts'
import { leaveWorkflow, requireWorkflow, touchWorkflow } from './workflows.ts'

/** What a write works with. */
export interface Bench {
  readonly db: Connection
  readonly ledger: Ledger
  readonly texts: Texts
}

export function addPad({ db, ledger, texts }: Bench, draft: PadDraft): Pad {
  const { id, title, content, createdAt, updatedAt, by, how } = draft
  if (padRecord(db, id)) throw new Error(`There is a scratchpad "${id}" already.`)
  const workflow = requireWorkflow(db, draft.workflow).number
  const slot = freeSlot(db, workflow)
  const bytes = Buffer.byteLength(content)
  const number = insertPad(db, { id, workflow, slot, title, bytes, createdAt, updatedAt })
  texts.put(number, content)
  addVersion(db, number, { version: 1, at: updatedAt, by, how, bytes, title })
  touchWorkflow(db, workflow, { at: updatedAt, pads: 1 })
  ledger.add(placeOf(workflow, slot, 'title'), title)
  ledger.add(placeOf(workflow, slot, 'content'), content)
  return { id, workflow: draft.workflow, slot, title, bytes, createdAt, updatedAt, version: 1, content }
}

export function changePad(bench: Bench, id: string, change: PadChange): Pad {
  const { db, texts } = bench
  const record = requirePad(db, id)
  const { number, facts } = record
  const before = { ...facts, content: texts.read(number) }
  const state = stateAfter(before, change)
  const seat = state.workflow === before.workflow ? seatOf(record) : newSeat(db, state.workflow)
  const after: Pad = {
    ...before,
    ...state,
    slot: seat.slot,
    bytes: Buffer.byteLength(state.content),
    updatedAt: Math.max(before.updatedAt, change.at),
    version: before.version + 1,
  }
  updatePad(db, number, { ...after, workflow: seat.workflow })
  if (after.content !== before.content) texts.put(number, after.content)
  noteVersion(db, number, { before, after, change })
  touchSeats(db, { from: record.workflowNumber, to: seat.workflow, at: change.at })
  recount(bench.ledger, { from: seatOf(record), to: seat, before, after })
  return after
}

export function removePad({ db, ledger, texts }: Bench, { number, workflowNumber, facts }: PadRecord): void {
  ledger.forget(placeOf(workflowNumber, facts.slot, 'title'), facts.title)
  ledger.forget(placeOf(workflowNumber, facts.slot, 'content'), texts.read(number))
  deleteVersions(db, number)
  texts.remove(number)
  deletePad(db, number)
  leaveWorkflow(db, workflowNumber)
  advance(db, 'removals', 1)
}

/** Only what is named changes. */
const stateAfter = (before: Pad, { title, content, workflow }: PadChange): PadState => ({
  title: title ?? before.title,
  content: content ?? before.content,
  workflow: workflow ?? before.workflow,
})

/** Where a pad stands: the places of its hits follow from it. */
interface Seat {
  readonly workflow: number
  readonly slot: number
}

const seatOf = ({ workflowNumber, facts }: PadRecord): Seat => ({ workflow: workflowNumber, slot: facts.slot })

function newSeat(db: Connection, id: string): Seat {
  const workflow = requireWorkflow(db, id).number
  return { workflow, slot: freeSlot(db, workflow) }
}

interface Step {
  readonly before: Pad
  readonly after: Pad
}

function noteVersion(db: Connection, pad: number, { before, after, change }: Step & { change: PadChange }): void {
  const { at, by, how, restores } = change
  const { version, bytes, title } = after
  addVersion(db, pad, {
    version,
    at,
    by,
    how,
    bytes,
    title,
    restores,
    leftWorkflow: after.workflow === before.workflow ? undefined : before.workflow,
    splice: findSplice(before.content, after.content),
  })
}

/** The workflow that it leaves is written to first, so that the one it goes to is the newer of the two. */
function touchSeats(db: Connection, { from, to, at }: { from: number; to: number; at: number }): void {
  if (from !== to) touchWorkflow(db, from, { at, pads: -1 })
  touchWorkflow(db, to, { at, pads: from === to ? 0 : 1 })
}

function recount(ledger: Ledger, { from, to, before, after }: Step & { from: Seat; to: Seat }): void {
  for (const field of ['title', 'content'] as const) {
    const place = placeOf(to.workflow, to.slot, field)
    if (from.workflow === to.workflow) ledger.replace(place, before[field], after[field])
    else {
      ledger.remove(placeOf(from.workflow, from.slot, field), before[field])
      ledger.add(place, after[field])
    }
  }
}
