import type { PadState, PadView, PadVersion, Page, PlacedPad } from '../../../ports/pads.ts'
import type { Look } from '../look.ts'
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
} from './records.ts'
import { pageOfHistory, stateAt, type HistoryRequest } from './versions.ts'
import { pageOfWorkflows, SHOWN, shownValues, workflowById, workflowsNumbered } from './workflows.ts'

export const createPadView = (look: Look, memory: PadMemory = noMemory): PadView => ({
  workflow: (id) => workflowById(look, id),
  workflows: (request) => pageOfWorkflows(look, request),
  workflowsNumbered: (numbers) => workflowsNumbered(look, numbers),
  pads: (workflow) => factsOfPads(look, workflow),
  everyPad: () => factsOfEveryPad(look),
  padFacts: async (id) => (await padRecord(look, id))?.facts,
  pad: async (id) => {
    const found = await padWithText(look, id, memory)
    return found && padOf(found)
  },
  placed: (ids) => placedPads(look, ids, memory),
  idsFrom: (prefix, limit) => idsFrom(look, prefix, limit),
  history: (pad, request) => historyOf(look, pad, request),
  stateAt: (pad, version) => stateOf(look, { pad, version, memory }),
  hits: (probe) => findHits(look, probe),
})

async function placedPads(look: Look, ids: readonly string[], memory: PadMemory): Promise<PlacedPad[]> {
  if (ids.length === 0) return []
  const found = await padsWithTexts(look, ids, memory)
  const pads = new Map(found.map((pad) => [pad.record.facts.id, pad]))
  const workflows = new Map(
    (await workflowsNumbered(look, [...new Set(found.map(({ record }) => record.workflowNumber))])).map((workflow) => [
      workflow.number,
      workflow,
    ]),
  )
  return ids.flatMap((id) => {
    const pad = pads.get(id)
    const workflow = pad && workflows.get(pad.record.workflowNumber)
    return pad && workflow ? [{ pad: padOf(pad), workflow }] : []
  })
}

const LAST_CHARACTER = '\u{10ffff}'

async function idsFrom(look: Look, prefix: string, limit: number): Promise<string[]> {
  const rows = await look.db.rows<{ id: string }>(
    `SELECT id FROM workflows WHERE id >= $3 AND id < $4 AND ${SHOWN}
     UNION SELECT pads.id FROM pads JOIN workflows ON workflows.number = pads.workflow
       WHERE pads.id >= $3 AND pads.id < $4 AND ${SHOWN}
     ORDER BY id LIMIT $5`,
    [...shownValues(look), prefix, prefix + LAST_CHARACTER, limit],
  )
  return rows.map(({ id }) => id)
}

async function historyOf(look: Look, pad: string, request: HistoryRequest): Promise<Page<PadVersion>> {
  const record = await padRecord(look, pad)
  return record ? pageOfHistory(look.db, record.number, request) : { items: [], total: 0 }
}

interface PastAsked {
  readonly pad: string
  readonly version: number
  readonly memory: PadMemory
}

async function stateOf(look: Look, { pad, version, memory }: PastAsked): Promise<PadState | undefined> {
  const found = await padWithText(look, pad, memory)
  if (!found || !Number.isInteger(version) || version < 1 || version > found.record.facts.version) return undefined
  return stateAt(look.db, { number: found.record.number, version, now: padOf(found) })
}
