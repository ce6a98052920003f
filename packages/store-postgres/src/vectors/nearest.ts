import type { Candidate, ChunkId, DocumentId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { Background, Nearest, VectorProbe } from '@wuku/core/ports/vectors'
import { narrowsToDocuments } from '@wuku/store-sql/document-rows'
import { documentsWithin } from '../filters.ts'
import { type ReadContext, sourcesShown } from '../read-context.ts'
import type { Session, SqlValue } from '../connection/session.ts'
import { requireDimensions, requireSetWithCounts, type CountedSet, tableOf } from './sets.ts'

/** Chunks that are judged one by one; from there on the index is faster. */
const FEW = 10_000
/** Vectors for the background of many. */
const SAMPLE = 2_000
/** Vectors that are looked at for it, where a filter leaves few of them. */
const MAX_SAMPLED = 20_000
/** The index is walked with at least so many open ends, or it loses neighbours. */
const LEAST_WALKED = 400
/** More are refused by pgvector. */
const MAX_WALKED = 1_000
/** Beyond this a filter of documents leaves few of the listed ones: all that it admits are judged instead. */
const MAX_LISTED = 8_000

/** Exactly where few chunks are admitted, and else by the index of the set. */
export async function findNearest(context: ReadContext, probe: VectorProbe): Promise<Nearest> {
  const { within = {}, depth } = probe
  const walked = Math.min(MAX_WALKED, Math.max(LEAST_WALKED, depth))
  const set = await requireSetWithCounts(context.db, {
    id: probe.set,
    sources: sourcesShown(context, within.sources),
    walked,
  })
  requireDimensions(set, probe.vector)
  const query: NearestQuery = { context, set, within, depth, vector: toHalfvec(probe.vector) }
  if (set.chunks <= FEW || !set.isIndexed) return judgeAll(query)
  const admitted = narrowsToDocuments(within) ? await chunksWithin(context, within) : set.chunks
  const limit = Math.ceil((Math.max(walked, depth) * set.chunks) / Math.min(admitted, set.chunks))
  if (admitted <= FEW || limit > MAX_LISTED) return judgeAll(query)
  const near = await judgeNear(query, { admitted, limit })
  // Admitted ones may lie far from the question, beyond the listed ones.
  return near.candidates.length < Math.min(depth, near.background.among) ? judgeAll(query) : near
}

interface Scale {
  /** Chunks that the filter admits, at most. */
  readonly admitted: number
  /** Vectors that the index lists. */
  readonly limit: number
}

interface NearestQuery {
  readonly context: ReadContext
  readonly set: CountedSet
  readonly within: DocumentFilter
  readonly depth: number
  readonly vector: Uint8Array
}

async function chunksWithin(context: ReadContext, within: DocumentFilter): Promise<number> {
  const { sql, values } = documentsWithin(context, within)
  const row = await context.db.row<{ chunks: number }>(
    `SELECT coalesce(sum(chunks), 0)::int8 AS chunks FROM documents WHERE ${sql}`,
    values,
  )
  return row?.chunks ?? 0
}

/** SQL of a question. `$1`: the vector; `$2`: sources; `$3`: how many; then values of its own, then those of the filter. */
function partsOf({ context, set, within, vector, depth }: NearestQuery, own: readonly SqlValue[] = []) {
  const values = [vector, set.sources, depth, ...own]
  const filter = narrowsToDocuments(within) ? documentsWithin(context, within, values.length + 1) : undefined
  return {
    table: tableOf(set),
    distance: `v.v OPERATOR(${set.home}.<=>) $1::${set.home}.halfvec`,
    isAdmitted: filter ? `chunks.document IN (SELECT id FROM documents WHERE ${filter.sql})` : 'true',
    isNarrowed: filter !== undefined,
    values: [...values, ...(filter?.values ?? [])],
  }
}

/** Partitions of chunks are chosen by the list: the planner does not conclude it from the other side. */
const OF_VECTOR = 'chunks.source = v.source AND chunks.said = v.said AND chunks.source = ANY($2::int[])'

/** Each row has the background as well, which comes alone where there is no candidate. */
const ANSWER = `SELECT background.*, best.id, best.document, best.score FROM background LEFT JOIN best ON true
  ORDER BY best.score DESC, best.id`

function judgeAll(query: NearestQuery): Promise<Nearest> {
  const { table, distance, isAdmitted, values } = partsOf(query)
  return answerOf(
    query.context.db,
    `WITH judged AS MATERIALIZED (
       SELECT chunks.id, chunks.document, 1 - (${distance}) AS score
       FROM ${table} AS v JOIN chunks ON ${OF_VECTOR}
       WHERE v.source = ANY($2::int[]) AND ${isAdmitted}),
     best AS (SELECT * FROM judged ORDER BY score DESC, id LIMIT $3),
     background AS (SELECT count(*) AS among, avg(score) AS mean, stddev_pop(score) AS deviation FROM judged) ${ANSWER}`,
    values,
  )
}

/**
 * The index answers with the nearest of these sources; as many that a filter of documents leaves enough of them. Hashes of
 * contents are drawn by chance: those below a bound are a sample, of each source in proportion, and the same each time.
 */
async function judgeNear(query: NearestQuery, { admitted, limit }: Scale): Promise<Nearest> {
  const { set } = query
  const share = Math.min(1, SAMPLE / admitted, MAX_SAMPLED / set.chunks)
  const { table, distance, isAdmitted, isNarrowed, values } = partsOf(query, [boundOf(share)])
  const { candidates, background } = await answerOf(
    query.context.db,
    `WITH near AS MATERIALIZED (
       SELECT v.source, v.said, ${distance} AS distance FROM ${table} AS v
       WHERE ${set.isWhole ? 'true' : 'v.source = ANY($2::int[])'} ORDER BY ${distance} LIMIT ${limit}),
     best AS (SELECT chunks.id, chunks.document, 1 - v.distance AS score FROM near AS v JOIN chunks ON ${OF_VECTOR}
       WHERE ${isAdmitted} ORDER BY score DESC, id LIMIT $3),
     judged AS (SELECT 1 - (${distance}) AS score FROM ${table} AS v ${isNarrowed ? `JOIN chunks ON ${OF_VECTOR}` : ''}
       WHERE v.source = ANY($2::int[]) AND v.said < $4::bytea ${isNarrowed ? 'AND chunks.said < $4' : ''} AND ${isAdmitted}),
     background AS (SELECT count(*) AS among, avg(score) AS mean, stddev_pop(score) AS deviation FROM judged) ${ANSWER}`,
    values,
  )
  const among = isNarrowed ? Math.min(admitted, Math.round(background.among / share)) : set.chunks
  return { candidates, background: { ...background, among: Math.max(among, candidates.length) } }
}

/** The hash below which this share of all hashes lies. */
function boundOf(share: number): Uint8Array {
  const bound = Buffer.alloc(17, 0xff)
  if (share < 1) bound.writeUIntBE(Math.floor(share * 2 ** 48), 0, 6)
  return bound
}

interface Row {
  readonly among: number
  readonly mean: number | null
  readonly deviation: number | null
  readonly id: ChunkId | null
  readonly document: DocumentId
  readonly score: number
}

async function answerOf(db: Session, sql: string, values: readonly SqlValue[]): Promise<Nearest> {
  const rows = await db.rows<Row>(sql, values)
  const candidates = rows.flatMap(({ id, document, score }): Candidate[] =>
    id === null ? [] : [{ chunk: id, document, score }],
  )
  const [first] = rows
  const background: Background = { among: first?.among ?? 0, mean: first?.mean ?? 0, deviation: first?.deviation ?? 0 }
  return { candidates, background }
}

/** Bytes of `halfvec` as the server reads them: its dimensions, a number that is 0, and floats of 16 bits. */
export function toHalfvec(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(4 + 2 * vector.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, vector.length)
  const scale = scaleOf(vector)
  for (let at = 0; at < vector.length; at++) view.setUint16(4 + 2 * at, halfOf((vector[at] ?? 0) * scale))
  return bytes
}

/**
 * Cosines do not depend on lengths, and a power of two changes no digit of a float: the largest part comes to lie between
 * 1,024 and 2,048, so that none is too large for 16 bits and hardly one is lost as too small.
 */
function scaleOf(vector: Float32Array): number {
  let largest = 0
  for (const part of vector) largest = Math.max(largest, Math.abs(part))
  return 2 ** (10 - Math.floor(Math.log2(largest)))
}

const bits = new DataView(new ArrayBuffer(4))

/** The nearest float of 16 bits, of two equally near the even one. */
function halfOf(part: number): number {
  bits.setFloat32(0, part)
  const float = bits.getUint32(0)
  const sign = (float >>> 16) & 0x8000
  // Below 2^-14 halves have no leading digit: they are whole numbers of 2^-24.
  if ((float & 0x7fffffff) < 0x38800000) return sign | roundEven(Math.abs(part) * 2 ** 24)
  const rounded = (float & 0x7fffffff) + 0xfff + ((float >>> 13) & 1)
  return sign | ((rounded - 0x38000000) >>> 13)
}

function roundEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
