import { maxSlots, placeOf, type Pad, type PadChange, type PadState } from '@wuku/core/ports/pads'
import { findSplice, type Splice } from '@wuku/text/edits/edit'
import type { ReadContext } from '../read-context.ts'
import { addHits, forgetHitChanges, forgetHits, putHits } from './hit-rows.ts'
import { factsOf, findSeat, padOf, requirePadWithText, type PadMemory } from './postgres-pad-records.ts'
import { addSplice, isStoredAsChange, storedInFull, putFullText, withSplice, type StoredText } from './texts.ts'
import { changeTogether, type Change } from './together.ts'
import { addVersion } from './postgres-pad-versions.ts'
import { refuseWorkflow, touchWorkflow } from './workflows.ts'

/** Tools of a write. */
export interface Bench {
  readonly context: ReadContext
  readonly memory: PadMemory
}

/** One round trip for a pad that was read before, wherever it stays in its workflow. */
export async function changePad({ context, memory }: Bench, id: string, change: PadChange): Promise<Pad> {
  const stored = await requirePadWithText(context, id, memory)
  const { number, workflowNumber, facts } = stored.record
  const before = padOf(stored)
  const from: Seat = { workflow: workflowNumber, slot: facts.slot }
  const state = stateAfter(before, change)
  const to =
    state.workflow === before.workflow ? from : await moveOn(context, { id, from, change, workflow: state.workflow })
  const after = padAfter(before, { state, slot: to.slot, at: change.at })
  const text = textAfter(stored.text, findSplice(before.content, after.content), after.content)
  const step: Step = { number, before, after, from, to, text }
  const changed = await changeTogether(context.db, [
    updatePad(step),
    touchWorkflow(to.workflow, { at: change.at, pads: from === to ? 0 : 1 }),
    noteVersion(step, change),
    ...changesOfText(step),
    ...changesOfHits(step),
  ])
  if (changed === 0) throw new Error(`Scratchpad "${id}" was written to in another scope meanwhile.`)
  memory.remember({ record: { number, workflowNumber: to.workflow, facts: factsOf(after) }, text: text.stored })
  return after
}

/** Location of a pad: the places of its hits follow from it. */
interface Seat {
  readonly workflow: number
  readonly slot: number
}

/** Only what is named changes. */
const stateAfter = (before: Pad, { title, content, workflow }: PadChange): PadState => ({
  title: title ?? before.title,
  content: content ?? before.content,
  workflow: workflow ?? before.workflow,
})

const padAfter = (
  before: Pad,
  { state, slot, at }: { readonly state: PadState; readonly slot: number; readonly at: number },
): Pad => ({
  ...before,
  ...state,
  slot,
  bytes: Buffer.byteLength(state.content),
  updatedAt: Math.max(before.updatedAt, at),
  version: before.version + 1,
})

interface Move {
  readonly id: string
  readonly from: Seat
  readonly change: PadChange
  readonly workflow: string
}

/** The workflow that it leaves is written to first, so that the one it goes to is the newer of the two. */
async function moveOn({ db }: ReadContext, { id, from, change, workflow: target }: Move): Promise<Seat> {
  const { workflow, slot } = await findSeat(db, target, id)
  if (workflow === null) return refuseWorkflow(target)
  if (slot > maxSlots) throw new Error(`A workflow has room for ${maxSlots} scratchpads.`)
  const leave: Change = (value) =>
    `${touchWorkflow(from.workflow, { at: change.at, pads: -1 })(value)} RETURNING number`
  await changeTogether(db, [leave])
  return { workflow, slot }
}

interface TextStep {
  readonly splice: Splice
  /** Its state afterwards. */
  readonly stored: StoredText
  readonly is: 'same' | 'changed' | 'whole'
}

function textAfter(before: StoredText, splice: Splice, content: string): TextStep {
  if (splice.removed === '' && splice.added === '') return { splice, stored: before, is: 'same' }
  return isStoredAsChange(before, splice)
    ? { splice, stored: withSplice(before, content, splice), is: 'changed' }
    : { splice, stored: storedInFull(content), is: 'whole' }
}

interface Step {
  readonly number: number
  readonly before: Pad
  readonly after: Pad
  readonly from: Seat
  readonly to: Seat
  readonly text: TextStep
}

/** Changes nothing where the version is another by now. */
const updatePad =
  ({ number, before, after, to }: Step): Change =>
  (value) =>
    `UPDATE pads SET workflow = ${value(to.workflow)}, slot = ${value(to.slot)}, title = ${value(after.title)},
       bytes = ${value(after.bytes)}, updated_at = ${value(after.updatedAt)}, touched = nextval('touches'),
       version = ${value(after.version)}
     WHERE number = ${value(number)} AND version = ${value(before.version)} RETURNING number`

function noteVersion({ number, before, after, text }: Step, { at, by, how, restores }: PadChange): Change {
  const { version, bytes, title } = after
  const leftWorkflow = after.workflow === before.workflow ? undefined : before.workflow
  return addVersion(number, { version, at, by, how, bytes, title, restores, leftWorkflow, splice: text.splice })
}

function changesOfText({ number, after, text }: Step): readonly Change[] {
  if (text.is === 'same') return []
  return text.is === 'whole' ? putFullText(number, after.content) : [addSplice(number, after.version, text.splice)]
}

function changesOfHits({ before, after, from, to, text }: Step): readonly Change[] {
  const [title, content] = placesIn(to)
  const { workflow } = to
  if (from !== to)
    return [
      forgetHits(from.workflow, placesIn(from)),
      putHits(workflow, title, after.title),
      putHits(workflow, content, after.content),
    ]
  const ofTitle = before.title === after.title ? [] : [putHits(workflow, title, after.title)]
  if (text.is === 'same') return ofTitle
  if (text.is === 'whole')
    return [...ofTitle, putHits(workflow, content, after.content), forgetHitChanges(workflow, content)]
  const { version } = after
  return [...ofTitle, ...addHits({ workflow, place: content, version, before: before.content, after: after.content })]
}

const placesIn = ({ workflow, slot }: Seat): readonly [title: number, content: number] => [
  placeOf(workflow, slot, 'title'),
  placeOf(workflow, slot, 'content'),
]
