import type { SQLInputValue } from 'node:sqlite'
import type { Ownership } from '@wuku/core/core-types'
import { type OwnershipColumns, readOwnership as ownershipFrom } from '../stored-rows.ts'
import type { Connection } from './driver/connection.ts'
import { parseStored } from './sqlite-failures.ts'

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

export const readOwnership = (row: OwnershipColumns): Ownership | undefined => ownershipFrom(row, parseStored)
