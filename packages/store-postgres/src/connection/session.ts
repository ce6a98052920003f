import { type CustomTypesConfig, type QueryConfig, type QueryResult, types } from 'pg'
import { ADDED, type SqlScalar, type SqlSession, type SqlValue } from '@wuku/store-sql/sql-session'
import { CopiedRows } from './copied-rows.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { isUnprepared } from './postgres-failures.ts'
import type { StatementNames } from './statement-names.ts'
import type { WatchedConnection } from './watch.ts'

export type { SqlScalar, SqlValue } from '@wuku/store-sql/sql-session'

export interface Session extends SqlSession {
  /**
   * Sent after all that was asked before; only the end of the transaction waits for it, and fails with it. For rows that many
   * writers change: a change right before the end is in nobody's way for longer than the server takes.
   */
  leave(sql: string, values?: readonly SqlValue[]): void
  /** For many bytes: a statement without parameters, all of whose columns are bytes. */
  bytes<Row extends readonly (Uint8Array | null)[]>(sql: string): Promise<readonly Row[]>
  /** Statements that nobody waits for yet. */
  readonly left: readonly Promise<unknown>[]
}

/** Bytes of one statement, so that a batch of texts is not in memory twice. */
const MAX_BYTES = 4_000_000

/** A session refuses after its end: a statement would be part of somebody else's transaction. */
export interface OpenSession extends Session {
  end(): void
}

export function sessionOn(line: WatchedConnection, names?: StatementNames): OpenSession {
  let hasEnded = false
  let hasFailed = false
  const ask = async (sql: string, values: readonly SqlValue[]): Promise<QueryResult<Record<string, unknown>>> => {
    if (hasEnded) throw new Error('The transaction has ended.')
    const name = names?.of(sql)
    const query: QueryConfig = { text: sql, values: values.map(toWire), types: wireTypes, ...(name && { name }) }
    try {
      return await line.query(query)
    } catch (thrown) {
      // Behind another failure a name may be unknown for another reason.
      if (!hasFailed && isUnprepared(thrown)) names?.refuse()
      hasFailed = true
      throw thrown
    }
  }
  const left: Promise<unknown>[] = []
  const session: OpenSession = {
    dialect: postgresDialect,
    end: () => (hasEnded = true),
    left,
    leave: (sql, values = []) => {
      const pending = ask(sql, values)
      pending.catch(() => {})
      left.push(pending)
    },
    bytes: async <Row>(sql: string) => {
      if (hasEnded) throw new Error('The transaction has ended.')
      const query = new CopiedRows(sql)
      await line.submit(query)
      return query.copied as readonly unknown[] as readonly Row[]
    },
    rows: async <Row>(sql: string, values: readonly SqlValue[] = []) => (await ask(sql, values)).rows as Row[],
    row: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (await ask(sql, values)).rows[0] as Row | undefined,
    run: async (sql, values = []) => (await ask(sql, values)).rowCount ?? 0,
    together: async (changes) => {
      if (changes.length === 0) return 0
      const values: SqlValue[] = []
      const place = (given: SqlValue | typeof ADDED): string =>
        given === ADDED ? '(SELECT number FROM change_1)' : `$${values.push(given)}`
      const parts = changes.map((change, at) => `change_${at + 1} AS (${change(place)})`)
      const sql = `WITH ${parts.join(', ')} SELECT count(*) AS count FROM change_1`
      return Number((await ask(sql, values)).rows[0]?.['count'] ?? 0)
    },
    insert: async (table, rows, after = '') => {
      for (const slice of slicesOf(rows)) {
        const values: SqlValue[] = []
        await ask(`${insertion(table, slice, (value) => `$${values.push(value)}`)} ${after}`, values)
      }
    },
  }
  return session
}

/** A statement that adds many rows; the value of a column that is empty in all of them has no type. */
export function insertion(table: string, rows: readonly object[], value: (given: SqlValue) => string): string {
  const columns = Object.keys(rows[0] ?? {})
  const selected = columns.map((column) => {
    const list = listOf(rows.map((row) => (row as Readonly<Record<string, SqlValue>>)[column] ?? null))
    return list ? `unnest(${value(list.packed)}::${list.type}[])${list.cast}` : 'NULL'
  })
  return `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE SELECT ${selected.join(', ')}`
}

function* slicesOf(rows: readonly object[]): Generator<readonly object[]> {
  let slice: object[] = []
  let bytes = 0
  for (const row of rows) {
    slice.push(row)
    for (const value of Object.values<SqlValue>(row as never))
      bytes += value instanceof Uint8Array || typeof value === 'string' ? value.length : 8
    if (bytes < MAX_BYTES) continue
    yield slice
    slice = []
    bytes = 0
  }
  if (slice.length > 0) yield slice
}

/** Types of lists with their number in PostgreSQL, by the type that JavaScript has for a value. */
const listTypes = {
  string: ['text', 25],
  number: ['float8', 701],
  boolean: ['bool', 16],
  object: ['bytea', 17],
} as const

/** The values of a column as one list in binary, which costs the server far less than a parameter for each of them. */
function listOf(column: readonly SqlValue[]) {
  const first = column.find((value) => value !== null)
  if (first === undefined || first === null) return undefined
  // A list of lists would be taken apart to its last value.
  if (Array.isArray(first)) {
    const written = column.map((each) => (Array.isArray(each) ? writeList(each as readonly SqlScalar[]) : null))
    const packed = packList(25, written)
    return { type: 'text', cast: typeof first[0] === 'number' ? '::float8[]' : '::text[]', packed }
  }
  const [type, number] = listTypes[typeof first as keyof typeof listTypes]
  return { type, cast: '', packed: packList(number, column as readonly SqlScalar[]) }
}

const writeList = (list: readonly SqlScalar[]): string =>
  `{${list.map((each) => (each === null ? 'NULL' : `"${String(each).replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`

/** One dimension, no matter whether there are nulls, the type, the number of values and the place of the first; then each with its length. */
function packList(type: number, column: readonly SqlScalar[]): Buffer {
  const values = column.map((value) => (typeof value === 'string' ? writeText(value) : value))
  const sizes = values.map(sizeOf)
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + Math.max(size, 0), 5 * 4))
  let at = 0
  for (const part of [1, 1, type, values.length, 1]) at = bytes.writeInt32BE(part, at)
  for (const [nth, value] of values.entries()) {
    at = bytes.writeInt32BE(sizes[nth] ?? 0, at)
    if (typeof value === 'string') at += bytes.write(value, at)
    else if (typeof value === 'number') at = bytes.writeDoubleBE(value, at)
    else if (typeof value === 'boolean') at = bytes.writeUInt8(Number(value), at)
    else if (value) {
      bytes.set(value, at)
      at += value.length
    }
  }
  return bytes
}

/** -1 stands for null. */
function sizeOf(value: SqlScalar): number {
  if (value === null) return -1
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return 8
  return typeof value === 'boolean' ? 1 : value.length
}

function toWire(value: SqlValue): unknown {
  if (typeof value === 'string') return writeText(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return value.map((each: unknown) => (typeof each === 'string' ? writeText(each) : each))
  return value
}

/**
 * Types that statements may answer with, by their number in PostgreSQL; all others are cast by the statement. They come as
 * texts: the driver reads every answer as UTF-8, so that binary ones would lose bytes.
 */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  17: readBytes,
  20: Number,
  21: Number,
  23: Number,
  25: readText,
  // The shortest text of a number of 32 bits is that of another one of 64.
  700: (text) => Math.fround(Number(text)),
  701: Number,
  1043: readText,
  1007: (text) => readList(text, Number),
  1009: (text) => readArray(text, readText),
  1016: (text) => readList(text, Number),
  1021: (text) => readList(text, (each) => Math.fround(Number(each))),
  // Each stands in quotes, with its backslash written twice.
  1001: (text) => readList(text, (each) => readBytes(each.slice(2, -1))),
  2278: () => null,
}

const wireTypes: CustomTypesConfig = {
  getTypeParser: ((type: number) => {
    const reader = readers[type]
    if (reader) return reader
    return () => {
      throw new Error(`A statement answers with type ${type} of PostgreSQL, which it should cast.`)
    }
  }) as CustomTypesConfig['getTypeParser'],
}

/** Short ones are copied: they would keep what they share memory with. */
function readBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(String.raw`\x`.length), 'hex')
  return bytes.length < Buffer.poolSize
    ? new Uint8Array(bytes)
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

// The types of the driver name no lists.
const TEXTS = 1009 as Parameters<typeof types.getTypeParser>[0]
const splitArray = types.getTypeParser(TEXTS, 'text') as (text: string) => readonly (string | null)[]

const readArray = <Each>(text: string, read: (each: string) => Each): readonly (Each | null)[] =>
  splitArray(text).map((each) => (each === null ? null : read(each)))

/** For values that hold no comma: the driver looks at each character. */
const readList = <Each>(text: string, read: (each: string) => Each): readonly (Each | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((each) => (each === 'NULL' ? null : read(each)))

/**
 * PostgreSQL has no text with the character 0. It is written as two characters that no text has in this order: the last
 * one of Unicode, which is no letter, and a digit.
 */
const ESCAPE = '\u{10FFFF}'

export function writeText(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`)
}

export function readText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored
  return stored.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE)
}
