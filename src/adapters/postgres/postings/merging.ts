import type { SourceId } from '../../../core/words.ts'
import type { Database } from '../database.ts'
import { FULL_LEVEL, MOST_GONE, MOST_OF_LEVEL, planMerge, planSettling } from './merge-plan.ts'
import { MergeAbandoned, mergeSource, type MergePlan } from './merge-source.ts'
import { tryToMerge, waitToMerge } from './segment-locks.ts'

/** Merges small segments in the background, one run at a time. */
export interface Merging {
  /** Something was written: looks whether there is something to merge, soon. */
  wake(): void
  /** Merges what holds removed chunks, and answers when no text of theirs is in any row. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds: many small writes are looked at together. */
const SOON = 250

export function createMerging(database: Database): Merging {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const state = { isAskedAgain: false, isClosed: false }
  const run = async (): Promise<void> => {
    do {
      state.isAskedAgain = false
      // Whatever goes wrong, the segments are as they were, and the next write comes here again.
      await mergeAll(database, () => state.isClosed).catch(() => {})
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
    settle: () => settleAll(database),
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
  SELECT source FROM segments WHERE level < ${FULL_LEVEL} GROUP BY source, level HAVING count(*) > ${MOST_OF_LEVEL}
  UNION
  SELECT segments.source FROM segments JOIN segment_gone ON segment = id
  WHERE bit_count(bits) >= greatest(chunks * ${MOST_GONE}, ${MOST_OF_LEVEL}) ORDER BY source`

async function mergeAll(database: Database, isClosed: () => boolean): Promise<void> {
  const sources = await sourcesOf(database, TO_MERGE)
  for (const source of sources)
    while ((await mergeOnce(database, source, { plan: planMerge, waits: false })) && !isClosed());
}

/** Again after every turn: what was in the way of one, or was too much for it, is left to the next. */
async function settleAll(database: Database): Promise<void> {
  const left = () => sourcesOf(database, 'SELECT DISTINCT source FROM segment_gone ORDER BY source')
  for (let sources = await left(), turn = 0; sources.length > 0 && turn < MOST_TURNS; sources = await left(), turn++)
    for (const source of sources) while (await mergeOnce(database, source, { plan: planSettling, waits: true }));
}

const MOST_TURNS = 10

const sourcesOf = (database: Database, sql: string): Promise<SourceId[]> =>
  database.read({ at: 'primary', rows: 'every' }, async (db) =>
    (await db.rows<{ source: SourceId }>(sql)).map(({ source }) => source),
  )

interface Turn {
  readonly plan: MergePlan
  /** For another instance that merges this source; otherwise that one sees to it. */
  readonly waits: boolean
}

/** True if something was merged: then there may be more. */
async function mergeOnce(database: Database, source: SourceId, { plan, waits }: Turn): Promise<boolean> {
  try {
    return await database.write([], async (db) => {
      if (waits) await waitToMerge(db, source)
      else if (!(await tryToMerge(db, source))) return false
      return mergeSource(db, source, plan)
    })
  } catch (thrown) {
    if (thrown instanceof MergeAbandoned) return false
    throw thrown
  }
}
