import type { SourceId } from '@wuku/core/core-types'
import type { PadFacts, PadVersion, Workflow } from '@wuku/core/ports/pads'
import type { Splice } from '@wuku/text/edits/edit'
import { readOwnership, type OwnershipColumns, type ParseStored } from './stored-rows.ts'

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

export interface WorkflowRow extends OwnershipColumns {
  readonly number: number
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly scope: string | null
  /** SQLite has 0 and 1. */
  readonly is_active: boolean | number
  readonly created_at: number
  readonly updated_at: number
  readonly pads: number
  readonly version: number
  readonly source: SourceId | null
}

export function toWorkflow(row: WorkflowRow, parse: ParseStored): Workflow {
  const ownership = readOwnership(row, parse)
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    description: row.description,
    scope: row.scope,
    isActive: Boolean(row.is_active),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pads: row.pads,
    version: row.version,
    ...(row.source !== null && { source: row.source }),
    ...(ownership && { ownership }),
  }
}

/** A version of a pad that is about to be stored. */
export interface NewVersion extends Omit<PadVersion, 'restores'> {
  readonly restores?: number | undefined
  readonly leftWorkflow?: string | undefined
  /** The edit leads from the text before to the text after; there is none when it stayed the same. */
  readonly splice?: Splice | undefined
}
