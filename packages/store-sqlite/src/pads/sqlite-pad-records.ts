import { type PadRecord, type PadRow, toFacts, toRecord } from '@wuku/store-sql/pad-rows'
import { maxSlots, type PadFacts } from '@wuku/core/ports/pads'
import { advance } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'

const SELECT = 'SELECT pads.*, workflows.id AS workflow_id FROM pads JOIN workflows ON workflows.number = pads.workflow'

export function padRecord(db: Connection, id: string): PadRecord | undefined {
  const row = db.row<PadRow>(`${SELECT} WHERE pads.id = ?`, [id])
  return row && toRecord(row)
}

export function requirePad(db: Connection, id: string): PadRecord {
  const record = padRecord(db, id)
  if (!record) throw new Error(`There is no scratchpad "${id}".`)
  return record
}

export const recordsOf = (db: Connection, workflow: number): PadRecord[] =>
  db.rows<PadRow>(`${SELECT} WHERE pads.workflow = ?`, [workflow]).map(toRecord)

export const factsOfPads = (db: Connection, workflow: string): PadFacts[] =>
  db
    .rows<PadRow>(`${SELECT} WHERE workflows.id = ? ORDER BY pads.updated_at DESC, pads.touched DESC`, [workflow])
    .map(toFacts)

export const factsOfEveryPad = (db: Connection): PadFacts[] => db.rows<PadRow>(SELECT).map(toFacts)

/** Columns of a pad's row that may change. */
export interface PadPlacement {
  readonly workflow: number
  readonly slot: number
  readonly title: string
  readonly bytes: number
  readonly updatedAt: number
}

export interface NewPad extends PadPlacement {
  readonly id: string
  readonly createdAt: number
}

/** Returns its number. */
export function insertPad(db: Connection, pad: NewPad): number {
  const { id, workflow, slot, title, bytes, createdAt, updatedAt } = pad
  return db.insert(
    `INSERT INTO pads (id, workflow, slot, title, bytes, created_at, updated_at, touched, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    [id, workflow, slot, title, bytes, createdAt, updatedAt, advance(db, 'touches', 1)],
  )
}

export function updatePad(db: Connection, number: number, placement: PadPlacement): void {
  const { workflow, slot, title, bytes, updatedAt } = placement
  db.run(
    `UPDATE pads SET workflow = ?, slot = ?, title = ?, bytes = ?, updated_at = max(updated_at, ?), touched = ?,
       version = version + 1
     WHERE number = ?`,
    [workflow, slot, title, bytes, updatedAt, advance(db, 'touches', 1), number],
  )
}

export const deletePad = (db: Connection, number: number): number =>
  db.run('DELETE FROM pads WHERE number = ?', [number])

/** The smallest that no pad of the workflow has. */
export function freeSlot(db: Connection, workflow: number): number {
  const usedSlots = db.rows<{ slot: number }>('SELECT slot FROM pads WHERE workflow = ? ORDER BY slot', [workflow])
  const gap = usedSlots.findIndex(({ slot }, at) => slot !== at + 1)
  const slot = gap === -1 ? usedSlots.length + 1 : gap + 1
  if (slot > maxSlots) throw new Error(`A workflow has room for ${maxSlots} scratchpads.`)
  return slot
}
