import type { Page } from '@wuku/core/ports/pads'
import type { Session, SqlValue } from './session.ts'

/** Name of the column that holds each field of a thing. */
export type ColumnsOf<Thing> = { readonly [Field in keyof Thing]-?: string }

/** For a `SELECT`: rows come as the thing, with `before` in front of each field. */
export const selected = (columns: Readonly<Record<string, string>>, table: string, before = ''): string =>
  Object.entries(columns)
    .map(([field, column]) => `${table}.${column} AS "${before}${field}"`)
    .join(', ')

/** Values by the names of columns; fields without a column are left out. */
export const toColumns = <Thing extends Readonly<Record<keyof Thing, SqlValue>>>(
  columns: ColumnsOf<Thing>,
  thing: Thing,
): Readonly<Record<string, SqlValue>> =>
  Object.fromEntries(Object.entries<string>(columns).map(([field, column]) => [column, thing[field as keyof Thing]]))

/** Fields of one thing in a row of several, each with its own text in front. */
export const fieldsAfter = <Thing extends object>(before: string, row: object): Thing =>
  Object.fromEntries(
    Object.entries(row).flatMap(([field, value]) =>
      field.startsWith(before) ? [[field.slice(before.length), value]] : [],
    ),
  ) as Thing

export interface PageQuery {
  readonly table: string
  readonly columns: string
  readonly where: string
  readonly values: readonly SqlValue[]
  readonly order: string
  readonly limit: number
  readonly offset: number
}

/** Rows of one page, and how many there are on all, in one statement. */
export async function pageOfRows<Row extends object>(db: Session, query: PageQuery): Promise<Page<Row>> {
  const { table, columns, where, values, order, limit, offset } = query
  const rows = await db.rows<Row & { readonly counted: number; readonly place: number | null }>(
    `SELECT * FROM (SELECT count(*) AS counted FROM ${table} WHERE ${where}) AS every
       LEFT JOIN (SELECT row_number() OVER (ORDER BY ${order}) AS place, ${columns} FROM ${table} WHERE ${where}
         ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}) AS page ON true
     ORDER BY place`,
    [...values, limit, offset],
  )
  const items = rows.filter(({ place }) => place !== null).map(({ counted: _counted, place: _place, ...row }) => row)
  // The rest of each row is its columns.
  return { items: items as unknown as readonly Row[], total: rows[0]?.counted ?? 0 }
}
