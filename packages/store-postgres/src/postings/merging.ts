import { randomUUID } from 'node:crypto'
import type { SourceId } from '@wuku/core/core-types'
import { readEverything as read, type Database } from '../database.ts'
import { releaseLease, acquireLease } from '@wuku/store-sql/leases'
import type { Session } from '../connection/session.ts'
import {
  FULL_LEVEL,
  LARGE,
  MAX_GONE_SHARE,
  MAX_OF_LEVEL,
  MIN_GONE,
  planLargeSettling,
  planMerge,
  planSettling,
  planSplitting,
} from './merge-plan.ts'
import { mergeSegments } from './merge-segments.ts'
import {
  createDraft,
  dropLoose,
  MergeAbandoned,
  type MergePlan,
  type Planned,
  readPlanned,
  replaceSegments,
  type Transact,
} from './merge-source.ts'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'

/** Merges small segments in the background, one run at a time. */
export interface Merging {
  /** Something was written: looks whether there is something to merge, soon. */
  wake(): void
  /**
   * Merges what holds removed chunks, and answers when no word of theirs is in any row of a small segment. Large ones follow in
   * the background, at most once an hour for a source.
   */
  mergeRemoved(): Promise<void>
  /** Leaves no segment of several blocks, where a search engine takes the postings. */
  splitLarge(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds: many small writes are looked at together. */
const SOON = 250

/** `merge`: given in tests. */
export function createMerging(database: Database, merge = mergeSegments): Merging {
  const place: MergePlace = { database, merge, owner: randomUUID() }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const state = { isAskedAgain: false, isClosed: false, isTidying: false }
  const run = async (): Promise<void> => {
    do {
      state.isAskedAgain = false
      // Whatever goes wrong, the segments are as they were, and the next write comes here again.
      await mergeAll(place, () => state.isClosed).catch(() => {})
      if (state.isTidying && !state.isClosed) await settleLarge(place).catch(() => {})
      state.isTidying = false
    } while (state.isAskedAgain && !state.isClosed)
    running = undefined
  }
  const start = (): void => {
    timer = undefined
    running ??= run()
  }
  const wake = (): void => {
    if (running) state.isAskedAgain = true
    else if (!state.isClosed) timer ??= setTimeout(start, SOON).unref()
  }
  return {
    wake,
    mergeRemoved: async () => {
      await mergeAllRemoved(place)
      state.isTidying = true
      wake()
    },
    splitLarge: async () => {
      for (const source of await sourcesOf(place, `SELECT DISTINCT source FROM segments WHERE chunks > ${BLOCK_SIZE}`))
        while (await mergeOnce(place, source, planSplitting));
    },
    close: async () => {
      // A process of one write ends before its time comes.
      if (timer) {
        clearTimeout(timer)
        start()
      }
      state.isClosed = true
      await running
    },
  }
}

/** Chunks that left segments; those of the search engine are purged there. */
const GONE = `
  SELECT segments.source, chunks, bit_count(bits) AS gone FROM segments JOIN segment_gone ON segment = id WHERE batch IS NULL
  UNION ALL SELECT segments.source, chunks, sum(bit_count(bits)) FROM segments JOIN block_gone ON segment = id GROUP BY id`

/** Sources with too many segments of a level, or with a segment that many of its chunks left. */
const TO_MERGE = `
  SELECT source FROM segments WHERE batch IS NULL AND level < ${FULL_LEVEL} GROUP BY source, level HAVING count(*) > ${MAX_OF_LEVEL}
  UNION SELECT source FROM (${GONE}) AS left_ones WHERE gone >= greatest(chunks * ${MAX_GONE_SHARE}, ${MIN_GONE}) ORDER BY source`

interface MergePlace {
  readonly database: Database
  readonly merge: typeof mergeSegments
  /** Holder of the leases that this process takes. */
  readonly owner: string
}

async function mergeAll(place: MergePlace, isClosed: () => boolean): Promise<void> {
  for (const source of await sourcesOf(place, TO_MERGE))
    while ((await mergeOnce(place, source, planMerge)) && !isClosed());
}

const removedFrom = (size: string): string =>
  `SELECT DISTINCT source FROM (${GONE}) AS left_ones WHERE chunks ${size} ORDER BY source`

/** Again after every turn: what was in the way of one, or was too much for it, is left to the next. */
async function mergeAllRemoved(place: MergePlace): Promise<void> {
  const left = () => sourcesOf(place, removedFrom(`<= ${LARGE}`))
  for (let sources = await left(), turn = 0; sources.length > 0 && turn < MAX_TURNS; sources = await left(), turn++)
    for (const source of sources) while (await mergeOnce(place, source, planSettling));
}

const MAX_TURNS = 10

/** A segment of a million chunks takes some ten seconds, and files of a folder are removed all day. */
const SETTLE_EVERY = 3_600_000

async function settleLarge(place: MergePlace): Promise<void> {
  for (const source of await sourcesOf(place, removedFrom(`> ${LARGE}`))) {
    const owner = randomUUID()
    const lease = { name: `settle ${source}`, owner, ttl: SETTLE_EVERY, now: undefined }
    if ((await place.database.write([], (db) => acquireLease(db, lease))) === owner)
      while (await mergeOnce(place, source, planLargeSettling));
  }
}

const sourcesOf = ({ database }: MergePlace, sql: string): Promise<SourceId[]> =>
  read(database, async (db) => (await db.rows<{ source: SourceId }>(sql)).map(({ source }) => source))

/**
 * True if something was merged: then there may be more. Segments never change, so they are read and merged outside of the
 * transaction that replaces them: where processors are taken it lasts for minutes, and the server ends transactions that idle.
 */
async function mergeOnce(place: MergePlace, source: SourceId, plan: MergePlan): Promise<boolean> {
  const { database, owner } = place
  const lease = { name: `merge ${source}`, owner, ttl: LEASE, now: undefined }
  const renew = async (db: Session): Promise<void> => {
    if ((await acquireLease(db, lease)) !== owner) throw new MergeAbandoned()
  }
  try {
    const planned = await readPlanned((work) => read(database, work), source, plan)
    if (planned.segments.length === 0) return false
    // A caller that waits for removed words to go does not leave it to another instance that is about to merge the same.
    if (plan === planSettling || chunksOf(planned) < MANY_CHUNKS) await replace(place, planned)
    else
      try {
        await database.write([], renew)
        await database.write([], (db) => dropLoose(db, source, null))
        await replace(place, planned, renew)
      } finally {
        await database.write([], (db) => releaseLease(db, lease.name, owner))
      }
    return true
  } catch (thrown) {
    if (thrown instanceof MergeAbandoned) return false
    throw thrown
  }
}

/** Another instance would do the same work for nothing: only one of both replaces the segments. */
const MANY_CHUNKS = 4_096
/** Milliseconds. The lease is renewed with every few pages that are written. */
const LEASE = 30_000
/** Bytes of pages that are kept until the new segments are shown; more are written before. */
const MAX_BYTES = 4_000_000

const chunksOf = ({ segments }: Planned): number => segments.reduce((sum, { chunks }) => sum + chunks, 0)

/** `renew`: with every transaction. */
async function replace(
  { database, merge }: MergePlace,
  planned: Planned,
  renew: (db: Session) => Promise<void> = async () => {},
): Promise<void> {
  const { source, segments, blocks } = planned
  const write: Transact = (work) => database.write([], (db) => renew(db).then(() => work(db)))
  const count = Math.ceil(chunksOf(planned) / (blocks * BLOCK_SIZE))
  const drafts = Array.from({ length: count }, () => createDraft(source, MAX_BYTES / count, write))
  const isAhead = (): boolean => drafts.some(({ written }) => written > 0)
  const drop = (ids: readonly number[]) => (db: Session) => dropLoose(db, source, ids)
  const dropReplaced = drop(segments.map(({ id }) => id))
  try {
    const merged = await merge(segments, { blocks, write: async (nth, pages) => drafts[nth]?.add(pages) })
    await write(async (db) => {
      await replaceSegments(db, planned, { merged, drafts })
      if (!isAhead()) await dropReplaced(db)
    })
  } catch (thrown) {
    if (isAhead()) await database.write([], drop(drafts.map(({ segment }) => segment))).catch(() => {})
    throw thrown
  }
  if (isAhead()) await database.write([], dropReplaced)
}
