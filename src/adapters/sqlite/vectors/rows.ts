import type { EmbeddingSetId } from '../../../ports/vectors.ts'
import type { Connection } from '../driver.ts'
import { asBytes, asSigned, type Quantised } from './quantise.ts'
import { everySet, keyIn } from './sets.ts'

interface VectorRow {
  readonly scale: number
  readonly data: Uint8Array
}

const toQuantised = ({ scale, data }: VectorRow): Quantised => ({ scale, data: asSigned(data) })

export function vectorOf(db: Connection, set: EmbeddingSetId, said: number): Quantised | undefined {
  const row = db.row<VectorRow>('SELECT scale, data FROM vectors WHERE id = ?', [keyIn(set, said)])
  return row && toQuantised(row)
}

export function writeVector(db: Connection, key: number, { scale, data }: Quantised): void {
  db.run('INSERT OR REPLACE INTO vectors (id, scale, data) VALUES (?, ?, ?)', [key, scale, asBytes(data)])
}

/** Of every set. */
export function deleteVector(db: Connection, said: number): void {
  for (const { id } of everySet(db)) db.run('DELETE FROM vectors WHERE id = ?', [keyIn(id, said)])
}
