import type { Json } from '@wuku/core/core-types'
import { questionIn } from '@wuku/store-sql/calls'
import { packShort, unpackShort } from '@wuku/store-sql/packed-text'
import type { PadTexts } from '@wuku/store-sql/pads/pad-parts'
import type { Dialect, SqlSession, SqlValue } from '@wuku/store-sql/sql-session'
import { columnName, USER } from '@wuku/store-sql/tables'
import { recordTables, rowsOnPage, tablesOf } from '../rows/record-tables.ts'
import type { Cell, CellType, CopiedOriginal, RecordTable, TableRow, TablesPart } from '../rows/records.ts'

type Row = Readonly<Record<string, SqlValue>>

/** Each database stores texts of scratchpads in its own way. */
export interface PadRows {
  readonly texts: Pick<PadTexts, 'select' | 'read'>
  textRow(pad: number, content: string): Row
}

/** Rows of tables, and how far a move has come, in either database. */
export const tableRowsOf = (db: SqlSession, pads: PadRows) => ({
  rows: (table: RecordTable, after: readonly Cell[] | undefined) => readRows(db, pads, table, after),
  putRows: (table: RecordTable, rows: readonly TableRow[]) => putRows(db, pads, table, rows),
  emptyPart: async (part: TablesPart): Promise<void> => {
    const related = db.dialect.cascades ? [] : (RELATED_TABLES[part] ?? [])
    for (const name of [
      ...tablesOf(part)
        .map((table) => table.name)
        .toReversed(),
      ...related,
    ])
      await db.run(`DELETE FROM ${name}`)
  },
  notes: async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await db.rows<{ name: string; state: string }>('SELECT name, state FROM moves')
    return new Map(rows.map(({ name, state }) => [name, state]))
  },
  note: async (name: string, state: string | undefined): Promise<void> => {
    if (state === undefined) await db.run('DELETE FROM moves WHERE name = $1', [name])
    else await db.insert('moves', [{ name, state }], 'ON CONFLICT (name) DO UPDATE SET state = excluded.state')
  },
  holdsAnything: async (): Promise<boolean> => {
    const names = ['documents', ...recordTables.map(({ name }) => name)]
    const row = await db.row(`SELECT 1 WHERE ${names.map((name) => `EXISTS (SELECT 1 FROM ${name})`).join(' OR ')}`)
    return row !== undefined
  },
  stampCopied: async (copied: readonly CopiedOriginal[]): Promise<void> => {
    const types = { source: 'integer', item: 'text', before: 'text', stamp: 'text' } as const
    const rows = copied.map((each) => ({ ...each }))
    const given = db.dialect.given(types, rows)
    await db.run(
      `UPDATE documents SET stamp = given.stamp FROM ${given.sql}
       WHERE documents.source = given.source AND documents.item = given.item AND documents.stamp = given.before`,
      given.values,
    )
  },
})

/** Tables whose rows do not go with those that they belong to. */
const RELATED_TABLES: Readonly<Partial<Record<TablesPart, readonly string[]>>> = {
  sources: ['reports'],
  pads: ['pad_texts'],
}

/** Kept in other tables. */
const isExternal = (table: string, column: string) => ['sources.report', 'pads.content'].includes(`${table}.${column}`)

const nameOf = (column: string, dialect: Dialect) => `"${column === 'user_id' ? columnName(USER, dialect) : column}"`

function expressionOf(table: string, column: string, dialect: Dialect): string {
  if (isExternal(table, column)) return table === 'sources' ? dialect.reportOfSource : 'NULL'
  const own = `${table}.${nameOf(column, dialect)}`
  return table === 'calls' && column === 'operation' ? `nullif(${own}, '')` : own
}

type StoredCell = SqlValue | undefined

async function readRows(db: SqlSession, { texts }: PadRows, table: RecordTable, after: readonly Cell[] | undefined) {
  const { dialect } = db
  const { name, key, columns } = table
  const selected = Object.keys(columns).map((column) => `${expressionOf(name, column, dialect)} AS "${column}"`)
  const text = name === 'pads' ? texts.select('false') : undefined
  if (text) selected.push(text.columns)
  const keys = key.map((column) => expressionOf(name, column, dialect)).join(', ')
  const rows = await db.rows<Readonly<Record<string, StoredCell>>>(
    `SELECT ${selected.join(', ')} FROM ${name} ${text?.join ?? ''}
     ${after ? `WHERE (${keys}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})` : ''}
     ORDER BY ${keys} LIMIT ${rowsOnPage(table)}`,
    after ?? [],
  )
  const content = (row: object): string => dialect.readStored(() => texts.read(row))?.content ?? ''
  return rows.map((row) => ({
    ...Object.fromEntries(
      Object.entries(columns).map(([column, type]) => [column, cellOf(row[column], type, dialect)]),
    ),
    ...(text && { content: content(row) }),
  }))
}

function cellOf(value: StoredCell, type: CellType, { readStored }: Dialect): Cell {
  if (value instanceof Uint8Array) return readStored(() => unpackShort(value))
  if (Array.isArray(value)) return JSON.stringify(value)
  return type === 'flag' && typeof value === 'number' ? value === 1 : ((value ?? null) as Cell)
}

async function putRows(
  db: SqlSession,
  { textRow }: PadRows,
  { name, columns }: RecordTable,
  rows: readonly TableRow[],
): Promise<void> {
  const { dialect } = db
  const own = Object.entries(columns).filter(([column]) => !isExternal(name, column))
  const written = (row: TableRow): Row => ({
    ...Object.fromEntries(
      own.map(([column, type]) => [
        nameOf(column, dialect),
        writtenOf({ table: name, column, type }, row[column] ?? null, dialect),
      ]),
    ),
    ...(dialect.name === 'postgres' && derivedOf(name, row, dialect)),
  })
  await db.insert(name, rows.map(written))
  if (name === 'sources')
    for (const { id, report } of rows) if (typeof report === 'string') await dialect.putReport(db, Number(id), report)
  if (name === 'pads')
    await db.insert(
      'pad_texts',
      rows.map(({ number, content }) => textRow(Number(number), String(content))),
    )
}

interface Place {
  readonly table: string
  readonly column: string
  readonly type: CellType
}

function writtenOf({ table, column, type }: Place, cell: Cell, { name, parse }: Dialect): SqlValue {
  if (type === 'texts') return parse<readonly string[]>(String(cell))
  if (cell === null) return table === 'calls' && column === 'operation' && name === 'sqlite' ? '' : null
  return table === 'pad_versions' && column === 'removed' ? packShort(String(cell)) : cell
}

/** Some columns of PostgreSQL follow from others. */
function derivedOf(table: string, { input, request }: TableRow, { parse }: Dialect): Row {
  if (table === 'calls') return { question: questionIn(parse<Json>(String(input))) }
  if (table === 'job_requests') return { makes: parse<{ readonly makes?: string }>(String(request)).makes ?? null }
  return {}
}
