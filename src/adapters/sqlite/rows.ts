import type { SQLInputValue } from 'node:sqlite'
import type { Holding, Visibility } from '../../core/words.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { parseStored } from './failures.ts'

/** A row by the names of its columns. */
type Columns<Row> = { readonly [Column in keyof Row]: SQLInputValue }

/** Id of the new row. */
export const insertRow = <Row extends Columns<Row>>(db: Connection, table: string, row: Row): number =>
  db.insert(`INSERT INTO ${table} ${namesAndPlaces(row)}`, Object.values(row))

/** In the place of the row with the same key, if there is one. */
export const putRow = <Row extends Columns<Row>>(db: Connection, table: string, row: Row): number =>
  db.run(`INSERT OR REPLACE INTO ${table} ${namesAndPlaces(row)}`, Object.values(row))

/** All the named columns of the row with this id. */
export function updateRow<Row extends Columns<Row>>(
  db: Connection,
  { table, id }: { readonly table: string; readonly id: number },
  row: Row,
): void {
  const settings = Object.keys(row).map((name) => `${name} = ?`)
  db.run(`UPDATE ${table} SET ${settings.join(', ')} WHERE id = ?`, [...Object.values<SQLInputValue>(row), id])
}

const namesAndPlaces = (row: object): string => {
  const names = Object.keys(row)
  return `(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
}

/** Columns of the holding of a row; all NULL if it was never set. */
export interface HoldingColumns {
  readonly owner: string | null
  readonly visibility: Visibility | null
  readonly shared_with: string | null
}

export const readHolding = ({ owner, visibility, shared_with: shared }: HoldingColumns): Holding | undefined =>
  owner === null || visibility === null
    ? undefined
    : { owner, visibility, sharedWith: shared === null ? [] : parseStored<readonly string[]>(shared) }

export const holdingColumns = (holding: Holding | undefined): HoldingColumns => ({
  owner: holding?.owner ?? null,
  visibility: holding?.visibility ?? null,
  shared_with: holding ? JSON.stringify(holding.sharedWith) : null,
})

/** Fields without a value in a change stay unchanged. */
export const withChange = <Kept extends object>(before: Kept, change: NoInfer<Partial<Kept>>): Kept => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})
