import type { SourceId } from '@wuku/core/core-types'
import type { Session } from '../connection/session.ts'
import { tableOf, type SetRow } from './sets.ts'

/** Hashes of what chunks say, one for each chunk; as many equal ones as there are chunks that say it. */
type ContentHashes = readonly Uint8Array[]
/** From `setsUnderLock`, after all chunks of the transaction are written. */
type Sets = readonly SetRow[]

/**
 * New chunks of a source get the vector of an equal content at once, in every set, also one of another source. Comes before
 * `vectorsWithoutChunks`. `said`: of the new chunks; without it the whole
 * source is looked through.
 */
export async function vectorsOfNewChunks(db: Session, sets: Sets, source: SourceId, contentHashes?: ContentHashes) {
  if (contentHashes?.length === 0) return
  for (const set of sets) {
    const table = tableOf(set)
    // A copied vector is that of every chunk that says it, a vector that was there is new to the new ones alone.
    await db.run(
      `WITH asked AS ${hashesFrom(contentHashes, 'source = $1')},
       put AS (INSERT INTO ${table} (source, said, v)
         SELECT DISTINCT ON (said) $1::int, said, other.v FROM asked JOIN ${table} AS other USING (said)
         ORDER BY said, other.source = $1 DESC, other.source
         ON CONFLICT (source, said) DO NOTHING RETURNING said),
       counted AS (
         SELECT count(*) AS chunks FROM put JOIN chunks USING (said) WHERE chunks.source = $1
         UNION ALL SELECT count(*) FROM asked JOIN ${table} AS v USING (said) WHERE v.source = $1)
       INSERT INTO vector_counts (set_id, source, chunks)
       SELECT ${set.id}, $1, sum(chunks) FROM counted HAVING sum(chunks) > 0
       ON CONFLICT (set_id, source) DO UPDATE SET chunks = vector_counts.chunks + excluded.chunks`,
      [source, ...hexOf(contentHashes)],
    )
    if (!contentHashes) await countAnew(db, set, [source])
  }
}

/**
 * Vectors go with the last chunk of that content of the source. `said`: of chunks that went, or no longer say it; without
 * it the whole of these sources is looked through.
 */
export async function vectorsWithoutChunks(
  db: Session,
  sets: Sets,
  sources: readonly SourceId[],
  contentHashes?: ContentHashes,
): Promise<void> {
  if (contentHashes?.length === 0 || sources.length === 0) return
  for (const set of sets) {
    const [source] = sources
    if (contentHashes && source !== undefined) await countLess(db, set, source, contentHashes)
    await db.run(
      `DELETE FROM ${tableOf(set)} AS v WHERE source = ANY($1::int[]) ${contentHashes ? `AND said IN (SELECT said FROM ${hashesFrom(contentHashes, '')} AS asked)` : ''}
         AND NOT EXISTS (SELECT FROM chunks WHERE chunks.source = v.source AND chunks.said = v.said)`,
      [sources, ...hexOf(contentHashes)],
    )
    if (!contentHashes) await countAnew(db, set, sources)
  }
}

/** A list of bytes, as the driver has none. */
const hexOf = (contentHashes: ContentHashes | undefined): readonly (readonly string[])[] =>
  contentHashes ? [contentHashes.map((each) => Buffer.from(each).toString('hex'))] : []

const hashesFrom = (contentHashes: ContentHashes | undefined, condition: string): string =>
  contentHashes ? "(SELECT decode(unnest($2::text[]), 'hex') AS said)" : `(SELECT said FROM chunks WHERE ${condition})`

async function countLess(db: Session, set: SetRow, source: SourceId, contentHashes: ContentHashes): Promise<void> {
  await db.run(
    `UPDATE vector_counts SET chunks = chunks -
       (SELECT count(*) FROM ${hashesFrom(contentHashes, '')} AS asked JOIN ${tableOf(set)} AS v USING (said) WHERE v.source = $1)
     WHERE set_id = ${set.id} AND source = $1`,
    [source, ...hexOf(contentHashes)],
  )
}

async function countAnew(db: Session, set: SetRow, sources: readonly SourceId[]): Promise<void> {
  await db.run('DELETE FROM vector_counts WHERE set_id = $1 AND source = ANY($2::int[])', [set.id, sources])
  await db.run(
    `INSERT INTO vector_counts (set_id, source, chunks)
     SELECT $1::int, source, count(*) FROM chunks JOIN ${tableOf(set)} USING (source, said)
     WHERE source = ANY($2::int[]) GROUP BY source`,
    [set.id, sources],
  )
}
