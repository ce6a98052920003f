import type { SQLInputValue } from 'node:sqlite'
import { ADDED, type Dialect, type SqlSession, type SqlValue } from '../sql-session.ts'
import { type Connection, resultOf } from './driver/connection.ts'
import { parseStored, readStored } from './sqlite-failures.ts'

/** Stands on a connection whose transaction is open. */
export const sqliteSession = (db: Connection): SqlSession => ({
  dialect: sqliteDialect,
  rows: async <Row>(sql: string, values: readonly SqlValue[] = []) => db.rows<Row>(sql, values.map(toStored)),
  row: async <Row>(sql: string, values: readonly SqlValue[] = []) => db.row<Row>(sql, values.map(toStored)),
  run: async (sql, values = []) => db.run(sql, values.map(toStored)),
  insert: async (table, rows, after = '') => {
    const names = Object.keys(rows[0] ?? {})
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${after}`
    for (const row of rows) db.run(sql, Object.values<SqlValue>(row as never).map(toStored))
  },
  together: async (changes) => {
    let returned: readonly { readonly number?: number }[] | undefined
    for (const change of changes) {
      const values: SQLInputValue[] = []
      const sql = change(
        (given) => `$${values.push(given === ADDED ? (returned?.[0]?.number ?? null) : toStored(given))}`,
      )
      if (returned) db.run(sql, values)
      else returned = db.rows(sql, values)
    }
    return returned?.length ?? 0
  },
})

/** A flag is a number, a list JSON. */
function toStored(value: SqlValue): SQLInputValue {
  if (typeof value === 'boolean') return Number(value)
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue)
}

/** Result code of SQLite for a row that a constraint refuses. */
const CONSTRAINT = 19

const sqliteDialect: Dialect = {
  name: 'sqlite',
  counters: 'counters',
  parse: parseStored,
  readStored,
  cascades: false,
  isIn: (expression, place) => `${expression} IN (SELECT value FROM json_each(${place}))`,
  withoutIndex: (column) => `+${column}`,
  holds: (text, part) => `instr(${text}, ${part}) > 0`,
  withSmallAscii: (column) => `lower(${column})`,
  quotient: (column, divisor) => `CAST(${column} / ${divisor} AS INTEGER)`,
  // One writes at a time.
  lock: () => '',
  clock: "unixepoch('subsec') * 1000",
  touch: "(SELECT value FROM counters WHERE name = 'touches')",
  countTouch: [() => "UPDATE counters SET value = value + 1 WHERE name = 'touches'"],
  given: (types, rows) => {
    const names = Object.keys(types)
    const columns = names.map((name, at) => `json_extract(value, '$[${at}]') AS ${name}`)
    return {
      sql: `(SELECT ${columns.join(', ')} FROM json_each($1)) AS given`,
      values: [JSON.stringify(rows.map((row) => names.map((name) => row[name])))],
    }
  },
  newRevision: () => 0,
  reportOfSource: '(SELECT report FROM reports WHERE source = sources.id)',
  putReport: (db, source, report) =>
    db.insert('reports', [{ source, report }], 'ON CONFLICT (source) DO UPDATE SET report = excluded.report'),
  isDuplicate: (thrown) => resultOf(thrown) === CONSTRAINT,
  reviseSources: async (db, where, values) => {
    await db.run(`UPDATE sources SET revision = revision + 1 WHERE ${where}`, values)
  },
  fileNumbers: async (db, count) => {
    if (count === 0) return []
    const sql = "UPDATE counters SET value = value + $1 WHERE name = 'files' RETURNING value AS last"
    const { last } = (await db.row<{ last: number }>(sql, [count])) ?? { last: count }
    return Array.from({ length: count }, (_, at) => last - count + 1 + at)
  },
  noteRemovals: async (db, count) => {
    if (count > 0) await db.run("UPDATE counters SET value = value + $1 WHERE name = 'removals'", [count])
  },
}
