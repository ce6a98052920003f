import type { ChunkId, SourceId } from '@wuku/core/core-types'
import { mergeRanges, type Range } from '@wuku/core/ranges'
import type { Session } from '../connection/session.ts'
import { newStateName } from '../connection/postgres-dialect.ts'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { blocksOfBits, decodeRuns, type NumberRuns, emptyBits, setBit, type GoneBits } from '../segment/chunk-lists.ts'
import { countWhile } from '@wuku/core/binary-search'

/** Large segments have columns of their own (`largeSegments`). */
export const CHUNK_IDS = 'coalesce(chunk_ids, ids)'

/** Chunks that left segments of one block, and the blocks of large ones; `$1`: the segments. */
export const GONE = `(
  SELECT segment, 0 AS block, version, bits FROM segment_gone WHERE segment = ANY($1::int8[])
  UNION ALL SELECT segment, block, version, bits FROM block_gone WHERE segment = ANY($1::int8[]))`

/** Chunks of a source that no search is to find any more, for `markGone`. */
export async function placesInSegments(db: Session, source: SourceId, chunks: readonly ChunkId[]) {
  if (chunks.length === 0) return []
  const goneRanges = mergeRanges(chunks.map((chunk) => ({ first: chunk, last: chunk })))
  // The rows are those after the lock: statements of a connection take their turns.
  const [, rows] = await Promise.all([
    holdSegments(db, [source]),
    db.rows<{ readonly id: number; readonly chunks: number; readonly ids: Uint8Array }>(
      `SELECT id, chunks, ${CHUNK_IDS} AS ids FROM segments
       WHERE source = $1 AND EXISTS (
         SELECT FROM unnest($2::int8[], $3::int8[]) AS going (first, last) WHERE last >= first_chunk AND first <= last_chunk)
       ORDER BY id`,
      [source, goneRanges.map(({ first }) => first), goneRanges.map(({ last }) => last)],
    ),
  ])
  return rows.flatMap(({ id, chunks: count, ids }) => {
    const bits = bitsOf(decodeRuns(ids, 1), count, goneRanges)
    return bits ? [{ segment: id, chunks: count, bits }] : []
  })
}

/** `undefined`: none of its chunks is among them. */
function bitsOf(ids: NumberRuns, count: number, goneRanges: readonly Range[]): GoneBits | undefined {
  let bits: GoneBits | undefined
  for (const [run, first] of ids.firsts.entries()) {
    const start = ids.starts[run] ?? 0
    const last = first + (ids.starts[run + 1] ?? count) - start - 1
    for (let at = firstFrom(goneRanges, first); (goneRanges[at]?.first ?? Infinity) <= last; at++) {
      const { first: from, last: to } = goneRanges[at] ?? { first, last }
      bits ??= emptyBits(count)
      for (let id = Math.max(from, first); id <= Math.min(to, last); id++) setBit(bits, start + id - first)
    }
  }
  return bits
}

/** The first of sorted ranges that does not end before a number. */
const firstFrom = (ranges: readonly Range[], number: number): number =>
  countWhile(ranges.length, (at) => (ranges[at]?.last ?? 0) < number)

export interface MarkedSegment {
  readonly segment: number
  readonly chunks: number
  readonly bits: GoneBits
}

/** Beside those that are marked already, at the end of a transaction. Writers come to the rows in one order, so that none waits for another in a ring. */
export function markGone(db: Session, source: SourceId, marked: readonly MarkedSegment[]): void {
  const rows = marked.flatMap(({ segment, chunks, bits }) =>
    blocksOfBits(bits).map((each) => ({ ...each, segment, isLarge: chunks > BLOCK_SIZE })),
  )
  for (const isLarge of [false, true]) {
    const own = rows.filter((row) => row.isLarge === isLarge)
    if (own.length === 0) continue
    const [table, key] = isLarge ? ['block_gone', 'segment, block'] : ['segment_gone', 'segment']
    const values = own.map((_, nth) => MARKED.map((type, column) => `$${4 * nth + column + 2}::${type}`).join())
    db.leave(
      `INSERT INTO ${table} (${key}, source, version, bits)
       SELECT ${key}, $1, version, ('x' || encode(bits, 'hex'))::varbit
       FROM (VALUES (${values.join('), (')})) AS marked (segment, block, version, bits) ORDER BY segment, block
       ON CONFLICT (${key}) DO UPDATE SET version = excluded.version, bits = ${table}.bits | excluded.bits`,
      [source, ...own.flatMap(({ segment, block, bits }) => [segment, block, newStateName(), bits])],
    )
  }
}

/** Types of a segment, a block, a version and bits. */
const MARKED = ['int8', 'int4', 'int8', 'bytea']

export async function moveSegments(db: Session, from: SourceId, to: SourceId): Promise<void> {
  await holdSegments(db, [from, to])
  for (const table of TABLES) await db.run(`UPDATE ${table} SET source = $2 WHERE source = $1`, [from, to])
}

export async function removeSegmentsOf(db: Session, source: SourceId): Promise<void> {
  await holdSegments(db, [source])
  for (const table of TABLES) await db.run(`DELETE FROM ${table} WHERE source = $1`, [source])
}

/** `block_gone` follows its segments. A merge that writes pages ahead holds its row of `loose_pages`. */
const TABLES = ['loose_pages', 'posting_pages', 'segment_gone', 'segments'] as const

/** A lock on the segments of a source, until the end of the transaction. Statements after it see what was merged before. */
const lockOf = (source: string): string => `hashtextextended(current_schema()::text || ' segments ' || ${source}, 0)`

/** For writers, side by side: no merge replaces the segments meanwhile. */
export async function holdSegments(db: Session, sources: readonly SourceId[]): Promise<void> {
  await db.run(`SELECT pg_advisory_xact_lock_shared(${lockOf('source')}) FROM unnest($1::int4[]) AS held (source)`, [
    sources.toSorted((a, b) => a - b),
  ])
}

/** For the end of a merge. It does not wait, or later writers would wait behind it for those before. */
export async function tryToReplaceSegments(db: Session, source: SourceId): Promise<boolean> {
  const row = await db.row<{ held: boolean }>(`SELECT pg_try_advisory_xact_lock(${lockOf('$1::int4')}) AS held`, [
    source,
  ])
  return row?.held === true
}
