import { placeOf, type PadDesk, type Workflow, type WorkflowChange, type WorkflowDraft } from '../../../ports/pads.ts'
import { advance, counter } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { createLedger, type Ledger } from './hits/ledger.ts'
import { recordsOf, requirePad } from './records.ts'
import { createTexts, textOf } from './texts.ts'
import { pruneVersions } from './versions.ts'
import { createPadView, padById, placedPads } from './view.ts'
import { createWordList } from './word-list.ts'
import { deleteWorkflow, insertWorkflow, requireWorkflow, updateWorkflow, pageOfWorkflows } from './workflows.ts'
import { addPad, changePad, removePad, type Bench } from './writes.ts'
import { analyserVersion } from '../../../text/terms.ts'
import { forgetNews } from './hits/news.ts'

/** Stands on the writer within a transaction. `settle` writes down what was only counted so far; then it may be committed. */
export function createPadDesk(db: Connection): { readonly pads: PadDesk; settle(): void } {
  const ledger = createLedger(db)
  recountIfOutdated(db, ledger)
  const texts = createTexts(db)
  // A word list of this write alone: should the write fail, the ids of its new words are given to others.
  const view = createPadView(db, createWordList())
  const bench: Bench = { db, ledger, texts }
  const pads: PadDesk = {
    ...view,
    pad: async (id) => padById(db, id, texts.read),
    placed: async (ids) => placedPads(db, ids, texts.read),
    hits: async (probe) => {
      ledger.settle()
      return view.hits(probe)
    },
    addWorkflow: async (draft) => addWorkflow(bench, draft),
    changeWorkflow: async (id, change) => changeWorkflow(bench, id, change),
    removeWorkflow: async (id) => removeWorkflow(bench, id),
    addPad: async (draft) => addPad(bench, draft),
    changePad: async (id, change) => changePad(bench, id, change),
    removePad: async (id) => removePad(bench, requirePad(db, id)),
    pruneHistory: async (id, kept) => pruneVersions(db, requirePad(db, id).number, kept),
  }
  return { pads, settle: ledger.settle }
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
 * What is taken out of the hits must have been counted as it is counted now: after an update of the analysis the first
 * write counts all texts anew.
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
    if (at % AT_ONCE === AT_ONCE - 1) ledger.settle()
  })
  ledger.settle()
  advance(db, 'hits_by', Number(analyserVersion) - before)
}
