import type { ParseStored, ReadStored } from './stored-rows.ts'

export type SqlScalar = string | number | boolean | null | Uint8Array
export type SqlValue = SqlScalar | readonly (string | null)[] | readonly (number | null)[] | readonly boolean[]

/**
 * A connection within a transaction, of either database. Statements have `$1` for values, lists and flags among them; whole
 * numbers of 64 bits come back as numbers.
 */
export interface SqlSession {
  readonly dialect: Dialect
  rows<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
  row<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row | undefined>
  /** Number of rows that were changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>
  /** Many rows at once, each by the names of its columns; all have the same columns, also such as the database numbers itself. */
  insert<Row extends object>(table: string, rows: readonly Row[], after?: string): Promise<void>
  /**
   * Makes changes of one moment in as few round trips as there can be. Within a single round trip, no change sees the effect of another. The
   * first one has RETURNING: the answer is how many rows it returned.
   */
  together(changes: readonly Change[]): Promise<number>
}

/** A statement that changes rows. `value` takes a value for it, and says how the statement names that value. */
export type Change = (value: (given: SqlValue | typeof ADDED) => string) => string

/** Number of the row that the first of several changes adds. */
export const ADDED = Symbol('number of the added row')

/** The parts of statements that differ between the databases. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Table of numbers that grow with a change of something. */
  readonly counters: 'counters' | 'moments'
  readonly parse: ParseStored
  readonly readStored: ReadStored
  /** Rows of other tables that belong to one go with it. */
  readonly cascades: boolean
  /** Whether an expression is in the list at `place`. */
  isIn(expression: string, place: string): string
  /** The column, where an index of it would not give the order that is asked for. */
  withoutIndex(column: string): string
  holds(text: string, part: string): string
  withSmallAscii(column: string): string
  /** Whole number of times that a number has the divisor in it. */
  quotient(column: string, divisor: number): string
  /** Ends a `SELECT` whose rows nobody else changes until the end of the transaction. */
  lock(strength: 'UPDATE' | 'KEY SHARE' | 'UPDATE OF leases SKIP LOCKED'): string
  /** Milliseconds since the epoch by the clock of the database. */
  readonly clock: string
  /** A number that grows with each write to workflows and scratchpads, once `countTouch` is among its changes. */
  readonly touch: string
  readonly countTouch: readonly Change[]
  /** Rows as the table `given` of a statement, whose first values they are. */
  given<Row extends Readonly<Record<string, SqlScalar>>>(
    types: { readonly [Column in keyof Row]: 'text' | 'integer' | 'bigint' | 'float8' },
    rows: readonly Row[],
  ): { readonly sql: string; readonly values: readonly SqlValue[] }
  newRevision(): number
  readonly reportOfSource: string
  putReport(db: SqlSession, source: number, report: string): Promise<void>
  /** Whether a statement failed since a name is taken. */
  isDuplicate(thrown: unknown): boolean
  /** Caches of the content of these sources are no longer right. */
  reviseSources(db: SqlSession, where: string, values: readonly SqlValue[]): Promise<void>
  fileNumbers(db: SqlSession, count: number): Promise<readonly number[]>
  /** Text was taken out, which is to become unreadable. */
  noteRemovals(db: SqlSession, count: number): Promise<void>
}
