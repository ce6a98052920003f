import { msg } from '@wuku/messages/store-postgres'
import { WukuError } from '@wuku/core/errors'
import type { SourceId } from '@wuku/core/core-types'
import type { EmbeddingSet, EmbeddingSetId } from '@wuku/core/ports/vectors'
import { toEmbeddingSet, type EmbeddingSetRow } from '@wuku/store-sql/stored-rows'
import { type ReadContext, sourcesShown } from '../read-context.ts'
import { parseStored } from '../connection/postgres-dialect.ts'
import type { Session } from '../connection/session.ts'
import type { Script } from '../schema.ts'

export interface SetRow extends Omit<EmbeddingSetRow, 'chunks'> {
  /** The schema of pgvector, quoted: the search path names the schema of the store alone. */
  readonly home: string
}

/** Sets that are not removed, where the extension still exists. */
const SETS = `
  SELECT id, key, facts, dimensions, created_at, is_active, quote_ident(nspname) AS home
  FROM embedding_sets, pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
  WHERE extname = 'vector' AND key IS NOT NULL`

export const tableOf = ({ id }: Pick<SetRow, 'id'>): string => `vectors_${id}`

/**
 * Live sets; until the transaction ends nobody puts vectors of these sources, even where there are no sets. Batches keep one
 * another out only where there are some: otherwise there is nothing that they would count.
 */
export async function setsUnderLock(db: Session, sources: readonly SourceId[]): Promise<readonly SetRow[]> {
  const sourceValues = [ascending(sources)]
  // The sets are those after the lock: statements of a connection take their turns.
  const [lock, sets] = await Promise.all([
    db.row<{ isAlone: boolean }>(
      `SELECT "isAlone", ${lockSources('"isAlone"', '')} AS alone, ${lockSources('NOT "isAlone"', '_shared')} AS shared
       FROM (SELECT EXISTS (SELECT FROM embedding_sets WHERE key IS NOT NULL) AS "isAlone") AS asked`,
      sourceValues,
    ),
    db.rows<SetRow>(`${SETS} ORDER BY id`),
  ])
  // One was added between the two.
  if (sets.length > 0 && !lock?.isAlone) await db.run(`SELECT ${lockSources('true', '')}`, sourceValues)
  return sets
}

/**
 * The counts of a source change under this lock alone. A batch takes it after it has written its chunks, and a transaction
 * that puts vectors takes it before it looks for chunks: one of both sees what the other did. `source` is an expression.
 */
export const lockSource = (source: string, isShared: '' | '_shared' = ''): string =>
  `pg_advisory_xact_lock${isShared}('vector_counts'::regclass::oid::int, ${source})`

/** Locks for the list `$1`; a part of the answer, or the planner would leave them out. */
const lockSources = (where: string, isShared: '' | '_shared'): string =>
  `(SELECT count(${lockSource('source', isShared)}) FROM unnest($1::int[]) AS source WHERE ${where})`

/** Locks are taken in this order, or two transactions would wait for each other. */
const ascending = (sources: Iterable<SourceId>): readonly SourceId[] => [...new Set(sources)].toSorted((a, b) => a - b)

export async function requireSet(db: Session, id: EmbeddingSetId): Promise<SetRow> {
  const row = await db.row<SetRow>(`${SETS} AND id = $1`, [id])
  if (!row) throw unknownSet(id)
  return row
}

export interface CountedSet extends SetRow {
  /** Sources that the question is about and that have vectors. */
  readonly sources: readonly SourceId[]
  /** True if these are all that have one. */
  readonly isWhole: boolean
  readonly isIndexed: boolean
  /** Chunks of these sources that have a vector. */
  readonly chunks: number
}

export interface Counting {
  readonly id: EmbeddingSetId
  /** `null`: all. */
  readonly sources: readonly SourceId[] | null
  /** Open ends of a walk through the index, for the rest of the transaction. */
  readonly walked: number
}

/** The index goes on until enough rows pass the other conditions. */
export async function requireSetWithCounts(db: Session, { id, sources, walked }: Counting): Promise<CountedSet> {
  const row = await db.row<Omit<CountedSet, 'isIndexed'>>(
    `SELECT sets.*, counts.chunks, counts.sources, counts."isWhole",
       set_config('hnsw.ef_search', $3, true), set_config('hnsw.iterative_scan', 'relaxed_order', true)
     FROM (${SETS} AND id = $1) AS sets, (
       SELECT coalesce(sum(chunks) FILTER (WHERE asked), 0)::int8 AS chunks, coalesce(bool_and(asked), true) AS "isWhole",
         coalesce(array_agg(source ORDER BY source) FILTER (WHERE asked), '{}') AS sources
       FROM (SELECT source, chunks, $2::int[] IS NULL OR source = ANY($2) AS asked FROM vector_counts
         WHERE set_id = $1 AND chunks > 0) AS counted) AS counts`,
    [id, sources, String(walked)],
  )
  if (!row) throw unknownSet(id)
  return { ...row, isIndexed: row.dimensions <= MAX_INDEXED_DIMENSIONS }
}

/** More dimensions have no index: every vector is compared. */
export const MAX_INDEXED_DIMENSIONS = 4_000

export async function listSets(context: Pick<ReadContext, 'db' | 'shown'>, key?: string): Promise<EmbeddingSet[]> {
  const rows = await context.db.rows<SetRow & EmbeddingSetRow>(
    `SELECT sets.*, coalesce((SELECT sum(chunks) FROM vector_counts
       WHERE set_id = sets.id AND ($1::int[] IS NULL OR source = ANY($1))), 0)::int8 AS chunks
     FROM (${SETS}) AS sets WHERE $2::text IS NULL OR key = $2 ORDER BY id`,
    [sourcesShown(context), key ?? null],
  )
  return rows.map((row) => toEmbeddingSet(row, parseStored))
}

export function requireDimensions({ dimensions }: Pick<SetRow, 'dimensions'>, vector: Float32Array): void {
  if (vector.length !== dimensions)
    throw new Error(`A vector of ${vector.length} dimensions; those of its set have ${dimensions} dimensions.`)
}

export const unknownSet = (id: EmbeddingSetId) => new WukuError('not-found', msg('setVectorsNoLongerExists', { id }))

/** Indexes that go on until enough rows pass a filter. */
const LEAST = [0, 8]

/**
 * Comes before the first transaction, and changes nothing where the role may not: without pgvector there are no vectors, and
 * everything else works.
 */
export async function createExtension(script: Script): Promise<void> {
  const [known] = await script.query("SELECT 1 FROM pg_extension WHERE extname = 'vector'")
  if (known) return
  // Another process may make it at the same moment.
  await script.query('CREATE EXTENSION IF NOT EXISTS vector').catch(() => {})
}

/** The schema of pgvector, quoted: types and operators are named with it, as the search path names that of the store alone. */
export async function requireExtension(db: Session): Promise<string> {
  const row = await db.row<{ home: string; version: string }>(
    `SELECT quote_ident(nspname) AS home, extversion AS version
     FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'`,
  )
  if (!row) throw new WukuError('vectors-missing', msg('searchMeaningNeedsExtensionPgvector'))
  const { version } = row
  if (isOlder(version))
    throw new WukuError('vectors-missing', msg('searchMeaningNeedsPgvectorNewer', { least: LEAST.join('.'), version }))
  return row.home
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least = 0, leastMinor = 0] = LEAST
  return major < least || (major === least && minor < leastMinor)
}
