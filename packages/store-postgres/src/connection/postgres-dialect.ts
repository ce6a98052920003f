import { randomUUID } from 'node:crypto'
import type { Dialect, SqlScalar } from '@wuku/store-sql/sql-session'
import { type ParseStored, type ReadJson, faultOf } from '@wuku/store-sql/stored-rows'
import { msg } from '@wuku/messages/store-postgres'
import { WukuError } from '@wuku/core/errors'

/** Reads stored data; a failure means that the store is damaged. */
export function readStored<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new WukuError('store-damaged', msg('storeDamaged', { fault: faultOf(cause) }), { cause })
  }
}

export const parseStored: ParseStored = <T>(json: string, read?: ReadJson): T =>
  readStored(() => JSON.parse(json, read) as T)

/** https://www.postgresql.org/docs/17/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505'

export const postgresDialect: Dialect = {
  name: 'postgres',
  counters: 'moments',
  parse: parseStored,
  readStored,
  cascades: true,
  isIn: (expression, place) => `${expression} = ANY(${place})`,
  withoutIndex: (column) => column,
  holds: (text, part) => `strpos(${text}, ${part}) > 0`,
  withSmallAscii: (column) => `lower(${column} COLLATE "C")`,
  quotient: (column, divisor) => `floor(${column} / ${divisor})::bigint`,
  lock: (strength) => `FOR ${strength}`,
  clock: 'extract(epoch FROM clock_timestamp()) * 1000',
  touch: "nextval('touches')",
  countTouch: [],
  given: (types, rows) => {
    const names = Object.keys(types)
    const places = Object.values<string>(types).map((type, at) => `$${at + 1}::${type}[]`)
    return {
      sql: `unnest(${places.join(', ')}) AS given (${names.join(', ')})`,
      values: names.map((name) => rows.map((row) => row[name] as Exclude<SqlScalar, Uint8Array>) as string[]),
    }
  },
  newRevision: () => newStateName(),
  reportOfSource: 'sources.report',
  putReport: async (db, source, report) => {
    await db.run('UPDATE sources SET report = $2 WHERE id = $1', [source, report])
  },
  isDuplicate: (thrown) => thrown instanceof Error && 'code' in thrown && thrown.code === UNIQUE_VIOLATION,
  reviseSources: async (db, where, values) => {
    const revision = `$${values.length + 1}`
    await db.run(`UPDATE sources SET revision = ${revision} WHERE ${where}`, [...values, newStateName()])
  },
  fileNumbers: async (db, count) => {
    if (count === 0) return []
    const sql = "SELECT nextval('library_file_numbers') AS id FROM generate_series(1, $1)"
    return (await db.rows<{ id: number }>(sql, [count])).map(({ id }) => id)
  },
  noteRemovals: async () => {},
}

/**
 * A name for a state, or for something that never changes, by which caches know it. It is drawn by chance and not counted: a
 * standby that lacks the last writes, or a database that was restored to an earlier point in time, counts on from where it is,
 * and would give a number again that caches have for something else. A state that comes back has the name that it had. 52 bits,
 * which the program reads as a number.
 */
export const newStateName = (): number => Number(`0x${randomUUID().replaceAll('-', '').slice(-13)}`) + 1
