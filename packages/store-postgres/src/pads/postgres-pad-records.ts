import { type PadRecord, type PadRow, toFacts, toRecord } from '@wuku/store-sql/pad-rows'
import type { Pad, PadFacts } from '@wuku/core/ports/pads'
import type { ReadContext } from '../read-context.ts'
import type { Session } from '@wuku/store-sql/postgres/session'
import { SHOWN, shownValues } from './workflows.ts'
import { joinTexts, readStoredText, type StoredText, type TextColumns } from './texts.ts'

const COLUMNS = `pads.number, pads.id, pads.workflow, workflows.id AS workflow_id, slot, title, bytes, pads.created_at,
  pads.updated_at, pads.version`

const PLACED = 'FROM pads JOIN workflows ON workflows.number = pads.workflow'

export async function padRecord(context: ReadContext, id: string): Promise<PadRecord | undefined> {
  const row = await context.db.row<PadRow>(`SELECT ${COLUMNS} ${PLACED} WHERE pads.id = $3 AND ${SHOWN}`, [
    ...shownValues(context),
    id,
  ])
  return row && toRecord(row)
}

export async function factsOfPads(context: ReadContext, workflow: string): Promise<PadFacts[]> {
  const rows = await context.db.rows<PadRow>(
    `SELECT ${COLUMNS} ${PLACED} WHERE workflows.id = $3 AND ${SHOWN} ORDER BY pads.updated_at DESC, pads.touched DESC`,
    [...shownValues(context), workflow],
  )
  return rows.map(toFacts)
}

export async function factsOfEveryPad(context: ReadContext): Promise<PadFacts[]> {
  const rows = await context.db.rows<PadRow>(`SELECT ${COLUMNS} ${PLACED} WHERE ${SHOWN} ORDER BY pads.number`, [
    ...shownValues(context),
  ])
  return rows.map(toFacts)
}

export interface PadWithText {
  readonly record: PadRecord
  readonly text: StoredText
}

export const factsOf = ({ content: _content, ...facts }: Pad): PadFacts => facts

export const padOf = ({ record, text }: PadWithText): Pad => ({ ...record.facts, content: text.content })

/** Remembers pads as a write works with them: it reads one, changes it, and reads it again to index it. */
export interface PadMemory {
  /** Its text, where that is the one of this version. */
  readonly known: PadWithText | undefined
  remember(pad: PadWithText | undefined): void
}

/** In a view each text is read once. */
export const noMemory: PadMemory = { known: undefined, remember: () => {} }

export function createPadMemory(): PadMemory {
  let known: PadWithText | undefined
  return {
    get known() {
      return known
    },
    remember: (pad) => {
      known = pad
    },
  }
}

export async function padsWithTexts(
  context: ReadContext,
  ids: readonly string[],
  memory: PadMemory,
): Promise<PadWithText[]> {
  const { known } = memory
  const rows = await context.db.rows<PadRow & TextColumns>(
    `SELECT ${COLUMNS}, places, removals, additions ${PLACED}
       ${joinTexts('pads.number = $4 AND pads.version = $5')} WHERE pads.id = ANY($3) AND ${SHOWN}`,
    [...shownValues(context), ids, known?.record.number ?? 0, known?.record.facts.version ?? 0],
  )
  const found = rows.map((row) => {
    const text = readStoredText(row) ?? known?.text
    if (!text) throw new Error(`Scratchpad number ${row.number} is stored, but not its text.`)
    return { record: toRecord(row), text }
  })
  if (found.length === 1) memory.remember(found[0])
  return found
}

export const padWithText = async (
  context: ReadContext,
  id: string,
  memory: PadMemory,
): Promise<PadWithText | undefined> => (await padsWithTexts(context, [id], memory))[0]

/** The record of a pad that is there; the one that is remembered takes no look. */
export async function requirePad(context: ReadContext, id: string, { known }: PadMemory): Promise<PadRecord> {
  const record = known?.record.facts.id === id ? known.record : await padRecord(context, id)
  return record ?? refusePad(id)
}

export async function requirePadWithText(context: ReadContext, id: string, memory: PadMemory): Promise<PadWithText> {
  const { known } = memory
  if (known?.record.facts.id === id) return known
  return (await padWithText(context, id, memory)) ?? refusePad(id)
}

function refusePad(id: string): never {
  throw new Error(`There is no scratchpad "${id}".`)
}

interface FreeSeat {
  /** Its number; `null`: there is no such workflow. */
  readonly workflow: number | null
  readonly slot: number
  /** True if a pad has the id. */
  readonly is_taken: boolean
}

/** The smallest slot that no pad of the workflow has. */
export async function findSeat(db: Session, workflow: string, pad: string): Promise<FreeSeat> {
  const row = await db.row<FreeSeat>(
    `WITH seats AS (SELECT slot FROM pads WHERE workflow = (SELECT number FROM workflows WHERE id = $1))
     SELECT (SELECT number FROM workflows WHERE id = $1) AS workflow,
       EXISTS (SELECT FROM pads WHERE id = $2) AS is_taken,
       (SELECT min(slot) FROM (SELECT 1 AS slot UNION ALL SELECT slot + 1 FROM seats) AS next
        WHERE slot NOT IN (SELECT slot FROM seats)) AS slot`,
    [workflow, pad],
  )
  return row ?? { workflow: null, slot: 1, is_taken: false }
}
