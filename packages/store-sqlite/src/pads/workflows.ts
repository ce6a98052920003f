import {
  sharedPads,
  type Page,
  type Workflow,
  type WorkflowChange,
  type WorkflowDraft,
  type WorkflowsRequest,
} from '@wuku/core/ports/pads'
import { advance } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Condition } from '@wuku/store-sql/sqlite/filters'
import { equals } from '@wuku/store-sql/sqlite/postings/row-pages'
import { toWorkflow, type WorkflowRow } from '@wuku/store-sql/pad-rows'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'

/** With who holds its source. */
const SELECT = `SELECT workflows.*, held.owner, held.visibility, held.shared_with
  FROM workflows LEFT JOIN sources AS held ON held.id = coalesce(workflows.source,
    (SELECT id FROM sources WHERE kind = '${sharedPads.kind}' AND name = '${sharedPads.name}'))`

const NEWEST_FIRST = 'ORDER BY updated_at DESC, touched DESC'

export function workflowById(db: Connection, id: string): Workflow | undefined {
  const row = db.row<WorkflowRow>(`${SELECT} WHERE workflows.id = ?`, [id])
  return row && toWorkflow(row, parseStored)
}

export function requireWorkflow(db: Connection, id: string): Workflow {
  const workflow = workflowById(db, id)
  if (!workflow) throw new Error(`There is no workflow "${id}".`)
  return workflow
}

/** `within`: all of them hold. */
export function pageOfWorkflows(
  db: Connection,
  request: WorkflowsRequest,
  within: readonly Condition[] = [],
): Page<Workflow> {
  const { scope, isActive, limit, offset } = request
  const active = equals('is_active', isActive === undefined ? undefined : Number(isActive))
  const conditions = [...equals('scope', scope), ...active, ...within]
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  const values = conditions.flatMap((condition) => condition.values)
  const counted = db.row<{ total: number }>(`SELECT count(*) AS total FROM workflows ${where}`, values)
  const items = db
    .rows<WorkflowRow>(`${SELECT} ${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`, [...values, limit, offset])
    .map((row) => toWorkflow(row, parseStored))
  return { items, total: counted?.total ?? 0 }
}

export const workflowsNumbered = (db: Connection, numbers: readonly number[]): Workflow[] =>
  db
    .rows<WorkflowRow>(`${SELECT} WHERE number IN (SELECT value FROM json_each(?)) ${NEWEST_FIRST}`, [
      JSON.stringify(numbers),
    ])
    .map((row) => toWorkflow(row, parseStored))

export const numbersInScope = (db: Connection, scope: string): number[] =>
  db.rows<{ number: number }>('SELECT number FROM workflows WHERE scope = ?', [scope]).map(({ number }) => number)

export function insertWorkflow(db: Connection, draft: WorkflowDraft): Workflow {
  if (workflowById(db, draft.id)) throw new Error(`There is a workflow "${draft.id}" already.`)
  const { id, name, description, scope, isActive, createdAt, updatedAt, source = null } = draft
  db.run(
    `INSERT INTO workflows (id, name, description, scope, is_active, created_at, updated_at, touched, source, pads, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1)`,
    [id, name, description, scope, Number(isActive), createdAt, updatedAt, advance(db, 'touches', 1), source],
  )
  return requireWorkflow(db, id)
}

export function updateWorkflow(db: Connection, before: Workflow, change: WorkflowChange): Workflow {
  const { name, description, scope, isActive } = { ...before, ...change }
  db.run(
    'UPDATE workflows SET name = ?, description = ?, scope = ?, is_active = ?, version = version + 1 WHERE id = ?',
    [name, description, scope, Number(isActive), before.id],
  )
  touchWorkflow(db, before.number, { at: change.at, pads: 0 })
  return requireWorkflow(db, before.id)
}

export interface Touch {
  readonly at: number
  /** How many more it holds. */
  readonly pads: number
}

/** Time never runs backwards for what was written to, so that the latest write stays the latest. */
export function touchWorkflow(db: Connection, number: number, { at, pads }: Touch): void {
  const touched = advance(db, 'touches', 1)
  db.run('UPDATE workflows SET updated_at = max(updated_at, ?), touched = ?, pads = pads + ? WHERE number = ?', [
    at,
    touched,
    pads,
    number,
  ])
}

export const leaveWorkflow = (db: Connection, number: number): number =>
  db.run('UPDATE workflows SET pads = pads - 1 WHERE number = ?', [number])

export const deleteWorkflow = (db: Connection, number: number): number =>
  db.run('DELETE FROM workflows WHERE number = ?', [number])
