import { maxSlots, type Pad, type PadChange, type PadDraft, type PadTransaction } from '@wuku/core/ports/pads'
import { findSplice, type Splice } from '@wuku/text/edits/edit'
import { ADDED, type Change } from '../sql-session.ts'
import type { PadParts, TextChange } from './pad-parts.ts'
import { factsOf, factsOfPads, findSeat, padOf, requirePad, requirePadWithText, type PadMemory } from './pad-records.ts'
import { addVersion, pruneVersions } from './pad-versions.ts'
import { createPadView } from './pad-view.ts'
import { addWorkflow, changeWorkflow, deleteWorkflow, refuseWorkflow, touchWorkflow } from './workflows.ts'

/** Each change is one round trip, or two where it has to look first. */
export function createPadTransaction(parts: PadParts): PadTransaction {
  const writing: Writing = { ...parts, memory: { known: undefined } }
  return {
    ...createPadView(parts, writing.memory),
    addWorkflow: (draft) => addWorkflow(parts, draft),
    changeWorkflow: (id, change) => changeWorkflow(parts, id, change),
    removeWorkflow: (id) => removeWorkflow(writing, id),
    addPad: (draft) => addPad(writing, draft),
    changePad: (id, change) => changePad(writing, id, change),
    removePad: (id) => removePad(writing, id),
    pruneHistory: (id, limit) => pruneHistory(writing, id, limit),
  }
}

interface Writing extends PadParts {
  readonly memory: PadMemory
}

async function removeWorkflow(writing: Writing, id: string): Promise<void> {
  writing.memory.known = undefined
  if (!writing.db.dialect.cascades) for (const pad of await factsOfPads(writing, id)) await removePad(writing, pad.id)
  await deleteWorkflow(writing, id)
}

async function addPad({ db, texts }: Writing, draft: PadDraft): Promise<Pad> {
  const { id, title, content, createdAt, updatedAt, by, how } = draft
  const { hasPad, ...found } = await findSeat(db, draft.workflow, id)
  if (hasPad) throw new Error(`There is a scratchpad "${id}" already.`)
  const { workflow, slot } = requireSeat(found, draft.workflow)
  const bytes = Buffer.byteLength(content)
  await db.together([
    (value) =>
      `INSERT INTO pads (id, workflow, slot, title, bytes, created_at, updated_at, touched, version)
       VALUES (${[id, workflow, slot, title, bytes, createdAt, updatedAt].map(value).join(', ')}, ${db.dialect.touch}, 1)
       RETURNING number`,
    texts.add(content),
    addVersion(ADDED, { version: 1, at: updatedAt, by, how, bytes, title }),
    touchWorkflow(db, workflow, { at: updatedAt, pads: 1 }),
    ...db.dialect.countTouch,
  ])
  return { id, workflow: draft.workflow, slot, title, bytes, createdAt, updatedAt, version: 1, content }
}

/** One round trip for a pad that was read before, wherever it stays in its workflow. */
async function changePad(writing: Writing, id: string, change: PadChange): Promise<Pad> {
  const { db, memory } = writing
  const stored = await requirePadWithText(writing, id, memory)
  const { number, workflowNumber, facts } = stored.record
  const before = padOf(stored)
  const from: Seat = { workflow: workflowNumber, slot: facts.slot }
  const { title = before.title, content = before.content, workflow = before.workflow } = change
  const to = workflow === before.workflow ? from : await moveOn(writing, { id, from, at: change.at, workflow })
  const after: Pad = {
    ...before,
    title,
    content,
    workflow,
    slot: to.slot,
    bytes: Buffer.byteLength(content),
    updatedAt: Math.max(before.updatedAt, change.at),
    version: before.version + 1,
  }
  const splice = findSplice(before.content, content)
  const text: TextChange =
    splice.removed === '' && splice.added === ''
      ? { stored: stored.text, changes: [] }
      : writing.texts.change(number, { before: stored.text, content, splice, version: after.version })
  const step: Step = { number, before, after, from, to, splice, text }
  const changed = await db.together([
    updatePad(writing, step),
    touchWorkflow(db, to.workflow, { at: change.at, pads: from === to ? 0 : 1 }),
    noteVersion(step, change),
    ...text.changes,
    ...db.dialect.countTouch,
  ])
  if (changed === 0) throw new Error(`Scratchpad "${id}" was written to in another scope meanwhile.`)
  memory.known = {
    ...stored,
    record: { number, workflowNumber: to.workflow, facts: factsOf(after) },
    text: text.stored,
  }
  return after
}

interface Seat {
  readonly workflow: number
  readonly slot: number
}

function requireSeat({ workflow, slot }: { workflow: number | null; slot: number }, id: string): Seat {
  if (workflow === null) return refuseWorkflow(id)
  if (slot > maxSlots) throw new Error(`A workflow has room for ${maxSlots} scratchpads.`)
  return { workflow, slot }
}

interface Move {
  readonly id: string
  readonly from: Seat
  readonly at: number
  readonly workflow: string
}

/** The workflow that it leaves is written to first, so that the one it goes to is the newer of the two. */
async function moveOn({ db }: Writing, { id, from, at, workflow: target }: Move): Promise<Seat> {
  const to = requireSeat(await findSeat(db, target, id), target)
  await db.together([touchWorkflow(db, from.workflow, { at, pads: -1 }), ...db.dialect.countTouch])
  return to
}

interface Step {
  readonly number: number
  readonly before: Pad
  readonly after: Pad
  readonly from: Seat
  readonly to: Seat
  readonly splice: Splice
  readonly text: TextChange
}

/** Changes nothing where the version is another by now. */
const updatePad =
  ({ db }: Writing, { number, before, after, to }: Step): Change =>
  (value) =>
    `UPDATE pads SET workflow = ${value(to.workflow)}, slot = ${value(to.slot)}, title = ${value(after.title)},
       bytes = ${value(after.bytes)}, updated_at = ${value(after.updatedAt)}, touched = ${db.dialect.touch},
       version = ${value(after.version)}
     WHERE number = ${value(number)} AND version = ${value(before.version)} RETURNING number`

function noteVersion({ number, before, after, splice }: Step, { at, by, how, restores }: PadChange): Change {
  const { version, bytes, title } = after
  const leftWorkflow = after.workflow === before.workflow ? undefined : before.workflow
  return addVersion(number, { version, at, by, how, bytes, title, restores, leftWorkflow, splice })
}

async function removePad(writing: Writing, id: string): Promise<void> {
  const { db, memory } = writing
  const { number, workflowNumber: workflow } = await requirePad(writing, id, memory)
  memory.known = undefined
  const parts = db.dialect.cascades ? [] : ['pad_texts', 'pad_versions']
  await db.together([
    (value) => `DELETE FROM pads WHERE number = ${value(number)} RETURNING number`,
    ...parts.map(
      (table): Change =>
        (value) =>
          `DELETE FROM ${table} WHERE pad = ${value(number)}`,
    ),
    (value) => `UPDATE workflows SET pads = pads - 1 WHERE number = ${value(workflow)}`,
  ])
  await db.dialect.noteRemovals(db, 1)
}

/** Most pads have fewer versions than are kept, which takes no look at them. */
async function pruneHistory(writing: Writing, id: string, limit: number): Promise<void> {
  const { number, facts } = await requirePad(writing, id, writing.memory)
  const oldest = facts.version - limit + 1
  if (oldest > 1) await pruneVersions(writing.db, number, oldest)
}
