import { msg, type Text } from '@wuku/messages/chats'
import { isUtf8 } from 'node:buffer'
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Connection, resultOf } from '@wuku/store-sql/sqlite/driver/connection'

/** Rows of other programs, whose columns may be missing, more, or of any type. */
export interface Row {
  readonly [column: string]: Value
}
export type Value = string | number | Uint8Array | null

/** A value of more bytes is no message. */
const MAX_BYTES = 16 * 1024 * 1024

/** A value, or its size if it is too large: a gigabyte would fill the memory of the reader. */
export const bounded = (value: string, maxBytes: number): string =>
  `iif(octet_length(${value}) > ${maxBytes}, '[' || octet_length(${value}) || ' bytes, left out]', ${value})`

/** Each column under its own name. Whole numbers come as floating ones: the driver throws at large ones. */
export function columnsOf(db: Connection, table: string): string {
  return namesOfColumns(db, table)
    .map(quoted)
    .map((name) => `iif(typeof(${name}) = 'integer', CAST(${name} AS REAL), ${bounded(name, MAX_BYTES)}) AS ${name}`)
    .join(', ')
}

/** Only tables count; a view or a virtual table would run code of its author, perhaps without end. */
export const hasColumns = (db: Connection, table: string, columns: readonly string[]): boolean =>
  isTable(db, table) && new Set(columns).isSubsetOf(new Set(namesOfColumns(db, table)))

export const namesOfColumns = (db: Connection, table: string): readonly string[] =>
  db.rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', [table]).map(({ name }) => name)

export const isTable = (db: Connection, name: string): boolean =>
  db.row(`SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ?`, [name]) !== undefined

/** Every row, in the order of writing, with one of them in memory. If pages are damaged, the rows before and after them. */
export async function eachRow(
  db: Connection,
  table: string,
  { visit, problems }: { readonly visit: (row: Row) => void; readonly problems: Text[] },
): Promise<void> {
  const columns = columnsOf(db, table)
  const last = await walk(
    `SELECT rowid AS "@", ${columns} FROM ${table} WHERE rowid > ? AND ${KNOWABLE} ORDER BY rowid LIMIT ?`,
    { db, from: Number.MIN_SAFE_INTEGER, visit },
  )
  if (!last.broke) return
  problems.push(msg('pagesDamaged', { table, why: last.broke }))
  await walk(
    `SELECT rowid AS "@", ${columns} FROM ${table} WHERE rowid < ? AND rowid > ${last.at} AND ${KNOWABLE} ORDER BY rowid DESC LIMIT ?`,
    { db, from: Number.MAX_SAFE_INTEGER, visit },
  )
}

/** Rows where a column has this value, in the order in which they were written. */
export function* rowsWhere(db: Connection, table: string, column: string, value: string): Generator<Row> {
  const places = isIndexed(db, table, column)
    ? db.rows<Place>(`SELECT rowid AS "@" FROM ${table} WHERE ${quoted(column)} = ? ORDER BY rowid`, [value])
    : db.rows<Place>(`SELECT place AS "@" FROM temp.${quoted(register(db, table, column))} WHERE value = ?`, [value])
  const one = `SELECT ${columnsOf(db, table)} FROM ${table} WHERE rowid = ?`
  for (const place of places) {
    const row = db.row<Row>(one, [place['@']])
    if (row) yield row
  }
}

export const firstWhere = (db: Connection, table: string, column: string, value: string): Row | undefined =>
  db.row<Row>(`SELECT ${columnsOf(db, table)} FROM ${table} WHERE ${quoted(column)} = ? LIMIT 1`, [value])

/** Characters in the rows of one conversation; more would not fit into the memory of the reader. */
const MAX_CHARACTERS = 64 * 1024 * 1024

/** As they are, but bytes as text; and how many were left out for their size. */
export function gathered(rows: Iterable<Row>, budget: { left: number }) {
  const accepted: Row[] = []
  let tooMany = 0
  for (const row of rows) {
    const plain = readable(row)
    const sizes = Object.values(plain).map((value) => (typeof value === 'string' ? value.length : 8))
    const size = sizes.reduce((sum, each) => sum + each, 0)
    if (size > budget.left) tooMany++
    else {
      budget.left -= size
      accepted.push(plain)
    }
  }
  return { rows: accepted, tooMany }
}

export const createRowBudget = (): { left: number } => ({ left: MAX_CHARACTERS })

export const tooLarge = (id: Text, rows: number): readonly Text[] =>
  rows === 0 ? [] : [msg('tooManyCharacters', { id, limit: MAX_CHARACTERS, rows })]

export const textOf = (value: Value | undefined): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? Buffer.from(value).toString('utf8') : String(value)
}

/** An id that a person could type and that can name an item; anything else is no id. */
export const idOf = (value: Value | undefined): string | undefined => {
  const text = textOf(value)
  return /^[^\p{Cc}\p{Cs}]{1,200}$/u.test(text) ? text : undefined
}

/** Programs write seconds or milliseconds, sometimes both in one column. */
export const timestampOf = (value: unknown): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !(number > 0) || number > 8.64e15) return 0
  return Math.round(number > 1e12 ? number : number * 1000)
}

interface Place {
  readonly '@': number
}

/** Beyond it the driver throws, and no program counts that far. */
const KNOWABLE = `abs(rowid) <= ${Number.MAX_SAFE_INTEGER}`

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Rows between two breaths: a running server answers while this goes on, and memory holds no more. */
const STRIDE = 32

async function walk(
  next: string,
  { db, from, visit }: { readonly db: Connection; readonly from: number; readonly visit: (row: Row) => void },
): Promise<{ readonly at: number; readonly broke?: string }> {
  let at = from
  // Near a damaged page row after row, so that none is lost for standing near it.
  for (let stride = STRIDE; ;) {
    const found = nextOf(db, next, [at, stride])
    if (typeof found === 'string' && stride === 1) return { at, broke: found }
    if (typeof found === 'string') stride = 1
    else if (found.length === 0) return { at }
    else
      for (const { '@': place, ...row } of found) {
        at = Number(place)
        visit(row)
      }
    await breathe()
  }
}

const SQLITE_CORRUPT = 11

function nextOf(db: Connection, next: string, values: readonly number[]): readonly Row[] | string {
  try {
    return db.rows<Row>(next, values)
  } catch (thrown) {
    if (resultOf(thrown) !== SQLITE_CORRUPT || !(thrown instanceof Error)) throw thrown
    return thrown.message
  }
}

const isIndexed = (db: Connection, table: string, column: string): boolean =>
  db.row(
    `SELECT 1 FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
     WHERE list.partial = 0 AND info.seqno = 0 AND info.name = ?`,
    [table, column],
  ) !== undefined

/** An index of our own, in memory and of this connection: without one each conversation would cost a look at all. */
function register(db: Connection, table: string, column: string): string {
  const name = `${table} by ${column}`
  const isThere = db.row(`SELECT 1 FROM temp.sqlite_schema WHERE name = ?`, [name])
  if (!isThere)
    db.script(
      `CREATE TEMP TABLE ${quoted(name)} AS SELECT ${quoted(column)} AS value, rowid AS place FROM ${table};
       CREATE INDEX temp.${quoted(`${name}, sorted`)} ON ${quoted(name)} (value, place)`,
    )
  return name
}

const readable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? (isUtf8(value) ? Buffer.from(value).toString('utf8') : null) : value,
    ]),
  )

const MAX_TEXT_BYTES = 64 * 1024

/** A short text in the same folder; no link, which could lead anywhere. */
export async function siblingText(file: string, name: string): Promise<string | undefined> {
  const path = join(dirname(file), name)
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile() || found.size > MAX_TEXT_BYTES) return undefined
  return readFile(path, 'utf8').catch(() => undefined)
}
