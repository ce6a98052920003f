import type * as Sqlite from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'

const { DatabaseSync } = loadQuietly()

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
/** Given up in a race for the log with many others. */
const SQLITE_PROTOCOL = 15

/** One connection to the file, with its prepared statements kept. They may have `$1` for values, as those of PostgreSQL. The only place that knows the driver. */
export interface Connection {
  rows<Row>(sql: string, values?: readonly SQLInputValue[]): Row[]
  row<Row>(sql: string, values?: readonly SQLInputValue[]): Row | undefined
  /** Id of the new row. */
  insert(sql: string, values?: readonly SQLInputValue[]): number
  /** Number of rows changed. */
  run(sql: string, values?: readonly SQLInputValue[]): number
  /** Statements that are not worth keeping, several at once. */
  script(sql: string): void
  /** Begins a transaction that writes; busy while another connection is in one. */
  begin(): void
  commit(): void
  rollback(): void
  /** All of `work` or nothing of it. */
  transaction<T>(work: () => T): T
  /** Copies the log into the file and cuts it to nothing; busy while somebody still reads what the log replaced. */
  emptyLog(): void
  close(): void
}

/** `timeout`: milliseconds for which a statement blocks while another process holds the file. */
export function connect(file: string | URL, timeout: number, { readOnly = false } = {}): Connection {
  const db = new DatabaseSync(file, { timeout, readOnly })
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const statement = db.prepare(sql.replaceAll(/\$(?=\d)/g, '?'))
    statements.set(sql, statement)
    return statement
  }
  const begin = (): void => db.exec('BEGIN IMMEDIATE')
  const commit = (): void => db.exec('COMMIT')
  const rollback = (): void => {
    if (db.isTransaction) db.exec('ROLLBACK')
  }
  return {
    rows: <Row>(sql: string, values: readonly SQLInputValue[] = []) => prepared(sql).all(...values) as Row[],
    row: <Row>(sql: string, values: readonly SQLInputValue[] = []) => prepared(sql).get(...values) as Row | undefined,
    insert: (sql, values = []) => Number(prepared(sql).run(...values).lastInsertRowid),
    run: (sql, values = []) => Number(prepared(sql).run(...values).changes),
    script: (sql) => db.exec(sql),
    begin,
    commit,
    rollback,
    transaction: (work) => {
      begin()
      try {
        const result = work()
        commit()
        return result
      } catch (thrown) {
        rollback()
        throw thrown
      }
    },
    emptyLog: () => {
      // The pragma answers where other statements throw.
      if (prepared('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0)
        throw Object.assign(new Error('The log is in use.'), { errcode: SQLITE_BUSY })
    },
    close: () => {
      if (db.isOpen) db.close()
    },
  }
}

/** SQLite's own number for what went wrong; `undefined` when it was not SQLite. */
export const resultOf = (thrown: unknown): number | undefined =>
  thrown instanceof Error && 'errcode' in thrown ? Number(thrown.errcode) & 0xff : undefined

/** Another connection is in the way: the same call succeeds later. */
export const isBusy = (thrown: unknown) => [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].includes(resultOf(thrown) ?? 0)

/** Node 22 warns at every start that its SQLite may change; the engine range of the package names what was tested. */
function loadQuietly(): typeof Sqlite {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
