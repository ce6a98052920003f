import type { ChunkId } from '@wuku/core/core-types'
import type { MovedSet, MovedVector, VectorPlace } from '../rows/moving.ts'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { restore, unpack } from '@wuku/index-core/vectors/quantise'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { MAX_VECTORS } from '../rows/moved-tables.ts'
import { addMissingContents } from '@wuku/store-sqlite/vectors/chunk-contents'
import { putVectors } from '@wuku/store-sqlite/vectors/put'
import { firstKey, liveSets, requireSet } from '@wuku/store-sqlite/vector-sets'
import { enableContentHashes } from '@wuku/store-sqlite/vectors/sweep'

export const readSets = (db: Connection): readonly MovedSet[] =>
  liveSets(db).map(({ id, key, facts, dimensions, created_at, is_active: active, chunks }) => ({
    id,
    key,
    facts,
    dimensions,
    created_at,
    is_active: active === 1,
    chunks,
  }))

interface VectorRow {
  readonly at: number
  readonly said: string
  readonly data: Uint8Array
  /** Lowest of the kept chunks that say it, under the id that its document gives it. */
  readonly chunk: ChunkId | null
}

/** As they are stored: ten bits a dimension. */
export function readVectors(db: Connection, { set, after }: VectorPlace): readonly MovedVector[] {
  const { dimensions } = requireSet(db, set as EmbeddingSetId)
  let from = after ?? firstKey(set)
  for (;;) {
    const rows = db.rows<VectorRow>(
      `SELECT vectors.id AS at, lower(hex(hash)) AS said, data,
         (SELECT CASE WHEN kept_at IS NULL THEN chunks.id ELSE chunks.id - kept_at + first_chunk END
          FROM chunks JOIN documents ON documents.id = document WHERE said = sayings.id ORDER BY chunks.id LIMIT 1) AS chunk
       FROM vectors JOIN sayings ON sayings.id = vectors.id - ? WHERE vectors.id > ? AND vectors.id < ?
       ORDER BY vectors.id LIMIT ?`,
      [firstKey(set), from, firstKey(set + 1), MAX_VECTORS],
    )
    const found = rows.flatMap(({ at, said: contentHash, data, chunk }) =>
      chunk === null ? [] : [{ at, said: contentHash, chunk, vector: restore(unpack(data, dimensions)) }],
    )
    const last = rows.at(-1)
    if (found.length > 0 || !last) return found
    from = last.at
  }
}

export function putSet(
  db: Connection,
  { id, key, facts, dimensions, created_at: at, is_active: active }: MovedSet,
): void {
  enableContentHashes(db)
  addMissingContents(db, Number.MAX_SAFE_INTEGER)
  db.run(
    `INSERT INTO embedding_sets (id, key, facts, dimensions, created_at, is_active, chunks, learnt_from)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0)`,
    [id, key, facts, dimensions, at, Number(active)],
  )
}

export const putMovedVectors = (db: Connection, set: number, vectors: readonly MovedVector[]): void =>
  putVectors(db, set as EmbeddingSetId, vectors)

export function emptyVectors(db: Connection): void {
  for (const table of ['vectors', 'vector_blocks', 'embedding_sets']) db.run(`DELETE FROM ${table}`)
  db.run('UPDATE chunks SET said = NULL WHERE said IS NOT NULL')
  db.run('DELETE FROM sayings')
  db.run("UPDATE counters SET value = 0 WHERE name = 'sayings'")
}
