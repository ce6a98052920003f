import { setTimeout as sleep } from 'node:timers/promises'
import type { SourceId } from '@wuku/core/core-types'
import { numbersIn, readNumber } from '../connection/copied-rows.ts'
import { newStateName } from '../connection/postgres-dialect.ts'
import type { Session } from '../connection/session.ts'
import { decodeRuns, joinBits, readBits, type GoneBits } from '../segment/chunk-lists.ts'
import type { TermPage } from '@wuku/index-core/postings/term-pages'
import { MAX_BLOCKS, MAY_BE_LARGE, type PlannedSegment } from './merge-plan.ts'
import { carryOver, type Merged, type FullSegment } from './merge-segments.ts'
import { CHUNK_IDS, GONE, tryToReplaceSegments, markGone } from './segments.ts'
import { writePages, writeRow } from './segment-writer.ts'

/** `mayBeLarge`: the new segment may have several blocks. */
export type MergePlan = (segments: readonly PlannedSegment[], mayBeLarge: boolean) => readonly PlannedSegment[]

/** Ends a merge that came to nothing: what it read is no longer there, or is held for too long. */
export class MergeAbandoned extends Error {}

/** Runs work in a transaction of its own, or in one that is open. */
export type Transact = <T>(work: (db: Session) => Promise<T>) => Promise<T>

/** Segments that a plan makes one, or as few as hold their chunks; none where nothing is to do. */
export const readPlanned = (read: Transact, source: SourceId, plan: MergePlan) =>
  read(async (db) => {
    const row = await db.row<{ may: boolean }>(`SELECT ${MAY_BE_LARGE} AS may`)
    const mayBeLarge = row?.may === true
    const planned = plan(await listSegments(db, source), mayBeLarge)
    const segments = planned.length === 0 ? [] : await readSegments(db, { source, planned, read })
    return { source, segments, blocks: mayBeLarge ? MAX_BLOCKS : 1 }
  })

/** `blocks`: how many the new ones may have. */
export type Planned = Awaited<ReturnType<typeof readPlanned>>

const listSegments = (db: Session, source: SourceId): Promise<PlannedSegment[]> =>
  db.rows<PlannedSegment>(
    `SELECT id, level, chunks, first_chunk AS "firstChunk", coalesce(bit_count(segment_gone.bits),
       (SELECT sum(bit_count(bits))::int8 FROM block_gone WHERE segment = id), 0)::int8 AS gone
     FROM segments LEFT JOIN segment_gone ON segment = id WHERE segments.source = $1 AND batch IS NULL ORDER BY id`,
    [source],
  )

type SegmentRow = Pick<FullSegment, 'id' | 'chunks'> & Record<'ids' | 'documents', Uint8Array> & { pages: number }

export interface SegmentsToRead {
  readonly source: SourceId
  readonly planned: readonly Pick<PlannedSegment, 'id'>[]
  /** For the pages that are read later. */
  readonly read: Transact
}

/** Pages of a segment that are read at once: some hundred kilobytes. */
const PAGES_AT_ONCE = 32
/** The first ones of all come with the segments, so that small ones take no transactions of their own. */
const FIRST_PAGES = 8

export async function readSegments(db: Session, { source, planned, read }: SegmentsToRead) {
  const segmentIds = planned.map(({ id }) => id)
  const rows = await db.rows<SegmentRow>(
    `SELECT id, chunks, ${CHUNK_IDS} AS ids, documents, pages FROM segments WHERE source = $1 AND id = ANY($2::int8[])`,
    [source, segmentIds],
  )
  const gone = await bitsNow(db, source, segmentIds)
  const first = `segment = ANY(${numbersIn(segmentIds)}::int8[]) AND page < ${FIRST_PAGES}`
  const pages = await pagesWhere(db, source, first)
  const pagesOf = Map.groupBy(pages, ({ segment }) => segment)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return segmentIds.map((id, nth): FullSegment => {
    const row = rowOf.get(id)
    const own = pagesOf.get(id) ?? []
    if (!row || own.length !== Math.min(row.pages, FIRST_PAGES)) throw new MergeAbandoned()
    return {
      id,
      chunks: row.chunks,
      ids: decodeRuns(row.ids, 1),
      documents: decodeRuns(row.documents, 0),
      pages: async (from) => {
        const end = Math.min(row.pages, from + PAGES_AT_ONCE)
        if (from === 0 || from >= end) return from === 0 ? own : []
        const which = `segment = ${id} AND page >= ${from} AND page < ${end}`
        const next = await read((later) => pagesWhere(later, source, which))
        if (next.length < end - from) throw new MergeAbandoned()
        return next
      },
      gone: gone[nth],
    }
  })
}

async function pagesWhere(db: Session, source: SourceId, which: string) {
  const rows = await db.bytes<[id: Uint8Array, directory: Uint8Array, data: Uint8Array]>(
    `SELECT int8send(segment), directory, data FROM posting_pages WHERE source = ${source} AND ${which} ORDER BY segment, page`,
  )
  return rows.map(([id, directory, data]) => ({ segment: readNumber(id), directory, data }))
}

export type Draft = ReturnType<typeof createDraft>

/**
 * A new segment. Pages beyond `maxBytes` are written ahead, and stand in `loose_pages` until it is shown. `written`: their
 * number; `pages`: those in memory.
 */
export function createDraft(source: SourceId, maxBytes: number, write: Transact) {
  let bytes = 0
  const draft = {
    segment: newStateName(),
    source,
    written: 0,
    pages: [] as TermPage[],
    add: async (pages: readonly TermPage[]): Promise<void> => {
      draft.pages.push(...pages)
      for (const { directory, data } of pages) bytes += directory.length + data.length
      if (bytes < maxBytes) return
      await write(async (db) => {
        if (draft.written === 0) await loosen(db, source, [draft.segment])
        else await requireLoose(db, draft)
        await writePages(db, { ...draft, from: draft.written }, draft.pages)
      })
      draft.written += draft.pages.length
      draft.pages = []
      bytes = 0
    },
  }
  return draft
}

/** Notes that pages are there of no segment, so that the next merger finds them if this one dies. */
const loosen = (db: Session, source: SourceId, segments: readonly number[]): Promise<unknown> =>
  db.run('INSERT INTO loose_pages (segment, source) SELECT unnest($2::int8[]), $1', [source, segments])

/** They went with their source, moved to another one, or were taken for those of a merger that died. */
async function requireLoose(db: Session, { segment, source, written }: Draft): Promise<void> {
  const sql = 'SELECT 1 FROM loose_pages WHERE segment = $1 AND source = $2 FOR UPDATE'
  if (written > 0 && !(await db.row(sql, [segment, source]))) throw new MergeAbandoned()
}

/**
 * Puts what was merged in the place of the segments that it was made of, in the transaction of `db`. New ones are written while
 * others write too. Only at the end writers are kept out, for as long as it takes to drop what was replaced; its pages stay
 * for `dropLoose`.
 */
export async function replaceSegments(
  db: Session,
  { source, segments }: Planned,
  { merged, drafts }: { readonly merged: Merged; readonly drafts: readonly Draft[] },
): Promise<void> {
  const ids = segments.map(({ id }) => id)
  await bitsNow(db, source, ids, UNFED)
  for (const [nth, draft] of drafts.entries()) {
    await requireLoose(db, draft)
    const columns = merged.drafts[nth]
    if (!columns) continue
    await writePages(db, { ...draft, from: draft.written }, draft.pages)
    await writeRow(db, { ...columns, segment: draft.segment, source })
  }
  await keepWritersOut(db, source)
  const carried = carryOver(merged, await bitsNow(db, source, ids, UNFED))
  const marked = drafts.flatMap(({ segment }, nth) => {
    const [bits, chunks] = [carried[nth], merged.drafts[nth]?.chunks.length ?? 0]
    return bits ? [{ segment, chunks, bits }] : []
  })
  markGone(db, source, marked)
  await db.run('DELETE FROM segment_gone WHERE segment = ANY($1::int8[])', [ids])
  await db.run('DELETE FROM segments WHERE id = ANY($1::int8[])', [ids])
  await db.run('DELETE FROM loose_pages WHERE segment = ANY($1::int8[])', [drafts.map(({ segment }) => segment)])
  await loosen(db, source, ids)
}

/**
 * Drops pages of segments that were replaced, or those of mergers that died too (`segments`: `null`). Views of an earlier
 * moment still read them.
 */
export async function dropLoose(db: Session, source: SourceId, segments: readonly number[] | null): Promise<void> {
  const rows = await db.rows<{ segment: number }>(
    'DELETE FROM loose_pages WHERE source = $1 AND ($2::int8[] IS NULL OR segment = ANY($2)) RETURNING segment',
    [source, segments],
  )
  if (rows.length === 0) return
  await db.run('DELETE FROM posting_pages WHERE source = $1 AND segment = ANY($2::int8[])', [
    source,
    rows.map(({ segment }) => segment),
  ])
}

const TURNS = 200
const TURN = 25

/** Looks again and again for a moment at which nobody writes: a lock that is waited for would stop all later writers. */
export async function keepWritersOut(db: Session, source: SourceId): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    if (await tryToReplaceSegments(db, source)) return
    await sleep(TURN)
  }
  throw new MergeAbandoned()
}

const UNFED = 'AND batch IS NULL'

/** Chunks that have left each of the segments by now; another process may have merged them meanwhile. */
async function bitsNow(db: Session, source: SourceId, segments: readonly number[], which = '') {
  const rows = await db.rows<{ segment: number; block: number | null; digits: string | null }>(
    `SELECT id AS segment, block, bits::text AS digits FROM segments LEFT JOIN ${GONE} AS gone ON segment = id
     WHERE source = $2 AND id = ANY($1::int8[]) ${which} ORDER BY block`,
    [segments, source],
  )
  const rowsOf = Map.groupBy(rows, ({ segment }) => segment)
  if (rowsOf.size < segments.length) throw new MergeAbandoned()
  return segments.map((id): GoneBits | undefined =>
    joinBits(
      (rowsOf.get(id) ?? []).flatMap(({ block, digits }) =>
        block === null || digits === null ? [] : [{ block, bits: readBits(digits) }],
      ),
    ),
  )
}
