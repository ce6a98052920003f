import { randomUUID } from 'node:crypto'
import type { SourceId } from '@wuku/core/core-types'
import type { Database } from '../database.ts'
import { releaseLease, acquireLease } from '@wuku/store-sql/leases'
import type { Session } from '../connection/session.ts'
import { FULL_LEVEL, MAX_GONE_SHARE, MAX_OF_LEVEL, planMerge, planSettling } from './merge-plan.ts'
import { mergeSegments } from './merge-segments.ts'
import { MergeAbandoned, type MergePlan, readPlanned, replaceSegments } from './merge-source.ts'

/** Merges small segments in the background, one run at a time. */
export interface Merging {
  /** Something was written: looks whether there is something to merge, soon. */
  wake(): void
  /** Merges what holds removed chunks, and answers when no text of theirs is in any row. */
  mergeRemoved(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds: many small writes are looked at together. */
const SOON = 250

/** `merge`: given in tests. */
export function createMerging(database: Database, merge = mergeSegments): Merging {
  const place: MergePlace = { database, merge, owner: randomUUID() }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const state = { isAskedAgain: false, isClosed: false }
  const run = async (): Promise<void> => {
    do {
      state.isAskedAgain = false
      // Whatever goes wrong, the segments are as they were, and the next write comes here again.
      await mergeAll(place, () => state.isClosed).catch(() => {})
    } while (state.isAskedAgain && !state.isClosed)
    running = undefined
  }
  const start = (): void => {
    timer = undefined
    running ??= run()
  }
  return {
    wake: () => {
      if (running) state.isAskedAgain = true
      else if (!state.isClosed) timer ??= setTimeout(start, SOON).unref()
    },
    mergeRemoved: () => mergeAllRemoved(place),
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

/** Sources with too many segments of a level, or with a segment that many of its chunks left. */
const TO_MERGE = `
  SELECT source FROM segments WHERE level < ${FULL_LEVEL} GROUP BY source, level HAVING count(*) > ${MAX_OF_LEVEL}
  UNION
  SELECT segments.source FROM segments JOIN segment_gone ON segment = id
  WHERE bit_count(bits) >= greatest(chunks * ${MAX_GONE_SHARE}, ${MAX_OF_LEVEL}) ORDER BY source`

interface MergePlace {
  readonly database: Database
  readonly merge: typeof mergeSegments
  /** Holder of the leases that this process takes. */
  readonly owner: string
}

async function mergeAll(place: MergePlace, isClosed: () => boolean): Promise<void> {
  for (const source of await sourcesOf(place, TO_MERGE))
    while ((await mergeOnce(place, source, { plan: planMerge, isUrgent: false })) && !isClosed());
}

/** Again after every turn: what was in the way of one, or was too much for it, is left to the next. */
async function mergeAllRemoved(place: MergePlace): Promise<void> {
  const left = () => sourcesOf(place, 'SELECT DISTINCT source FROM segment_gone ORDER BY source')
  for (let sources = await left(), turn = 0; sources.length > 0 && turn < MAX_TURNS; sources = await left(), turn++)
    for (const source of sources) while (await mergeOnce(place, source, { plan: planSettling, isUrgent: true }));
}

const MAX_TURNS = 10

const sourcesOf = (place: MergePlace, sql: string): Promise<SourceId[]> =>
  read(place, async (db) => (await db.rows<{ source: SourceId }>(sql)).map(({ source }) => source))

const read = <T>({ database }: MergePlace, work: (db: Session) => Promise<T>): Promise<T> =>
  database.read({ at: 'primary', rows: 'every' }, work)

interface Turn {
  readonly plan: MergePlan
  /** Does not leave it to another instance that is about to merge the same. */
  readonly isUrgent: boolean
}

/**
 * True if something was merged: then there may be more. Segments never change, so they are read and merged outside of the
 * transaction that replaces them: where processors are taken it lasts for minutes, and the server ends transactions that idle.
 */
async function mergeOnce(place: MergePlace, source: SourceId, { plan, isUrgent }: Turn): Promise<boolean> {
  try {
    const segments = await read(place, (db) => readPlanned(db, source, plan))
    if (segments.length === 0) return false
    const chunks = segments.reduce((sum, segment) => sum + segment.chunks, 0)
    const work = async (): Promise<void> => {
      const merged = await place.merge(segments)
      await place.database.write([], (db) => replaceSegments(db, source, { segments, merged }))
    }
    if (isUrgent || chunks < MANY_CHUNKS) await work()
    else return await withLease(place, `merge ${source}`, work)
    return true
  } catch (thrown) {
    if (thrown instanceof MergeAbandoned) return false
    throw thrown
  }
}

/** Another instance would do the same work for nothing: only one of both replaces the segments. */
const MANY_CHUNKS = 4_096
/** Milliseconds. A merge that takes longer is begun by another as well, which does no harm. */
const LEASE = 30_000

async function withLease({ database, owner }: MergePlace, name: string, work: () => Promise<void>): Promise<boolean> {
  if ((await database.write([], (db) => acquireLease(db, { name, owner, ttl: LEASE, now: undefined }))) !== owner)
    return false
  try {
    await work()
    return true
  } finally {
    await database.write([], (db) => releaseLease(db, name, owner))
  }
}
