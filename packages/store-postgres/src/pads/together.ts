import type { Session, SqlValue } from '@wuku/store-sql/postgres/session'

/** A statement that changes rows. `value` hands it a value, and says how it is called in the statement. */
export type Change = (value: (given: SqlValue) => string) => string

/** Number of a row: that of one that the first change adds is not known yet. */
export type RowNumber = number | 'added'

export const numberIn = (number: RowNumber, value: (given: SqlValue) => string): string =>
  number === 'added' ? '(SELECT number FROM change_1)' : value(number)

/**
 * Changes of one moment in one round trip: none of them sees what another did, except for what the first one returns.
 * Answers how many rows that was, so the first has a RETURNING.
 */
export async function changeTogether(db: Session, changes: readonly Change[]): Promise<number> {
  const values: SqlValue[] = []
  const parts = changes.map((change, at) => {
    const sql = change((given) => `$${values.push(given)}`)
    return `change_${at + 1} AS (${sql})`
  })
  const row = await db.row<{ count: number }>(`WITH ${parts.join(', ')} SELECT count(*) AS count FROM change_1`, values)
  return row?.count ?? 0
}
