import { msg } from '@wuku/messages/store-sqlite'
import { WukuError } from '@wuku/core/errors'
import type { EmbeddingSet, EmbeddingSetDraft, EmbeddingSetId } from '@wuku/core/ports/vectors'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { toEmbeddingSet, type EmbeddingSetRow } from '@wuku/store-sql/stored-rows'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { pack, unpack, type Quantised } from '@wuku/index-core/vectors/quantise'

export interface SetRow extends EmbeddingSetRow {
  /** 32-bit floats: a centre, then how far vectors lie from it in each dimension. */
  readonly learnt: Uint8Array | null
  readonly learnt_from: number
}

export const liveSets = (db: Connection): SetRow[] =>
  db.rows<SetRow>('SELECT * FROM embedding_sets WHERE key IS NOT NULL ORDER BY id')

export const listSets = (db: Connection): EmbeddingSet[] => liveSets(db).map(toSet)

/** All sets, including removed ones that still have vectors. */
export const everySet = (db: Connection): SetRow[] => db.rows<SetRow>('SELECT * FROM embedding_sets ORDER BY id')

export function requireSet(db: Connection, id: EmbeddingSetId): SetRow {
  const row = db.row<SetRow>('SELECT * FROM embedding_sets WHERE id = ? AND key IS NOT NULL', [id])
  if (!row) throw new WukuError('not-found', msg('setVectorsNoLongerExists', { id }))
  return row
}

export const setOfKey = (db: Connection, key: string): EmbeddingSet | undefined => {
  const row = db.row<SetRow>('SELECT * FROM embedding_sets WHERE key = ?', [key])
  return row && toSet(row)
}

export function insertSet(db: Connection, { key, facts, dimensions, createdAt }: EmbeddingSetDraft): EmbeddingSet {
  const id = db.insert(
    `INSERT INTO embedding_sets (key, facts, dimensions, created_at, is_active, chunks, learnt_from)
     VALUES (?, ?, ?, ?, 0, 0, 0)`,
    [key, JSON.stringify(facts), dimensions, createdAt],
  )
  return toSet(requireSet(db, id as EmbeddingSetId))
}

export function activateSet(db: Connection, id: EmbeddingSetId): void {
  requireSet(db, id)
  db.run('UPDATE embedding_sets SET is_active = (id = ?)', [id])
}

/** Nobody finds it any more; its vectors go by and by. */
export function disownSet(db: Connection, id: EmbeddingSetId): void {
  requireSet(db, id)
  db.run('UPDATE embedding_sets SET key = NULL, is_active = 0 WHERE id = ?', [id])
}

export const countChunks = (db: Connection, id: EmbeddingSetId, more: number): number =>
  db.run('UPDATE embedding_sets SET chunks = chunks + ? WHERE id = ?', [more, id])

const toSet = (row: SetRow): EmbeddingSet => toEmbeddingSet(row, parseStored)

/** Keys of the rows of a set lie together, in the order of what they are of. */
const KEYS_PER_SET = 2 ** 36
export const firstKey = (set: number): number => set * KEYS_PER_SET
export const keyIn = (set: EmbeddingSetId, number: number): number => firstKey(set) + number
export const numberIn = (set: EmbeddingSetId, key: number): number => key - firstKey(set)

export function vectorOf(db: Connection, { id, dimensions }: Pick<SetRow, 'id' | 'dimensions'>, contentId: number) {
  const row = db.row<{ data: Uint8Array }>('SELECT data FROM vectors WHERE id = ?', [keyIn(id, contentId)])
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
    [JSON.stringify(contents.map((contentId) => keyIn(id, contentId)))],
  )
  for (const row of rows) yield [numberIn(id, row.id), unpack(row.data, dimensions)]
}

export function writeVector(db: Connection, key: number, vector: Quantised): void {
  db.run('INSERT OR REPLACE INTO vectors (id, data) VALUES (?, ?)', [key, pack(vector)])
}

/** Deletes the vector from every set. */
export function deleteVector(db: Connection, contentId: number): void {
  for (const { id } of everySet(db)) db.run('DELETE FROM vectors WHERE id = ?', [keyIn(id, contentId)])
}
