import type { Pad, PadFacts, Workflow } from '@wuku/core/ports/pads'
import type { SqlSession } from '../sql-session.ts'
import { conditionsFor, type Conditions } from '../tables.ts'
import { requireShown, type PadParts, type StoredText } from './pad-parts.ts'
import { withWorkflow, joinedWorkflow } from './workflows.ts'

/** A pad with the numbers by which the other tables know it. */
export interface PadRecord {
  readonly number: number
  readonly workflowNumber: number
  readonly facts: PadFacts
}

const FACTS = `pads.id, workflows.id AS workflow, pads.slot, pads.title, pads.bytes, pads.created_at AS "createdAt",
  pads.updated_at AS "updatedAt", pads.version`
const RECORD = `pads.number, pads.workflow AS "workflowNumber", ${FACTS}`
const PLACED = 'FROM pads JOIN workflows ON workflows.number = pads.workflow'

interface RecordRow extends PadFacts, Omit<PadRecord, 'facts'> {}

const readRecord = (row: RecordRow): PadRecord => ({
  number: row.number,
  workflowNumber: row.workflowNumber,
  facts: readFacts(row),
})

function readFacts(row: PadFacts): PadFacts {
  const { id, workflow, slot, title, bytes, createdAt, updatedAt, version } = row
  return { id, workflow, slot, title, bytes, createdAt, updatedAt, version }
}

function shownPads(parts: PadParts): Conditions {
  const where = conditionsFor(parts.db)
  requireShown(parts, where)
  return where
}

export async function padRecord(parts: PadParts, id: string): Promise<PadRecord | undefined> {
  const where = shownPads(parts)
  where.compare('pads.id', '=', id)
  const row = await parts.db.row<RecordRow>(`SELECT ${RECORD} ${PLACED} WHERE ${where.sql}`, where.values)
  return row && readRecord(row)
}

/** Pads of one workflow, newest first; pads of all workflows, in no order. */
export async function factsOfPads(parts: PadParts, workflow?: string): Promise<PadFacts[]> {
  const where = shownPads(parts)
  where.compare('workflows.id', '=', workflow)
  const order = workflow === undefined ? '' : 'ORDER BY pads.updated_at DESC, pads.touched DESC'
  const rows = await parts.db.rows<PadFacts>(`SELECT ${FACTS} ${PLACED} WHERE ${where.sql} ${order}`, where.values)
  return rows.map(readFacts)
}

export interface PadWithText {
  readonly record: PadRecord
  readonly text: StoredText
  /** That it was in when it was read. */
  readonly workflow: Workflow
}

export const factsOf = ({ content: _content, ...facts }: Pad): PadFacts => facts

export const padOf = ({ record, text }: PadWithText): Pad => ({ ...record.facts, content: text.content })

/** The pad that a write reads, changes, and reads again to index it. */
export interface PadMemory {
  /** Its text, where that is the one of this version. */
  known: PadWithText | undefined
}

/** `memory`: in a view each text is read once. */
export async function padsWithTexts(parts: PadParts, ids: readonly string[], memory?: PadMemory) {
  const known = memory?.known
  const where = shownPads(parts)
  const { columns, join } = parts.texts.select(
    known
      ? `pads.number = ${where.given(known.record.number)} AND pads.version = ${where.given(known.record.facts.version)}`
      : 'false',
  )
  where.isIn('pads.id', ids)
  const rows = await parts.db.rows<RecordRow>(
    `SELECT ${RECORD}, ${columns}, ${withWorkflow.columns} ${PLACED} ${join} ${withWorkflow.join} WHERE ${where.sql}`,
    where.values,
  )
  const found = rows.map((row) => {
    const text =
      parts.db.dialect.readStored(() => parts.texts.read(row)) ??
      (known?.record.number === row.number ? known.text : undefined)
    if (!text) throw new Error(`Scratchpad number ${row.number} is stored, but not its text.`)
    return { record: readRecord(row), text, workflow: joinedWorkflow(parts.db, row) }
  })
  if (memory && found.length === 1) memory.known = found[0]
  return found
}

/** The record of a pad that is there; the one that is remembered takes no look. */
export async function requirePad(parts: PadParts, id: string, { known }: PadMemory): Promise<PadRecord> {
  const record = known?.record.facts.id === id ? known.record : await padRecord(parts, id)
  return record ?? refusePad(id)
}

export async function requirePadWithText(parts: PadParts, id: string, memory: PadMemory): Promise<PadWithText> {
  const { known } = memory
  if (known?.record.facts.id === id) return known
  return (await padsWithTexts(parts, [id], memory))[0] ?? refusePad(id)
}

function refusePad(id: string): never {
  throw new Error(`There is no scratchpad "${id}".`)
}

interface FreeSeat {
  /** Its number; `null`: there is no such workflow. */
  readonly workflow: number | null
  readonly slot: number
  /** Whether a pad has the id. */
  readonly hasPad: boolean | number
}

/** The smallest slot that no pad of the workflow has. */
export async function findSeat(db: SqlSession, workflow: string, pad: string): Promise<FreeSeat> {
  const row = await db.row<FreeSeat>(
    `WITH seats AS (SELECT slot FROM pads WHERE workflow = (SELECT number FROM workflows WHERE id = $1))
     SELECT (SELECT number FROM workflows WHERE id = $1) AS workflow,
       EXISTS (SELECT 1 FROM pads WHERE id = $2) AS "hasPad",
       (SELECT min(slot) FROM (SELECT 1 AS slot UNION ALL SELECT slot + 1 FROM seats) AS next
        WHERE slot NOT IN (SELECT slot FROM seats)) AS slot`,
    [workflow, pad],
  )
  return row ?? { workflow: null, slot: 1, hasPad: false }
}
