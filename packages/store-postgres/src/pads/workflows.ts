import {
  placeOf,
  sharedPads,
  type Page,
  type Workflow,
  type WorkflowChange,
  type WorkflowDraft,
  type WorkflowsRequest,
} from '@wuku/core/ports/pads'
import { toWorkflow, type WorkflowRow } from '@wuku/store-sql/pad-rows'
import type { ReadContext } from '../read-context.ts'
import { parseStored } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session, SqlValue } from '@wuku/store-sql/postgres/session'
import { putHits } from './hit-rows.ts'
import { changeTogether, type Change } from './together.ts'

const COLUMNS = `workflows.number, workflows.id, workflows.name, description, scope, is_active, created_at, updated_at, pads,
  version, source, held.owner, held.visibility, held.shared_with`

/** With the holding of its source. */
const OWNERSHIP_JOIN = `LEFT JOIN sources AS held ON held.id = coalesce(workflows.source,
  (SELECT id FROM sources WHERE kind = '${sharedPads.kind}' AND name = '${sharedPads.name}'))`

const NEWEST_FIRST = 'ORDER BY updated_at DESC, touched DESC'

/** Limits a statement to workflows that a look shows; these are its first two values. */
export const SHOWN = '($1::int[] IS NULL OR workflows.source = ANY($1) OR (workflows.source IS NULL AND $2))'

export const shownValues = ({ shown }: Pick<ReadContext, 'shown'>): readonly SqlValue[] => [
  shown?.pads?.sources ?? null,
  shown?.pads?.shared ?? true,
]

export async function workflowById(context: ReadContext, id: string): Promise<Workflow | undefined> {
  const row = await context.db.row<WorkflowRow>(
    `SELECT ${COLUMNS} FROM workflows ${OWNERSHIP_JOIN} WHERE workflows.id = $3 AND ${SHOWN}`,
    [...shownValues(context), id],
  )
  return row && toWorkflow(row, parseStored)
}

export function refuseWorkflow(id: string): never {
  throw new Error(`There is no workflow "${id}".`)
}

export async function pageOfWorkflows(context: ReadContext, request: WorkflowsRequest): Promise<Page<Workflow>> {
  const { scope, isActive, limit, offset } = request
  const where = `WHERE ${SHOWN} AND ($3::text IS NULL OR scope = $3) AND ($4::bool IS NULL OR is_active = $4)`
  const values = [...shownValues(context), scope ?? null, isActive ?? null]
  const counted = await context.db.row<{ total: number }>(`SELECT count(*) AS total FROM workflows ${where}`, values)
  const rows = await context.db.rows<WorkflowRow>(
    `SELECT ${COLUMNS} FROM workflows ${OWNERSHIP_JOIN} ${where} ${NEWEST_FIRST} LIMIT $5 OFFSET $6`,
    [...values, limit, offset],
  )
  return { items: rows.map((row) => toWorkflow(row, parseStored)), total: counted?.total ?? 0 }
}

export async function workflowsNumbered(context: ReadContext, numbers: readonly number[]): Promise<Workflow[]> {
  const rows = await context.db.rows<WorkflowRow>(
    `SELECT ${COLUMNS} FROM workflows ${OWNERSHIP_JOIN} WHERE workflows.number = ANY($3::int8[]) AND ${SHOWN} ${NEWEST_FIRST}`,
    [...shownValues(context), numbers],
  )
  return rows.map((row) => toWorkflow(row, parseStored))
}

export async function addWorkflow(context: ReadContext, draft: WorkflowDraft): Promise<Workflow> {
  const { id, name, description, scope, isActive, createdAt, updatedAt, source = null } = draft
  const row = await context.db.row<WorkflowRow>(
    `WITH workflows AS (
       INSERT INTO workflows (id, name, description, scope, is_active, created_at, updated_at, source)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING *)
     SELECT ${COLUMNS} FROM workflows ${OWNERSHIP_JOIN}`,
    [id, name, description, scope, isActive, createdAt, updatedAt, source],
  )
  if (!row) throw new Error(`There is a workflow "${id}" already.`)
  await changeTogether(context.db, hitsOfWorkflow(row.number, { name, description }))
  return toWorkflow(row, parseStored)
}

export async function changeWorkflow(context: ReadContext, id: string, change: WorkflowChange): Promise<Workflow> {
  const { name, description, scope, isActive, at } = change
  const row = await context.db.row<WorkflowRow>(
    `WITH workflows AS (
       UPDATE workflows SET name = coalesce($2, name), is_active = coalesce($3, is_active),
         description = CASE WHEN $4 THEN $5 ELSE description END, scope = CASE WHEN $6 THEN $7 ELSE scope END,
         updated_at = greatest(updated_at, $8), touched = nextval('touches'), version = version + 1
       WHERE id = $1 RETURNING *)
     SELECT ${COLUMNS} FROM workflows ${OWNERSHIP_JOIN}`,
    [
      id,
      name ?? null,
      isActive ?? null,
      description !== undefined,
      description ?? null,
      scope !== undefined,
      scope ?? null,
      at,
    ],
  )
  if (!row) return refuseWorkflow(id)
  const hits = hitsOfWorkflow(row.number, { name, description })
  if (hits.length > 0) await changeTogether(context.db, hits)
  return toWorkflow(row, parseStored)
}

/** Fields that are not said keep theirs. */
const hitsOfWorkflow = (
  number: number,
  fields: { readonly name?: string | undefined; readonly description?: string | null | undefined },
): readonly Change[] =>
  (['name', 'description'] as const).flatMap((field) =>
    fields[field] === undefined ? [] : [putHits(number, placeOf(number, 0, field), fields[field] ?? '')],
  )

/** Time never runs backwards for what was written to, so that the latest write stays the latest. */
export const touchWorkflow =
  (number: number, { at, pads }: { readonly at: number; readonly pads: number }): Change =>
  (value) =>
    `UPDATE workflows SET updated_at = greatest(updated_at, ${value(at)}), touched = nextval('touches'),
       pads = pads + ${value(pads)} WHERE number = ${value(number)}`

export async function removeWorkflow(db: Session, id: string): Promise<void> {
  // Its pads, their texts and their history go with it, as their tables say.
  if ((await db.run('DELETE FROM workflows WHERE id = $1', [id])) === 0) refuseWorkflow(id)
}
