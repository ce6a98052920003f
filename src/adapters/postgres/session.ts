import type { ClientBase, CustomTypesConfig, QueryConfig, QueryResult } from 'pg'
import { readText, writeText } from './stored-text.ts'

export type SqlScalar = string | number | boolean | null | Uint8Array
export type SqlValue = SqlScalar | readonly (string | null)[] | readonly (number | null)[] | readonly boolean[]

/** A connection within a transaction. Statements have `$1` for values; whole numbers of 64 bits come back as numbers. */
export interface Session {
  rows<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
  row<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row | undefined>
  /** How many rows were changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>
  /** Many rows at once, each by the names of its columns; all have the same columns. */
  insert<Row extends object>(table: string, rows: readonly Row[], after?: string): Promise<void>
}

/** Values of one statement; the protocol counts them in 16 bits. */
const MOST_VALUES = 30_000
/** Bytes of one statement, so that a batch of texts is not in memory twice. */
const MOST_BYTES = 4_000_000

export function sessionOn(client: ClientBase): Session {
  const ask = (sql: string, values: readonly SqlValue[]): Promise<QueryResult<Record<string, unknown>>> => {
    // The driver's types do not know that it can be asked for binary answers.
    const query: QueryConfig & { readonly binary: true } = {
      text: sql,
      values: values.map(toWire),
      binary: true,
      types: wireTypes,
    }
    return client.query(query)
  }
  const session: Session = {
    rows: async <Row>(sql: string, values: readonly SqlValue[] = []) => (await ask(sql, values)).rows as Row[],
    row: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (await ask(sql, values)).rows[0] as Row | undefined,
    run: async (sql, values = []) => (await ask(sql, values)).rowCount ?? 0,
    insert: async (table, rows, after = '') => {
      const names = Object.keys(rows[0] ?? {})
      for (const slice of slicesOf(rows.map((row) => Object.values(row) as SqlValue[]))) {
        const places = slice.map((row, at) => `(${row.map((_, nth) => `$${at * names.length + nth + 1}`).join(', ')})`)
        await ask(`INSERT INTO ${table} (${names.join(', ')}) VALUES ${places.join(', ')} ${after}`, slice.flat())
      }
    },
  }
  return session
}

function* slicesOf(rows: readonly (readonly SqlValue[])[]): Generator<readonly (readonly SqlValue[])[]> {
  let slice: (readonly SqlValue[])[] = []
  let values = 0
  let bytes = 0
  for (const row of rows) {
    slice.push(row)
    values += row.length
    for (const value of row) bytes += value instanceof Uint8Array || typeof value === 'string' ? value.length : 8
    if (values + row.length <= MOST_VALUES && bytes < MOST_BYTES) continue
    yield slice
    slice = []
    values = 0
    bytes = 0
  }
  if (slice.length > 0) yield slice
}

function toWire(value: SqlValue): unknown {
  if (typeof value === 'string') return writeText(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return value.map((each: unknown) => (typeof each === 'string' ? writeText(each) : each))
  return value
}

/** Types that statements may answer with, by their number in PostgreSQL; all others are cast by the statement. */
const readers: Readonly<Record<number, (bytes: Buffer) => unknown>> = {
  16: (bytes) => bytes[0] === 1,
  // Sliced off what came over the network, which would stay in memory with it.
  17: (bytes) => Uint8Array.prototype.slice.call(bytes),
  20: (bytes) => Number(bytes.readBigInt64BE()),
  21: (bytes) => bytes.readInt16BE(),
  23: (bytes) => bytes.readInt32BE(),
  25: (bytes) => readText(bytes.toString()),
  700: (bytes) => bytes.readFloatBE(),
  701: (bytes) => bytes.readDoubleBE(),
  1043: (bytes) => readText(bytes.toString()),
  1007: (bytes) => readArray(bytes, (each) => each.readInt32BE()),
  1009: (bytes) => readArray(bytes, (each) => readText(each.toString())),
  1016: (bytes) => readArray(bytes, (each) => Number(each.readBigInt64BE())),
  1021: (bytes) => readArray(bytes, (each) => each.readFloatBE()),
  1001: (bytes) => readArray(bytes, (each) => Uint8Array.prototype.slice.call(each)),
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

/** An array of one dimension: number of dimensions, flags, type, length, lower bound; then each with its length, -1 for NULL. */
function readArray<Each>(bytes: Buffer, read: (each: Buffer) => Each): readonly (Each | null)[] {
  if (bytes.readInt32BE(0) === 0) return []
  const found: (Each | null)[] = []
  const count = bytes.readInt32BE(12)
  let at = 20
  for (let nth = 0; nth < count; nth++) {
    const length = bytes.readInt32BE(at)
    at += 4
    found.push(length < 0 ? null : read(bytes.subarray(at, at + Math.max(length, 0))))
    at += Math.max(length, 0)
  }
  return found
}
