import type { ChunkId } from '@wuku/core/core-types'
import type { VectorSetRecord, VectorRecord, VectorPlace } from '../rows/records.ts'
import type { EmbeddingSetId } from '@wuku/core/ports/vectors'
import { MAX_VECTORS } from '../rows/record-tables.ts'
import type { Session } from '@wuku/store-postgres/connection/session'
import { tableOf } from '@wuku/store-postgres/vectors/sets'
import { createVectorTransaction } from '@wuku/store-postgres/vectors/postgres-vector-transaction'

export const readSets = (db: Session): Promise<readonly VectorSetRecord[]> =>
  db.rows<VectorSetRecord>(
    `SELECT id, key, facts, dimensions, created_at, is_active,
       (SELECT coalesce(sum(chunks), 0)::int8 FROM vector_counts WHERE set_id = embedding_sets.id) AS chunks
     FROM embedding_sets WHERE key IS NOT NULL ORDER BY id`,
  )

interface VectorRow {
  readonly said: string
  readonly chunk: number
  readonly vector: readonly number[]
}

/** Stored vectors: floats of 16 bits. Sources that say the same have the same vector. */
export async function readVectors(db: Session, { set, after }: VectorPlace): Promise<readonly VectorRecord[]> {
  const rows = await db.rows<VectorRow>(
    `WITH page AS MATERIALIZED (
       SELECT DISTINCT ON (said) source, said, v FROM ${tableOf({ id: set as EmbeddingSetId })}
       WHERE said > decode($1, 'hex') ORDER BY said, source LIMIT ${MAX_VECTORS})
     SELECT encode(page.said, 'hex') AS said, min(chunks.id)::int8 AS chunk, page.v::real[] AS vector
     FROM page JOIN chunks ON chunks.said = page.said AND chunks.source = page.source
     GROUP BY page.said, page.v ORDER BY page.said`,
    [String(after ?? '')],
  )
  return rows.map(({ said: contentHash, chunk, vector }) => ({
    at: contentHash,
    said: contentHash,
    chunk: chunk as ChunkId,
    vector: Float32Array.from(vector),
  }))
}

/** Its table is made as for a new one, which must get the number that it has. */
export async function putSet(db: Session, set: VectorSetRecord): Promise<void> {
  await db.run(`SELECT setval(pg_get_serial_sequence('embedding_sets', 'id'), $1, false)`, [set.id])
  const { id, key, facts, dimensions, created_at: createdAt, is_active: isActive } = set
  const vectors = createVectorTransaction(db)
  const made = await vectors.addEmbeddingSet({ key, facts: JSON.parse(facts), dimensions, createdAt })
  if (made.id !== id) throw new Error(`The set of vectors ${id} came to be ${made.id}.`)
  await db.run('UPDATE embedding_sets SET facts = $2 WHERE id = $1', [id, facts])
  if (isActive) await vectors.activateEmbeddingSet(made.id)
}

/** Every source that says the same gets it. */
export const putVectorRecords = (db: Session, set: number, vectors: readonly VectorRecord[]): Promise<void> =>
  createVectorTransaction(db).putVectors(set as EmbeddingSetId, vectors)

export async function emptyVectors(db: Session): Promise<void> {
  const sets = await db.rows<{ id: EmbeddingSetId }>('DELETE FROM embedding_sets RETURNING id')
  for (const { id } of sets) await db.run('SELECT drop_vectors($1)', [id])
}
