import type { Pad, PadState, PadVersion, PadView, Page } from '../../../ports/pads.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { findHits } from './hits/find.ts'
import { factsOfEveryPad, factsOfPads, padRecord } from './records.ts'
import { textOf } from './texts.ts'
import { pageOfHistory, stateAt, type HistoryRequest } from './versions.ts'
import type { WordList } from './word-list.ts'
import { pageOfWorkflows, workflowById, workflowsNumbered } from './workflows.ts'

/** Stands on a connection whose transaction is open. */
export const createPadView = (db: Connection, words: WordList): PadView => ({
  workflow: async (id) => workflowById(db, id),
  workflows: async (request) => pageOfWorkflows(db, request),
  workflowsNumbered: async (numbers) => workflowsNumbered(db, numbers),
  pads: async (workflow) => factsOfPads(db, workflow),
  everyPad: async () => factsOfEveryPad(db),
  padFacts: async (id) => padRecord(db, id)?.facts,
  pad: async (id) => padById(db, id, (pad) => textOf(db, pad)),
  idsFrom: async (prefix, limit) => idsFrom(db, prefix, limit),
  history: async (pad, request) => historyOf(db, pad, request),
  stateAt: async (pad, version) => stateOf(db, pad, version),
  hits: async (probe) => findHits(db, words, probe),
})

export function padById(db: Connection, id: string, read: (pad: number) => string): Pad | undefined {
  const record = padRecord(db, id)
  if (!record) return undefined
  return { ...record.facts, content: read(record.number) }
}

const LAST_CHARACTER = '\u{10ffff}'

const idsFrom = (db: Connection, prefix: string, limit: number): string[] =>
  db
    .rows<{ id: string }>(
      `SELECT id FROM workflows WHERE id >= ?1 AND id < ?2 UNION SELECT id FROM pads WHERE id >= ?1 AND id < ?2
       ORDER BY id LIMIT ?3`,
      [prefix, prefix + LAST_CHARACTER, limit],
    )
    .map(({ id }) => id)

function historyOf(db: Connection, pad: string, request: HistoryRequest): Page<PadVersion> {
  const record = padRecord(db, pad)
  return record ? pageOfHistory(db, record.number, request) : { items: [], total: 0 }
}

function stateOf(db: Connection, pad: string, version: number): PadState | undefined {
  const record = padRecord(db, pad)
  if (!record) return undefined
  const { number, facts } = record
  return stateAt(db, { number, version, now: { ...facts, content: textOf(db, number) } })
}
