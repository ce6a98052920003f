import { Message, packed, unpacked } from '@wuku/messages/message'
import type { Page } from '@wuku/core/ports/pads'
import type { Dialect, SqlSession, SqlValue } from './sql-session.ts'

/** A table by the fields of what its rows hold. */
export interface Table<Thing> {
  readonly name: string
  readonly columns: { readonly [Field in keyof Thing]-?: Column }
}

/** Its name; with a type, where both databases do not hold the value as it is. */
export type Column = string | TypedColumn

interface TypedColumn {
  readonly name: string | Readonly<Record<Dialect['name'], string>>
  /** `list`: a list of texts, which PostgreSQL holds as such and SQLite as JSON. `json`: JSON in both; `jsonOrNull`: for `null` NULL. `text`: a message keeps its code. */
  readonly type?: 'flag' | 'list' | 'json' | 'jsonOrNull' | 'text'
}

export const USER: Column = { name: { sqlite: 'user', postgres: 'user_id' } }

export const flag = (name: string): Column => ({ name, type: 'flag' })
export const list = (name: string): Column => ({ name, type: 'list' })
export const json = (name: string): Column => ({ name, type: 'json' })
/** A text that a person reads. */
export const text = (name: string): Column => ({ name, type: 'text' })
export const jsonOrNull = (name: string): Column => ({ name, type: 'jsonOrNull' })

/** Columns that are called as their fields: `created_at` holds `createdAt`. */
export const plain = <Field extends string>(...fields: readonly Field[]) =>
  Object.fromEntries(
    fields.map((field) => [field, field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  ) as Readonly<Record<Field, string>>

export function columnName(column: Column, dialect: Dialect): string {
  if (typeof column === 'string') return column
  return typeof column.name === 'string' ? column.name : column.name[dialect.name]
}

const columnsOf = (table: { readonly columns: object }): readonly (readonly [field: string, column: Column])[] =>
  Object.entries(table.columns as Readonly<Record<string, Column>>)

/** For a `SELECT`; each field with `before` in front. */
export const selected = <Thing>({ dialect }: SqlSession, table: Table<Thing>, before = ''): string =>
  columnsOf(table)
    .map(([field, column]) => `${table.name}.${columnName(column, dialect)} AS "${before}${field}"`)
    .join(', ')

/** A row of a statement with `selected`. */
export const readRow = <Thing>({ dialect }: SqlSession, table: Table<Thing>, row: object, before = ''): Thing =>
  Object.fromEntries(
    columnsOf(table).map(([field, column]) => [
      field,
      readColumn(dialect, column, (row as Readonly<Record<string, unknown>>)[before + field]),
    ]),
  ) as Thing

function readColumn({ parse }: Dialect, column: Column, stored: unknown): unknown {
  switch (typeof column === 'string' || stored === null ? undefined : column.type) {
    case 'flag':
      return stored === true || stored === 1
    case 'list':
      return typeof stored === 'string' ? parse(stored) : stored
    case 'json':
    case 'jsonOrNull':
      return parse(stored as string, withMessages)
    case 'text':
      return unpacked(stored as string)
    default:
      return stored
  }
}

/** Values by the names of columns; fields without a column are left out. */
export const writtenRow = <Thing>({ dialect }: SqlSession, table: Table<Thing>, thing: Thing): Row =>
  Object.fromEntries(
    columnsOf(table).map(([field, column]) => {
      const value = thing[field as keyof Thing]
      const type = typeof column === 'string' ? undefined : column.type
      const isJson = type === 'json' || (type === 'jsonOrNull' && value !== null)
      const written = isJson ? JSON.stringify(value, withCodes) : value instanceof Message ? packed(value) : value
      return [columnName(column, dialect), written as SqlValue]
    }),
  )

function withCodes(this: unknown, key: string, value: unknown): unknown {
  const own = (this as Readonly<Record<string, unknown>>)[key]
  return own instanceof Message ? packed(own) : value
}

/** Fields of results, errors and events that may be messages; no others, since anybody may have written those. */
const MESSAGES = /^(?:said|remedy|why|rule|message|error)$/

const withMessages = (key: string, value: unknown): unknown =>
  typeof value === 'string' && MESSAGES.test(key) ? unpacked(value) : value

/** `rest`: the statement from `WHERE` or `ORDER BY` on. */
export async function rowsOf<Thing>(
  db: SqlSession,
  table: Table<Thing>,
  rest: string,
  values: readonly SqlValue[] = [],
): Promise<Thing[]> {
  const rows = await db.rows<object>(`SELECT ${selected(db, table)} FROM ${table.name} ${rest}`, values)
  return rows.map((row) => readRow(db, table, row))
}

export const rowWith = async <Thing>(
  db: SqlSession,
  table: Table<Thing>,
  id: string | number,
): Promise<Thing | undefined> => (await rowsOf(db, table, 'WHERE id = $1', [id]))[0]

type Row = Readonly<Record<string, SqlValue>>

export async function insertRow<Thing>(db: SqlSession, table: Table<Thing>, row: Row): Promise<Thing> {
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  const added = await db.row<object>(
    `INSERT INTO ${table.name} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})
     RETURNING ${selected(db, table)}`,
    Object.values(row),
  )
  return readRow(db, table, added ?? {})
}

/** All the named columns of the row with this id, which is there. */
export async function changeRow<Thing>(db: SqlSession, table: Table<Thing>, id: string | number, row: Row) {
  const settings = Object.keys(row).map((column, at) => `${column} = $${at + 2}`)
  const changed = await db.row<object>(
    `UPDATE ${table.name} SET ${settings.join(', ')} WHERE id = $1 RETURNING ${selected(db, table)}`,
    [id, ...Object.values(row)],
  )
  return readRow(db, table, changed ?? {})
}

/** Conditions that all hold, with their values in the order of their numbers. */
export interface Conditions {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** Place of a value. */
  given(value: SqlValue): string
  also(sql: string): void
  /** Nothing where no value is asked for. */
  compare(column: string, operator: '=' | '<>' | '<' | '<=' | '>' | '>=', value: SqlValue | undefined): void
  /** Nothing where no list is asked for. */
  isIn(column: string, list: readonly string[] | readonly number[] | undefined): void
}

export function conditionsFor({ dialect }: SqlSession): Conditions {
  const values: SqlValue[] = []
  const all: string[] = []
  const given = (value: SqlValue): string => `$${values.push(value)}`
  const also = (sql: string): void => void all.push(sql)
  return {
    values,
    given,
    also,
    get sql() {
      return all.length === 0 ? 'true' : all.join(' AND ')
    },
    compare: (column, operator, value) => {
      if (value !== undefined) also(`${column} ${operator} ${given(value)}`)
    },
    isIn: (column, each) => {
      const [only] = each ?? []
      if (each?.length === 1 && only !== undefined) also(`${column} = ${given(only)}`)
      else if (each) also(dialect.isIn(column, given(each)))
    },
  }
}

export interface PageQuery {
  readonly where: Conditions
  readonly order: string
  readonly limit: number
  readonly offset: number
}

/** Rows of one page, and how many there are on all. */
export async function pageOf<Thing>(db: SqlSession, table: Table<Thing>, query: PageQuery): Promise<Page<Thing>> {
  const { items, total } = await pageOfRows<object>(db, { ...query, columns: selected(db, table), table: table.name })
  return { items: items.map((row) => readRow(db, table, row)), total }
}

export interface RowsQuery extends PageQuery {
  readonly columns: string
  readonly table: string
  /** Other tables, for columns alone. */
  readonly join?: string
}

/** Only a page without rows is counted in a statement of its own. Rows have the column `counted` as well. */
export async function pageOfRows<Found extends object>(
  db: SqlSession,
  { columns, table, join = '', where, order, limit, offset }: RowsQuery,
): Promise<Page<Found>> {
  const counted = `SELECT count(*) AS total FROM ${table} WHERE ${where.sql}`
  const { values } = where
  const rows =
    limit === 0
      ? []
      : await db.rows<Found & { readonly counted: number }>(
          `SELECT ${columns}, (${counted}) AS counted FROM ${table} ${join} WHERE ${where.sql}
           ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
          [...values, limit, offset],
        )
  if (rows[0] || (limit > 0 && offset === 0)) return { items: rows, total: rows[0]?.counted ?? 0 }
  return { items: [], total: (await db.row<{ total: number }>(counted, values))?.total ?? 0 }
}
