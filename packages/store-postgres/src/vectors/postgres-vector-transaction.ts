import { msg } from '@wuku/messages/store-postgres'
import { WukuError } from '@wuku/core/errors'
import type { SourceId, ChunkId, DocumentId } from '@wuku/core/core-types'
import type {
  ChunkVector,
  EmbeddingSet,
  EmbeddingSetDraft,
  EmbeddingSetId,
  VectorTransaction,
  VectorView,
  UnembeddedChunk,
  UnembeddedRequest,
  UnembeddedSize,
} from '@wuku/core/ports/vectors'
import type { ChunkPlace } from '@wuku/store-sql/document-rows'
import { unpackShort } from '@wuku/store-sql/packed-text'
import { parseStored } from '../connection/postgres-dialect.ts'
import type { Session } from '../connection/session.ts'
import {
  requireExtension,
  requireDimensions,
  listSets,
  lockSource,
  requireSet,
  type SetRow,
  tableOf,
  unknownSet,
} from './sets.ts'
import { toHalfvec, findNearest } from './nearest.ts'
import { type ReadContext, sourcesShown } from '../read-context.ts'

/** Within a transaction. */
export const createVectorTransaction = (db: Session): VectorTransaction => ({
  addEmbeddingSet: (draft) => addSet(db, draft),
  putVectors: (set, vectors) => putVectors(db, set, vectors),
  activateEmbeddingSet: async (set) => {
    await requireSet(db, set)
    await db.run('UPDATE embedding_sets SET is_active = (id = $1) WHERE is_active <> (id = $1)', [set])
  },
  removeEmbeddingSet: (set) => removeSet(db, set),
})

/** More dimensions have no type. */
const MAX_DIMENSIONS = 16_000

async function addSet(db: Session, { key, facts, dimensions, createdAt }: EmbeddingSetDraft): Promise<EmbeddingSet> {
  await requireExtension(db)
  if (dimensions > MAX_DIMENSIONS) throw tooMany(dimensions)
  // A set that is there already uses up no number.
  const row = await db.row<{ id: EmbeddingSetId }>(
    `INSERT INTO embedding_sets (key, facts, dimensions, created_at)
     SELECT $1, $2, $3::int, $4::float8 WHERE NOT EXISTS (SELECT FROM embedding_sets WHERE key = $1)
     ON CONFLICT (key) DO NOTHING RETURNING id`,
    [key, JSON.stringify(facts), dimensions, createdAt],
  )
  if (row) await db.run('SELECT make_vectors($1, $2)', [row.id, dimensions])
  const [set] = await listSets({ db, shown: undefined }, key)
  if (!set) throw unknownSet(row?.id ?? (0 as EmbeddingSetId))
  return set
}

/** Views of an earlier moment may read its vectors for a while. */
async function removeSet(db: Session, id: EmbeddingSetId): Promise<void> {
  await requireSet(db, id)
  await db.run('UPDATE embedding_sets SET key = NULL, is_active = false, removed_at = now() WHERE id = $1', [id])
  await db.run('DELETE FROM vector_counts WHERE set_id = $1', [id])
  await dropRemovedSets(db)
}

/** Drops what no view can read any more, since a statement ends after a minute. */
export async function dropRemovedSets(db: Session): Promise<void> {
  const gone = await db.rows<Pick<SetRow, 'id'>>(
    `DELETE FROM embedding_sets WHERE removed_at < now() - interval '10 minutes' RETURNING id`,
  )
  for (const { id } of gone) await db.run('SELECT drop_vectors($1)', [id])
}

async function putVectors(db: Session, id: EmbeddingSetId, vectors: readonly ChunkVector[]): Promise<void> {
  const set = await requireSet(db, id)
  for (const { vector } of vectors) requireDimensions(set, vector)
  if (vectors.length === 0) return
  const chunks = vectors.map(({ chunk }) => chunk)
  const sources = await db.rows<{ source: SourceId }>(
    `SELECT source, ${lockSource('source')} AS locked FROM
       (SELECT DISTINCT same.source FROM chunks JOIN chunks AS same USING (said)
        WHERE chunks.id = ANY($1::int8[]) ORDER BY same.source) AS found`,
    [chunks],
  )
  const places = await db.rows<Place>(
    `SELECT chunks.id AS chunk, same.source, same.said FROM chunks JOIN chunks AS same USING (said)
     WHERE chunks.id = ANY($1::int8[]) AND same.source = ANY($2::int[]) GROUP BY 1, 2, 3 ORDER BY 1, 2`,
    [chunks, sources.map(({ source }) => source)],
  )
  for (const slice of slicesOf(set, placed(vectors, places))) await putRows(db, set, slice)
}

interface Place {
  readonly chunk: number
  readonly source: SourceId
  readonly said: Uint8Array
}

interface Row {
  readonly source: SourceId
  readonly said: Uint8Array
  readonly v: Uint8Array
}

/** Each content of a source once, with the last vector that is given for it. */
function placed(vectors: readonly ChunkVector[], places: readonly Place[]): readonly Row[] {
  const placesOf = Map.groupBy(places, ({ chunk }) => chunk)
  const rows = new Map<string, Row>()
  for (const { chunk, vector } of vectors) {
    const v = toHalfvec(vector)
    for (const { source, said: contentHash } of placesOf.get(chunk) ?? [])
      rows.set(`${source} ${Buffer.from(contentHash).toString('latin1')}`, { source, said: contentHash, v })
  }
  return [...rows.values()]
}

/** Bytes of one statement, and rows of one: the protocol counts values in 16 bits. */
const MAX_BYTES = 4_000_000
const MAX_ROWS = 5_000

function* slicesOf({ dimensions }: SetRow, rows: readonly Row[]): Generator<readonly Row[]> {
  const size = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_BYTES / (2 * dimensions))))
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

/** New ones are counted: a row that was just inserted has no `xmax`. */
async function putRows(db: Session, set: SetRow, rows: readonly Row[]): Promise<void> {
  const values = rows.flatMap(({ source, said: contentHash, v }) => [source, contentHash, v])
  const list = rows.map((_, nth) => `($${3 * nth + 1}, $${3 * nth + 2}, $${3 * nth + 3})`).join(', ')
  await db.run(
    `WITH put AS (INSERT INTO ${tableOf(set)} (source, said, v) VALUES ${list}
       ON CONFLICT (source, said) DO UPDATE SET v = excluded.v RETURNING source, said, xmax = 0 AS is_new)
     INSERT INTO vector_counts (set_id, source, chunks)
     SELECT ${set.id}, source, count(*) FROM put JOIN chunks USING (source, said) WHERE is_new GROUP BY source ORDER BY source
     ON CONFLICT (set_id, source) DO UPDATE SET chunks = vector_counts.chunks + excluded.chunks`,
    values,
  )
}

const tooMany = (dimensions: number): WukuError =>
  new WukuError('bad-input', msg('modelGivesVectorsDimensionsStore', { dimensions, maxDimensions: MAX_DIMENSIONS }))

export const createVectorView = (context: ReadContext): VectorView => ({
  embeddingSets: () => listSets(context),
  unembedded: (request) => unembeddedChunks(context, request),
  unembeddedSize: (scope) => unembeddedSize(context, scope),
  nearest: (probe) => findNearest(context, probe),
})

type Scope = Pick<UnembeddedRequest, 'set' | 'sources'>

type UnembeddedRow = Pick<ChunkPlace, 'start' | 'stop' | 'headings'> & {
  id: ChunkId
  document: DocumentId
  title: string
}

async function unembeddedChunks(context: ReadContext, request: UnembeddedRequest): Promise<readonly UnembeddedChunk[]> {
  const { after, limit } = request
  const rows = await context.db.rows<UnembeddedRow>(
    `SELECT chunks.id, document, title, start, stop, headings FROM chunks
       JOIN documents ON documents.id = document AND documents.source = chunks.source
     WHERE chunks.source = ANY($1::int[]) AND chunks.id > $2 AND ${await missingCondition(context.db, request)}
     ORDER BY chunks.id LIMIT $3`,
    [sourcesShown(context, request.sources), after, limit],
  )
  const textOf = await bodiesOf(context.db, [...new Set(rows.map(({ document }) => document))])
  return rows.map(({ id, document, title, start, stop, headings }) => ({
    chunk: id,
    title,
    headings: headings === null ? [] : parseStored<readonly string[]>(headings),
    text: textOf.get(document)?.slice(start, stop) ?? '',
  }))
}

async function unembeddedSize(context: ReadContext, scope: Scope): Promise<UnembeddedSize> {
  const row = await context.db.row<UnembeddedSize>(
    `SELECT count(DISTINCT document) AS documents, count(*) AS chunks, coalesce(sum(stop - start), 0)::int8 AS chars
     FROM chunks WHERE chunks.source = ANY($1::int[]) AND ${await missingCondition(context.db, scope)}`,
    [sourcesShown(context, scope.sources)],
  )
  return row ?? { documents: 0, chunks: 0, chars: 0 }
}

async function missingCondition(db: Session, { set }: Scope): Promise<string> {
  if (set === undefined) return 'true'
  const table = tableOf(await requireSet(db, set))
  return `NOT EXISTS (SELECT FROM ${table} AS v WHERE v.source = chunks.source AND v.said = chunks.said)`
}

async function bodiesOf(db: Session, documents: readonly DocumentId[]): Promise<ReadonlyMap<DocumentId, string>> {
  if (documents.length === 0) return new Map()
  const rows = await db.rows<{ document: DocumentId; text: Uint8Array }>(
    'SELECT document, text FROM bodies WHERE document = ANY($1::int8[])',
    [documents],
  )
  return new Map(rows.map(({ document, text }) => [document, unpackShort(text)]))
}
