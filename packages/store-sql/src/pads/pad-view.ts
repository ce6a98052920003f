import type { PadState, PadVersion, PadView, Page, PlacedPad } from '@wuku/core/ports/pads'
import type { SourceId } from '@wuku/core/core-types'
import { conditionsFor } from '../tables.ts'
import { findHits } from './find-hits.ts'
import { requireShown, type PadParts } from './pad-parts.ts'
import { factsOfPads, padOf, padRecord, padsWithTexts, type PadMemory } from './pad-records.ts'
import { pageOfHistory, stateAt, type HistoryRequest } from './pad-versions.ts'
import { pageOfWorkflows, workflowById, workflowsNumbered } from './workflows.ts'

/** Stands on a connection whose transaction is open: every answer is of what the caller sees. */
export const createPadView = (parts: PadParts, memory?: PadMemory): PadView => ({
  workflow: (id) => workflowById(parts, id),
  workflows: (request) => pageOfWorkflows(parts, request),
  workflowsNumbered: (numbers) => workflowsNumbered(parts, numbers),
  pads: (workflow) => factsOfPads(parts, workflow),
  everyPad: () => factsOfPads(parts),
  padFacts: async (id) => (await padRecord(parts, id))?.facts,
  pad: async (id) => (await padsWithTexts(parts, [id], memory)).map(padOf)[0],
  placed: (ids) => placedPads(parts, ids, memory),
  idsFrom: (prefix, limit) => idsFrom(parts, prefix, limit),
  history: (pad, request) => historyOf(parts, pad, request),
  stateAt: (pad, version) => stateOf(parts, { pad, version, memory }),
  hits: (probe) => findHits(parts, probe),
})

async function placedPads(parts: PadParts, ids: readonly string[], memory?: PadMemory): Promise<PlacedPad[]> {
  if (ids.length === 0) return []
  const found = await padsWithTexts(parts, ids, memory)
  const pads = new Map(found.map((pad) => [pad.record.facts.id, { pad: padOf(pad), workflow: pad.workflow }]))
  return ids.flatMap((id) => pads.get(id) ?? [])
}

const LAST_CHARACTER = '\u{10ffff}'
const IDS_OF_A_PAGE = 100

interface FoundId {
  readonly id: string
  /** Source of its workflow. */
  readonly source: SourceId | null
}

/**
 * Sources are compared here as well: SQLite reads a list of sources once an id was found, and that time would reveal ids that
 * are not shown.
 */
async function idsFrom(parts: PadParts, prefix: string, limit: number): Promise<string[]> {
  const { shown } = parts
  const isShown = ({ source }: FoundId) => !shown || (source === null ? shown.shared : shown.sources.includes(source))
  const found: string[] = []
  for (let after: string | undefined; found.length < limit;) {
    const page = await pageOfIds(parts, prefix, after)
    found.push(...page.filter(isShown).map(({ id }) => id))
    const last = page.at(-1)
    if (!last || page.length < IDS_OF_A_PAGE) break
    after = last.id
  }
  return found.slice(0, limit)
}

function pageOfIds({ db, shown }: PadParts, prefix: string, after: string | undefined): Promise<FoundId[]> {
  const where = conditionsFor(db)
  const [from, until] = [where.given(after ?? prefix), where.given(prefix + LAST_CHARACTER)]
  const range = (column: string) => `${column} ${after === undefined ? '>=' : '>'} ${from} AND ${column} < ${until}`
  if (db.dialect.name === 'postgres') requireShown({ db, shown }, where)
  return db.rows(
    `SELECT workflows.id, source FROM workflows WHERE ${range('workflows.id')} AND ${where.sql}
     UNION SELECT pads.id, source FROM pads JOIN workflows ON workflows.number = pads.workflow
       WHERE ${range('pads.id')} AND ${where.sql}
     ORDER BY id LIMIT ${IDS_OF_A_PAGE}`,
    where.values,
  )
}

async function historyOf(parts: PadParts, pad: string, request: HistoryRequest): Promise<Page<PadVersion>> {
  const record = await padRecord(parts, pad)
  return record ? pageOfHistory(parts.db, record.number, request) : { items: [], total: 0 }
}

async function stateOf(
  parts: PadParts,
  { pad, version, memory }: { pad: string; version: number; memory: PadMemory | undefined },
): Promise<PadState | undefined> {
  const [found] = await padsWithTexts(parts, [pad], memory)
  if (!found || !Number.isInteger(version) || version < 1 || version > found.record.facts.version) return undefined
  return stateAt(parts.db, { number: found.record.number, version, now: padOf(found) })
}
