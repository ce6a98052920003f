import type { Ownership } from '@wuku/core/core-types'
import { WukuError } from '@wuku/core/errors'
import { faultOf, type OwnershipColumns, readOwnership as ownershipFrom } from '../stored-rows.ts'
import type { SqlSession, SqlValue } from '../sql-session.ts'

/** Reads stored data; a failure means that the store is damaged. */
export function readStored<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new WukuError(
      'store-damaged',
      `The store is damaged: ${faultOf(cause)}.`,
      'Restore the database from a backup.',
      { cause },
    )
  }
}

/** JSON of a column. */
export const parseStored = <T>(json: string): T => readStored(() => JSON.parse(json) as T)

export const readOwnership = (row: OwnershipColumns): Ownership | undefined => ownershipFrom(row, parseStored)

type Columns<Row> = { readonly [Column in keyof Row]: SqlValue }

/** As it is kept. */
export async function insertRow<Row>(db: SqlSession, table: string, row: Columns<Partial<Row>>): Promise<Row> {
  const names = Object.keys(row)
  const [stored] = await db.rows<Row>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING *`,
    Object.values<SqlValue>(row),
  )
  return stored as Row
}

/** All the named columns of the row with this id, as it is kept. */
export async function updateRow<Row>(
  db: SqlSession,
  { table, id }: { readonly table: string; readonly id: number },
  row: Columns<Partial<Row>>,
): Promise<Row> {
  const settings = Object.keys(row).map((name, at) => `${name} = $${at + 2}`)
  const [stored] = await db.rows<Row>(`UPDATE ${table} SET ${settings.join(', ')} WHERE id = $1 RETURNING *`, [
    id,
    ...Object.values<SqlValue>(row),
  ])
  return stored as Row
}
