import type { PadRecord } from '@wuku/store-sql/pad-rows'
import {
  placeOf,
  type PadTransaction,
  type Workflow,
  type WorkflowChange,
  type WorkflowDraft,
  type Pad,
  type PadChange,
  type PadDraft,
  type PadState,
} from '@wuku/core/ports/pads'
import { advance, counter } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { createLedger, type Ledger } from './hits/ledger.ts'
import { recordsOf, requirePad, deletePad, freeSlot, insertPad, padRecord, updatePad } from './sqlite-pad-records.ts'
import { createTexts, textOf, type Texts } from './texts.ts'
import { pruneVersions, addVersion, deleteVersions } from './sqlite-pad-versions.ts'
import { createPadView, padById, placedPads } from './sqlite-pad-view.ts'
import { createWordList } from './word-list.ts'
import {
  deleteWorkflow,
  insertWorkflow,
  requireWorkflow,
  updateWorkflow,
  pageOfWorkflows,
  leaveWorkflow,
  touchWorkflow,
} from './workflows.ts'
import { analyserVersion } from '@wuku/text/terms/terms'
import { forgetNews } from './hits/news.ts'
import { findSplice } from '@wuku/text/edits/edit'

/** Works on the writer within a transaction. `flush` writes what was only counted so far; then it may be committed. */
export function createPadTransaction(db: Connection): { readonly pads: PadTransaction; flush(): void } {
  const ledger = createLedger(db)
  recountIfOutdated(db, ledger)
  const texts = createTexts(db)
  // A word list of this write alone: should the write fail, the ids of its new words are given to others.
  const view = createPadView(db, createWordList())
  const bench: Bench = { db, ledger, texts }
  const pads: PadTransaction = {
    ...view,
    pad: async (id) => padById(db, id, texts.read),
    placed: async (ids) => placedPads(db, ids, texts.read),
    hits: async (probe) => {
      ledger.flush()
      return view.hits(probe)
    },
    addWorkflow: async (draft) => addWorkflow(bench, draft),
    changeWorkflow: async (id, change) => changeWorkflow(bench, id, change),
    removeWorkflow: async (id) => removeWorkflow(bench, id),
    addPad: async (draft) => addPad(bench, draft),
    changePad: async (id, change) => changePad(bench, id, change),
    removePad: async (id) => removePad(bench, requirePad(db, id)),
    pruneHistory: async (id, limit) => pruneVersions(db, requirePad(db, id).number, limit),
  }
  return { pads, flush: ledger.flush }
}

function addWorkflow({ db, ledger }: Bench, draft: WorkflowDraft): Workflow {
  const workflow = insertWorkflow(db, draft)
  ledger.add(placeOf(workflow.number, 0, 'name'), workflow.name)
  ledger.add(placeOf(workflow.number, 0, 'description'), workflow.description ?? '')
  return workflow
}

function changeWorkflow({ db, ledger }: Bench, id: string, change: WorkflowChange): Workflow {
  const before = requireWorkflow(db, id)
  const after = updateWorkflow(db, before, change)
  ledger.replace(placeOf(after.number, 0, 'name'), before.name, after.name)
  ledger.replace(placeOf(after.number, 0, 'description'), before.description ?? '', after.description ?? '')
  return after
}

function removeWorkflow(bench: Bench, id: string): void {
  const { db, ledger } = bench
  const { number, name, description } = requireWorkflow(db, id)
  for (const record of recordsOf(db, number)) removePad(bench, record)
  ledger.forget(placeOf(number, 0, 'name'), name)
  ledger.forget(placeOf(number, 0, 'description'), description ?? '')
  deleteWorkflow(db, number)
  advance(db, 'removals', 1)
}

/** Workflows whose counts are gathered before they are written down. */
const AT_ONCE = 20

/**
 * Words removed from the hits must have been counted in the same way: after an update of the analysis the first write
 * counts all texts again.
 */
function recountIfOutdated(db: Connection, ledger: Ledger): void {
  const before = counter(db, 'hits_by')
  if (before === Number(analyserVersion)) return
  advance(db, 'words_lost', db.run('DELETE FROM hit_words'))
  db.run('DELETE FROM hits')
  forgetNews(db)
  const { items } = pageOfWorkflows(db, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  items.forEach(({ number, name, description }, at) => {
    ledger.add(placeOf(number, 0, 'name'), name)
    ledger.add(placeOf(number, 0, 'description'), description ?? '')
    for (const record of recordsOf(db, number)) {
      const { slot, title } = record.facts
      ledger.add(placeOf(number, slot, 'title'), title)
      ledger.add(placeOf(number, slot, 'content'), textOf(db, record.number))
    }
    if (at % AT_ONCE === AT_ONCE - 1) ledger.flush()
  })
  ledger.flush()
  advance(db, 'hits_by', Number(analyserVersion) - before)
}

/** Tools of a write. */
interface Bench {
  readonly db: Connection
  readonly ledger: Ledger
  readonly texts: Texts
}

function addPad({ db, ledger, texts }: Bench, draft: PadDraft): Pad {
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

function changePad(bench: Bench, id: string, change: PadChange): Pad {
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

function removePad({ db, ledger, texts }: Bench, { number, workflowNumber, facts }: PadRecord): void {
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

/** Location of a pad: the places of its hits follow from it. */
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
