import type { PadFacts } from '../../ports/pads.ts'

/** A pad with the numbers by which the other tables know it. */
export interface PadRecord {
  readonly number: number
  readonly workflowNumber: number
  readonly facts: PadFacts
}

export interface PadRow {
  readonly number: number
  readonly id: string
  readonly workflow: number
  readonly workflow_id: string
  readonly slot: number
  readonly title: string
  readonly bytes: number
  readonly created_at: number
  readonly updated_at: number
  readonly version: number
}

export const toRecord = (row: PadRow): PadRecord => ({
  number: row.number,
  workflowNumber: row.workflow,
  facts: toFacts(row),
})

export const toFacts = (row: PadRow): PadFacts => ({
  id: row.id,
  workflow: row.workflow_id,
  slot: row.slot,
  title: row.title,
  bytes: row.bytes,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})
