import type { Connection } from '../../sqlite-driver/connection.ts'
import { pack, unpack, type Quantised } from '../../../vectors/quantise.ts'
import { everySet, keyIn, numberIn, type SetRow } from './sets.ts'

export function vectorOf(
  db: Connection,
  { id, dimensions }: Pick<SetRow, 'id' | 'dimensions'>,
  said: number,
): Quantised | undefined {
  const row = db.row<{ data: Uint8Array }>('SELECT data FROM vectors WHERE id = ?', [keyIn(id, said)])
  return row && unpack(row.data, dimensions)
}

/** Vectors of some contents, in no order; all at once, since asking for each one takes longer. */
export function* vectorsOf(
  db: Connection,
  { id, dimensions }: Pick<SetRow, 'id' | 'dimensions'>,
  contents: readonly number[],
): Generator<readonly [said: number, vector: Quantised]> {
  const rows = db.rows<{ id: number; data: Uint8Array }>(
    'SELECT vectors.id, data FROM json_each(?) CROSS JOIN vectors ON vectors.id = value',
    [JSON.stringify(contents.map((said) => keyIn(id, said)))],
  )
  for (const row of rows) yield [numberIn(id, row.id), unpack(row.data, dimensions)]
}

export function writeVector(db: Connection, key: number, vector: Quantised): void {
  db.run('INSERT OR REPLACE INTO vectors (id, data) VALUES (?, ?)', [key, pack(vector)])
}

/** Deletes the vector from every set. */
export function deleteVector(db: Connection, said: number): void {
  for (const { id } of everySet(db)) db.run('DELETE FROM vectors WHERE id = ?', [keyIn(id, said)])
}
