import type { Page } from '@wuku/core/ports/pads'
import type { Connection } from '../driver/connection.ts'
import type { Condition } from '../filters.ts'

export interface PageQuery {
  readonly table: string
  /** All of them hold. */
  readonly conditions: readonly Condition[]
  readonly order: string
  readonly limit: number
  readonly offset: number
}

/** Rows of one page, and how many there are on all. */
export function pageOfRows<Row>(db: Connection, { table, conditions, order, limit, offset }: PageQuery): Page<Row> {
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  const values = conditions.flatMap((condition) => condition.values)
  const counted = db.row<{ total: number }>(`SELECT count(*) AS total FROM ${table} ${where}`, values)
  const items = db.rows<Row>(`SELECT * FROM ${table} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`, [
    ...values,
    limit,
    offset,
  ])
  return { items, total: counted?.total ?? 0 }
}

/** Nothing where nothing is asked for. */
export const equals = (column: string, value: string | number | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }]

export const differs = (column: string, value: string | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ sql: `${column} <> ?`, values: [value] }]

/** Nothing where nothing is asked for; of no values none is any. */
export const isAnyOf = (column: string, values: readonly string[] | undefined): readonly Condition[] =>
  values === undefined ? [] : [{ sql: `${column} IN (${values.map(() => '?').join(', ')})`, values }]

/** Nothing where no value is given. */
export const bound = (sql: string, value: number | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ sql, values: [value] }]
