import type { SQLInputValue } from 'node:sqlite'
import type { Cell, TablesPart, TableRow, RecordTable } from '../rows/records.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { rowsOnPage, tablesOf } from '../rows/record-tables.ts'
import { packShort, packText, unpackShort, unpackText } from '@wuku/store-sql/packed-text'
import { readStored } from '@wuku/store-sql/sqlite/sqlite-failures'

/** Columns that are read as something else than they are called. */
const READ_AS: Readonly<Record<string, string>> = {
  'sources.report': '(SELECT report FROM reports WHERE reports.source = sources.id)',
  'keys.user_id': 'user',
  'logins.user_id': 'user',
  'daily_use.user_id': 'user',
  'calls.operation': "nullif(operation, '')",
  'pads.content': '(SELECT text FROM pad_texts WHERE pad = pads.number)',
}

type Read = SQLInputValue | undefined

/** Texts that are packed, by where they lie. */
const PACKED: Readonly<Record<string, (packed: Uint8Array) => string>> = {
  'pads.content': unpackText,
  'pad_versions.removed': unpackShort,
}

const columnOf = ({ name }: RecordTable, column: string): string => READ_AS[`${name}.${column}`] ?? `"${column}"`

export function readRows(db: Connection, table: RecordTable, after: readonly Cell[] | undefined): readonly TableRow[] {
  const { name, key, columns } = table
  const names = Object.keys(columns)
  const keys = key.map((column) => columnOf(table, column)).join(', ')
  const rows = db.rows<Readonly<Record<string, Read>>>(
    `SELECT ${names.map((column) => `${columnOf(table, column)} AS "${column}"`).join(', ')} FROM ${name}
     ${after ? `WHERE (${keys}) > (${key.map(() => '?').join(', ')})` : ''}
     ORDER BY ${keys} LIMIT ${rowsOnPage(table)}`,
    (after ?? []) as SQLInputValue[],
  )
  return rows.map((row) => Object.fromEntries(names.map((column) => [column, cellOf(table, column, row[column])])))
}

function cellOf({ name, columns }: RecordTable, column: string, value: Read): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) {
    const unpack = PACKED[`${name}.${column}`]
    return unpack ? readStored(() => unpack(value)) : null
  }
  return columns[column] === 'flag' ? value === 1 : (value as Cell)
}

/** Columns that this store has under another name, or in another table. */
const WRITTEN_AS: Readonly<Record<string, string>> = { user_id: 'user' }
const EXTERNAL_COLUMNS: ReadonlySet<string> = new Set(['sources.report', 'pads.content'])

export function putRows(db: Connection, table: RecordTable, rows: readonly TableRow[]): void {
  const { name, columns } = table
  const own = Object.keys(columns).filter((column) => !EXTERNAL_COLUMNS.has(`${name}.${column}`))
  const names = own.map((column) => `"${WRITTEN_AS[column] ?? column}"`)
  const sql = `INSERT INTO ${name} (${names.join(', ')}) VALUES (${own.map(() => '?').join(', ')})`
  for (const row of rows) {
    db.run(
      sql,
      own.map((column) => writtenOf(table, column, row[column] ?? null)),
    )
    const { id = null, number = null, report, content } = row
    if (typeof report === 'string') db.run('INSERT INTO reports (source, report) VALUES (?, ?)', [Number(id), report])
    if (typeof content === 'string')
      db.run('INSERT INTO pad_texts (pad, text) VALUES (?, ?)', [Number(number), packText(content)])
  }
}

function writtenOf({ name }: RecordTable, column: string, cell: Cell): SQLInputValue {
  if (name === 'calls' && column === 'operation') return cell === null ? '' : String(cell)
  if (typeof cell === 'string' && `${name}.${column}` in PACKED) return packShort(cell)
  return typeof cell === 'boolean' ? Number(cell) : cell
}

const RELATED_TABLES: Readonly<Partial<Record<TablesPart, readonly string[]>>> = {
  sources: ['reports'],
  pads: ['pad_texts', 'hits', 'hit_words', 'hit_news'],
}

export function emptyPart(db: Connection, part: TablesPart): void {
  for (const { name } of tablesOf(part).toReversed()) db.run(`DELETE FROM ${name}`)
  for (const name of RELATED_TABLES[part] ?? []) db.run(`DELETE FROM ${name}`)
}
