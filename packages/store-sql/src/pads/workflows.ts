import {
  sharedPads,
  type Page,
  type Workflow,
  type WorkflowChange,
  type WorkflowDraft,
  type WorkflowsRequest,
} from '@wuku/core/ports/pads'
import type { SourceId } from '@wuku/core/core-types'
import type { Change, SqlSession, SqlValue } from '../sql-session.ts'
import { type OwnershipColumns, readOwnership } from '../stored-rows.ts'
import { conditionsFor, pageOfRows, type Conditions } from '../tables.ts'
import { requireShown, type PadParts } from './pad-parts.ts'

interface WorkflowRow extends OwnershipColumns, Omit<Workflow, 'isActive' | 'source' | 'ownership'> {
  /** SQLite has 0 and 1. */
  readonly isActive: boolean | number
  readonly source: SourceId | null
}

const FIELDS = [
  ...['number', 'id', 'name', 'description', 'scope', 'pads', 'version', 'source'].map((name) => [name, name]),
  ['isActive', 'is_active'],
  ['createdAt', 'created_at'],
  ['updatedAt', 'updated_at'],
]

/** Names of columns; each with `before` in front. */
const columnsOf = (before = ''): string =>
  FIELDS.map(([field, column]) => `workflows.${column} AS "${before}${field}"`).join(', ')

/** Behind a policy PostgreSQL takes this to an index, and not `coalesce`. */
const SOURCE = `CASE WHEN workflows.source IS NULL
  THEN (SELECT id FROM sources WHERE kind = '${sharedPads.kind}' AND name = '${sharedPads.name}') ELSE workflows.source END`
const OWNERSHIP = ['owner', 'visibility', 'shared_with'] as const

/** With who holds its source. */
const selectedOf = (before = ''): string =>
  `${columnsOf(before)}, ${OWNERSHIP.map((column) => `held.${column} AS "${before}${column}"`).join(', ')}`
const OWNERSHIP_JOIN = `LEFT JOIN sources AS held ON held.id = ${SOURCE}`
const RETURNED = [
  columnsOf(),
  ...OWNERSHIP.map((column) => `(SELECT held.${column} FROM sources AS held WHERE held.id = ${SOURCE}) AS ${column}`),
].join(', ')

const NEWEST_FIRST = 'workflows.updated_at DESC, workflows.touched DESC'

function readWorkflow({ dialect }: SqlSession, row: WorkflowRow): Workflow {
  const ownership = readOwnership(row, dialect.parse)
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    description: row.description,
    scope: row.scope,
    isActive: Boolean(row.isActive),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    pads: row.pads,
    version: row.version,
    ...(row.source !== null && { source: row.source }),
    ...(ownership && { ownership }),
  }
}

/** The workflow of a pad, as columns next to those of the pad. */
export const withWorkflow = { columns: selectedOf('w '), join: OWNERSHIP_JOIN }

export const joinedWorkflow = (db: SqlSession, row: object): Workflow =>
  readWorkflow(
    db,
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name.slice(2), value])) as unknown as WorkflowRow,
  )

async function workflowsWhere(parts: PadParts, where: Conditions): Promise<Workflow[]> {
  requireShown(parts, where)
  const rows = await parts.db.rows<WorkflowRow>(
    `SELECT ${selectedOf()} FROM workflows ${OWNERSHIP_JOIN} WHERE ${where.sql} ORDER BY ${NEWEST_FIRST}`,
    where.values,
  )
  return rows.map((row) => readWorkflow(parts.db, row))
}

export async function workflowById(parts: PadParts, id: string): Promise<Workflow | undefined> {
  const where = conditionsFor(parts.db)
  where.compare('workflows.id', '=', id)
  return (await workflowsWhere(parts, where))[0]
}

export function workflowsNumbered(parts: PadParts, numbers: readonly number[]): Promise<Workflow[]> {
  const where = conditionsFor(parts.db)
  where.isIn('workflows.number', numbers)
  return workflowsWhere(parts, where)
}

export function refuseWorkflow(id: string): never {
  throw new Error(`There is no workflow "${id}".`)
}

export async function pageOfWorkflows(parts: PadParts, request: WorkflowsRequest): Promise<Page<Workflow>> {
  const { scope, isActive, limit, offset } = request
  const where = conditionsFor(parts.db)
  where.compare('workflows.scope', '=', scope)
  where.compare('workflows.is_active', '=', isActive)
  requireShown(parts, where)
  const { items, total } = await pageOfRows<WorkflowRow>(parts.db, {
    columns: selectedOf(),
    table: 'workflows',
    join: OWNERSHIP_JOIN,
    where,
    order: NEWEST_FIRST,
    limit,
    offset,
  })
  return { items: items.map((row) => readWorkflow(parts.db, row)), total }
}

export async function addWorkflow({ db }: PadParts, draft: WorkflowDraft): Promise<Workflow> {
  const { id, name, description, scope, isActive, createdAt, updatedAt, source = null } = draft
  const row = await db.row<WorkflowRow>(
    `INSERT INTO workflows
       (id, name, description, scope, is_active, created_at, updated_at, source, touched, pads, version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${db.dialect.touch}, 0, 1) ON CONFLICT (id) DO NOTHING RETURNING ${RETURNED}`,
    [id, name, description, scope, isActive, createdAt, updatedAt, source],
  )
  if (!row) throw new Error(`There is a workflow "${id}" already.`)
  await db.together(db.dialect.countTouch)
  return readWorkflow(db, row)
}

export async function changeWorkflow({ db }: PadParts, id: string, change: WorkflowChange): Promise<Workflow> {
  const values: SqlValue[] = [id, change.at]
  const settings = (['name', 'description', 'scope', 'isActive'] as const).flatMap((field) => {
    const value = change[field]
    return value === undefined ? [] : [`${field === 'isActive' ? 'is_active' : field} = $${values.push(value)}`]
  })
  const row = await db.row<WorkflowRow>(
    `UPDATE workflows SET ${[...settings, touchedAt('$2', db)].join(', ')}, version = version + 1
     WHERE id = $1 RETURNING ${RETURNED}`,
    values,
  )
  if (!row) return refuseWorkflow(id)
  await db.together(db.dialect.countTouch)
  return readWorkflow(db, row)
}

/** Time never runs backwards for what was written to, so that the latest write stays the latest. */
const touchedAt = (at: string, { dialect }: SqlSession): string =>
  `updated_at = CASE WHEN updated_at < ${at} THEN ${at} ELSE updated_at END, touched = ${dialect.touch}`

/** `pads`: how many more it holds. */
export const touchWorkflow =
  (db: SqlSession, number: number, { at, pads }: { readonly at: number; readonly pads: number }): Change =>
  (value) =>
    `UPDATE workflows SET ${touchedAt(value(at), db)}, pads = pads + ${value(pads)}
     WHERE number = ${value(number)} RETURNING number`

/** Its pads are gone, or go with it. */
export async function deleteWorkflow({ db }: PadParts, id: string): Promise<void> {
  const gone = await db.run('DELETE FROM workflows WHERE id = $1', [id])
  if (gone === 0) return refuseWorkflow(id)
  await db.dialect.noteRemovals(db, 1)
}
