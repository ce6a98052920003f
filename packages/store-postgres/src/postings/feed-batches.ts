import type { SourceId } from '@wuku/core/core-types'
import type { EnginePosting } from '@wuku/core/search-engine'
import { BLOCK_SIZE, decodePostings, emptyPostings } from '@wuku/index-core/postings/posting-codec'
import type { Session } from '../connection/session.ts'
import { numbersOf } from '../segment/chunk-lists.ts'
import { termsIn, type TermPage } from '@wuku/index-core/postings/term-pages'
import { readSegments } from './merge-source.ts'
import type { FullSegment } from './merge-segments.ts'
import { holdSegments } from './segments.ts'

/** Chunks that go to the engine at once: a write costs it as much for one as for many. */
const MAX_CHUNKS = 10_000
const MAX_SEGMENTS = 2_000

/**
 * Numbers of batches grow with the clock of the server, four seconds each: one that loses its last writes as it is taken over by
 * another gives none out a second time.
 */
const NUMBER_OF_NOW = 'floor((extract(epoch FROM clock_timestamp()) - 1700000000) / 4)::int8'

export interface Batch {
  readonly batch: number
  readonly shard: number
  readonly tries: number
}

/** Nothing is left to give to the engine. */
export class NothingToFeed extends Error {}

/** The next segments become a batch of the shard. From now on no merge touches them, so each try sends the same. */
export async function planBatch(db: Session, shard: number): Promise<Batch> {
  const segments = await db.rows<{ id: number; source: SourceId; chunks: number }>(
    `SELECT id, source, chunks FROM segments WHERE batch IS NULL AND pages > 0 AND chunks <= ${BLOCK_SIZE} ORDER BY first_chunk, id LIMIT ${MAX_SEGMENTS}`,
  )
  let chunks = 0
  const taken = segments.filter((segment, nth) => {
    chunks += segment.chunks
    return nth === 0 || chunks <= MAX_CHUNKS
  })
  if (taken.length === 0) throw new NothingToFeed()
  await holdSegments(db, [...new Set(taken.map(({ source }) => source))])
  const state = await db.row<{ batch: number }>(
    `UPDATE engine_state SET last_batch = greatest(last_batch + 1, ${NUMBER_OF_NOW}) RETURNING last_batch AS batch`,
  )
  const batch = state?.batch ?? 0
  const planned = await db.rows<{ chunks: number }>(
    'UPDATE segments SET batch = $2, fed_source = source WHERE id = ANY ($1::int8[]) AND batch IS NULL RETURNING chunks',
    [taken.map(({ id }) => id), batch],
  )
  if (planned.length === 0) throw new NothingToFeed()
  await db.run('UPDATE engine_state SET sending = sending || $1::int8', [batch])
  await db.run('INSERT INTO engine_batches (batch, shard, chunks) VALUES ($1, $2, $3)', [
    batch,
    shard,
    planned.reduce((sum, each) => sum + each.chunks, 0),
  ])
  return { batch, shard, tries: 0 }
}

export const batchesOnTheWay = (db: Session): Promise<Batch[]> =>
  db.rows<Batch>('SELECT batch, shard, tries FROM engine_batches WHERE fed_at IS NULL ORDER BY batch')

export interface FedSegment {
  readonly source: number
  readonly segment: FullSegment
  readonly pages: readonly TermPage[]
}

export async function readBatch(db: Session, { batch }: Batch): Promise<readonly FedSegment[]> {
  const rows = await db.rows<{ id: number; source: SourceId; fed: number }>(
    'SELECT id, source, fed_source AS fed FROM segments WHERE batch = $1 ORDER BY id',
    [batch],
  )
  const bySource = Map.groupBy(rows, ({ source }) => source)
  const segments: FedSegment[] = []
  for (const [source, own] of bySource)
    for (const [at, segment] of (await readSegments(db, { source, planned: own, read: (work) => work(db) })).entries())
      segments.push({ source: own[at]?.fed ?? source, segment, pages: await allPages(segment) })
  return segments.toSorted((a, b) => a.segment.id - b.segment.id)
}

async function allPages(segment: FullSegment): Promise<readonly TermPage[]> {
  const pages: TermPage[] = []
  for (let next = await segment.pages(0); next.length > 0; next = await segment.pages(pages.length)) pages.push(...next)
  return pages
}

/** Chunks that left are among them: they may be others with the next try, and are reported afterwards. */
export function eachPosting(segments: readonly FedSegment[], add: (posting: EnginePosting) => void): void {
  const postings = emptyPostings()
  for (const { source, segment, pages } of segments) {
    const chunks = numbersOf(segment.ids, segment.chunks)
    const documents = numbersOf(segment.documents, segment.chunks)
    for (const { directory, data } of pages)
      for (const { term, at, length } of termsIn(directory)) {
        decodePostings(data.subarray(at, at + length), postings)
        for (let nth = 0; nth < postings.count; nth++) {
          const ordinal = postings.chunks[nth] ?? 0
          const strength = postings.strengths[nth] ?? 0
          add({ term, source, chunk: chunks[ordinal] ?? 0, document: documents[ordinal] ?? 0, strength })
        }
      }
  }
}

/** The engine has it: from the end of the transaction on, it is asked. */
export async function acknowledge(db: Session, { batch }: Batch): Promise<void> {
  const sql = 'UPDATE engine_batches SET fed_at = clock_timestamp() WHERE batch = $1 AND fed_at IS NULL'
  if ((await db.run(sql, [batch])) === 0) return
  await db.run('UPDATE engine_state SET sending = array_remove(sending, $1::int8)', [batch])
  await db.run(
    `INSERT INTO engine_totals (fed_source, chunks)
     SELECT fed_source, sum(chunks) FROM (
       SELECT fed_source, chunks FROM segments WHERE batch = $1
       UNION ALL SELECT fed_source, chunks FROM engine_gone WHERE batch = $1) AS fed GROUP BY fed_source
     ON CONFLICT (fed_source) DO UPDATE SET chunks = engine_totals.chunks + excluded.chunks`,
    [batch],
  )
}

const RETENTION_HOURS = 24

/** Postings that the engine has had for a day, of some batches; answers how many. */
export async function dropOldPostings(db: Session): Promise<number> {
  const old = await db.rows<{ batch: number }>(
    `SELECT batch FROM engine_batches, engine_state WHERE drops_postings AND NOT is_dropped
       AND fed_at < now() - interval '${RETENTION_HOURS} hours' ORDER BY fed_at LIMIT 50`,
  )
  const batches = old.map(({ batch }) => batch)
  if (batches.length > 0) await dropPostingsOf(db, batches)
  return batches.length
}

async function dropPostingsOf(db: Session, batches: readonly number[]): Promise<void> {
  await db.run(
    `DELETE FROM posting_pages USING segments
     WHERE posting_pages.segment = segments.id AND posting_pages.source = segments.source AND batch = ANY ($1::int8[])`,
    [batches],
  )
  await db.run(`UPDATE segments SET pages = 0, firsts = '' WHERE batch = ANY ($1::int8[])`, [batches])
  await db.run('UPDATE engine_batches SET is_dropped = true WHERE batch = ANY ($1::int8[])', [batches])
}
