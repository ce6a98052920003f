import type { PadState, PadView, PadVersion, Page, PlacedPad } from '@wuku/core/ports/pads'
import type { ReadContext } from '../read-context.ts'
import { findHits } from './hits.ts'
import {
  factsOfEveryPad,
  factsOfPads,
  noMemory,
  padOf,
  padRecord,
  padsWithTexts,
  padWithText,
  type PadMemory,
} from './postgres-pad-records.ts'
import { pageOfHistory, stateAt, type HistoryRequest } from './postgres-pad-versions.ts'
import { pageOfWorkflows, SHOWN, shownValues, workflowById, workflowsNumbered } from './workflows.ts'

export const createPadView = (context: ReadContext, memory: PadMemory = noMemory): PadView => ({
  workflow: (id) => workflowById(context, id),
  workflows: (request) => pageOfWorkflows(context, request),
  workflowsNumbered: (numbers) => workflowsNumbered(context, numbers),
  pads: (workflow) => factsOfPads(context, workflow),
  everyPad: () => factsOfEveryPad(context),
  padFacts: async (id) => (await padRecord(context, id))?.facts,
  pad: async (id) => {
    const found = await padWithText(context, id, memory)
    return found && padOf(found)
  },
  placed: (ids) => placedPads(context, ids, memory),
  idsFrom: (prefix, limit) => idsFrom(context, prefix, limit),
  history: (pad, request) => historyOf(context, pad, request),
  stateAt: (pad, version) => stateOf(context, { pad, version, memory }),
  hits: (probe) => findHits(context, probe),
})

async function placedPads(context: ReadContext, ids: readonly string[], memory: PadMemory): Promise<PlacedPad[]> {
  if (ids.length === 0) return []
  const found = await padsWithTexts(context, ids, memory)
  const pads = new Map(found.map((pad) => [pad.record.facts.id, pad]))
  const workflows = new Map(
    (await workflowsNumbered(context, [...new Set(found.map(({ record }) => record.workflowNumber))])).map(
      (workflow) => [workflow.number, workflow],
    ),
  )
  return ids.flatMap((id) => {
    const pad = pads.get(id)
    const workflow = pad && workflows.get(pad.record.workflowNumber)
    return pad && workflow ? [{ pad: padOf(pad), workflow }] : []
  })
}

const LAST_CHARACTER = '\u{10ffff}'

async function idsFrom(context: ReadContext, prefix: string, limit: number): Promise<string[]> {
  const rows = await context.db.rows<{ id: string }>(
    `SELECT id FROM workflows WHERE id >= $3 AND id < $4 AND ${SHOWN}
     UNION SELECT pads.id FROM pads JOIN workflows ON workflows.number = pads.workflow
       WHERE pads.id >= $3 AND pads.id < $4 AND ${SHOWN}
     ORDER BY id LIMIT $5`,
    [...shownValues(context), prefix, prefix + LAST_CHARACTER, limit],
  )
  return rows.map(({ id }) => id)
}

async function historyOf(context: ReadContext, pad: string, request: HistoryRequest): Promise<Page<PadVersion>> {
  const record = await padRecord(context, pad)
  return record ? pageOfHistory(context.db, record.number, request) : { items: [], total: 0 }
}

interface PastRequest {
  readonly pad: string
  readonly version: number
  readonly memory: PadMemory
}

async function stateOf(context: ReadContext, { pad, version, memory }: PastRequest): Promise<PadState | undefined> {
  const found = await padWithText(context, pad, memory)
  if (!found || !Number.isInteger(version) || version < 1 || version > found.record.facts.version) return undefined
  return stateAt(context.db, { number: found.record.number, version, now: padOf(found) })
}
