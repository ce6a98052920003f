import type { Connection } from '../driver.ts'
import { pack, unpack, type Quantised } from './quantise.ts'
import { everySet, keyIn, type SetRow } from './sets.ts'

export function vectorOf(
  db: Connection,
  { id, dimensions }: Pick<SetRow, 'id' | 'dimensions'>,
  said: number,
): Quantised | undefined {
  const row = db.row<{ data: Uint8Array }>('SELECT data FROM vectors WHERE id = ?', [keyIn(id, said)])
  return row && unpack(row.data, dimensions)
}

export function writeVector(db: Connection, key: number, vector: Quantised): void {
  db.run('INSERT OR REPLACE INTO vectors (id, data) VALUES (?, ?)', [key, pack(vector)])
}

/** Of every set. */
export function deleteVector(db: Connection, said: number): void {
  for (const { id } of everySet(db)) db.run('DELETE FROM vectors WHERE id = ?', [keyIn(id, said)])
}
