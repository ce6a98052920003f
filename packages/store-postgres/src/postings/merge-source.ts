import { setTimeout as sleep } from 'node:timers/promises'
import type { SourceId } from '@wuku/core/core-types'
import type { Session } from '../connection/session.ts'
import { decodeRuns } from '../segment/chunk-lists.ts'
import { readBits, type GoneBits } from '../segment/gone.ts'
import type { PlannedSegment } from './merge-plan.ts'
import { carryOver, type Merged, type FullSegment } from './merge-segments.ts'
import { tryToReplaceSegments, markGone } from './segments.ts'
import { writeSegment } from './segment-writer.ts'

export type MergePlan = (segments: readonly PlannedSegment[]) => readonly PlannedSegment[]

/** Ends the transaction of a merge that came to nothing: what it read is no longer there, or is held for too long. */
export class MergeAbandoned extends Error {}

/** Segments that a plan makes one, with all that stands in them; none where nothing is to do. */
export async function readPlanned(db: Session, source: SourceId, plan: MergePlan): Promise<readonly FullSegment[]> {
  const planned = plan(await listSegments(db, source))
  return planned.length === 0 ? [] : readSegments(db, source, planned)
}

/**
 * Puts what was merged in the place of the segments that it was made of, in the transaction of `db`. New segments are written
 * while others write too. Only at the end writers are kept out, for as long as it takes to drop what was replaced.
 */
export async function replaceSegments(
  db: Session,
  source: SourceId,
  { segments, merged }: Omit<Replacement, 'written'>,
): Promise<void> {
  await bitsNow(db, source, segments)
  const written: number[] = []
  for (const draft of merged.drafts) written.push(await writeSegment(db, source, draft))
  await keepWritersOut(db, source)
  await carryGone(db, source, { segments, merged, written })
  await dropSegments(
    db,
    source,
    segments.map(({ id }) => id),
  )
}

const listSegments = (db: Session, source: SourceId): Promise<PlannedSegment[]> =>
  db.rows<PlannedSegment>(
    `SELECT id, level, chunks, first_chunk AS "firstChunk", coalesce(bit_count(bits), 0) AS gone
     FROM segments LEFT JOIN segment_gone ON segment = id WHERE segments.source = $1 ORDER BY id`,
    [source],
  )

interface SegmentRow {
  readonly id: number
  readonly chunks: number
  readonly ids: Uint8Array
  readonly documents: Uint8Array
  readonly pages: number
  readonly bits: string | null
}

/** With all their pages. */
export async function readSegments(
  db: Session,
  source: SourceId,
  planned: readonly Pick<PlannedSegment, 'id'>[],
): Promise<readonly FullSegment[]> {
  const segmentIds = planned.map(({ id }) => id)
  const rows = await db.rows<SegmentRow>(
    `SELECT id, chunks, ids, documents, pages, bits::text AS bits
     FROM segments LEFT JOIN segment_gone ON segment = id WHERE segments.source = $1 AND id = ANY($2::int8[])`,
    [source, segmentIds],
  )
  const pages = await db.rows<{ segment: number; directory: Uint8Array; data: Uint8Array }>(
    `SELECT segment, directory, data FROM posting_pages
     WHERE source = $1 AND segment = ANY($2::int8[]) ORDER BY segment, page`,
    [source, segmentIds],
  )
  const pagesOf = Map.groupBy(pages, ({ segment }) => segment)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return segmentIds.map((id) => {
    const row = rowOf.get(id)
    const own = pagesOf.get(id) ?? []
    if (!row || own.length !== row.pages) throw new MergeAbandoned()
    return {
      id,
      chunks: row.chunks,
      ids: decodeRuns(row.ids, 1),
      documents: decodeRuns(row.documents, 0),
      pages: own,
      gone: row.bits === null ? undefined : readBits(row.bits),
    }
  })
}

const TURNS = 200
const TURN = 25

/** Looks again and again for a moment at which nobody writes: a lock that is waited for would stop all later writers. */
async function keepWritersOut(db: Session, source: SourceId): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    if (await tryToReplaceSegments(db, source)) return
    await sleep(TURN)
  }
  throw new MergeAbandoned()
}

interface Replacement {
  readonly segments: readonly FullSegment[]
  readonly merged: Merged
  /** Ids of the new segments. */
  readonly written: readonly number[]
}

/** Chunks that have left each of the segments by now; another process may have merged them meanwhile. */
async function bitsNow(
  db: Session,
  source: SourceId,
  segments: readonly FullSegment[],
): Promise<readonly (GoneBits | undefined)[]> {
  const rows = await db.rows<{ id: number; bits: string | null }>(
    `SELECT id, bits::text AS bits FROM segments LEFT JOIN segment_gone ON segment = id
     WHERE segments.source = $1 AND id = ANY($2::int8[])`,
    [source, segments.map(({ id }) => id)],
  )
  if (rows.length < segments.length) throw new MergeAbandoned()
  const bitsOf = new Map(rows.map(({ id, bits }) => [id, bits === null ? undefined : readBits(bits)]))
  return segments.map(({ id }) => bitsOf.get(id))
}

/** Chunks that left since the segments were read. */
async function carryGone(db: Session, source: SourceId, { segments, merged, written }: Replacement): Promise<void> {
  const carried = carryOver(merged, await bitsNow(db, source, segments))
  markGone(
    db,
    source,
    written.flatMap((segment, nth) => {
      const bits = carried[nth]
      return bits ? [{ segment, bits }] : []
    }),
  )
}

async function dropSegments(db: Session, source: SourceId, segments: readonly number[]): Promise<void> {
  await db.run('DELETE FROM posting_pages WHERE source = $1 AND segment = ANY($2::int8[])', [source, segments])
  await db.run('DELETE FROM segment_gone WHERE segment = ANY($1::int8[])', [segments])
  await db.run('DELETE FROM segments WHERE id = ANY($1::int8[])', [segments])
}
