import { advance, counter } from '@wuku/store-sql/sqlite/counters'
import { isBusy, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { isFull } from '@wuku/store-sql/sqlite/sqlite-failures'
import { tidyRuns } from './documents/runs.ts'
import { sweepSets } from './vectors/sweep.ts'
import type { Writer } from './writer.ts'
import { runInThread } from './thread.ts'

/**
 * `secure_delete` wipes deleted data, but not the copies that stay in the free space of a page when SQLite moves its
 * rows to a neighbour: of 1,260 words removed one by one, 3 could still be read in the file. Only rewriting the file is
 * certain. It costs about 6 ms for each megabyte, and nothing if nothing was removed.
 */
export async function tidy(file: string, writer: Writer): Promise<void> {
  const { exclusive, transact } = writer
  await sweepSets(writer)
  const untidy = await exclusive((db) => counter(db, 'removals') - counter(db, 'tidied'))
  if (untidy === 0) return exclusive(emptyLogIfFree)
  await transact(tidyRuns)
  await rewriteFile(file, writer)
  // The log still holds the pages as they were. Until it is empty the store does not count as tidy.
  await exclusive((db) => db.emptyLog())
  await transact((db) => advance(db, 'tidied', untidy))
}

function emptyLogIfFree(db: Connection): void {
  try {
    db.emptyLog()
  } catch (thrown) {
    if (!isBusy(thrown) && !isFull(thrown)) throw thrown
  }
}

/** A file of this size is rewritten in the time that a thread takes to start. */
const SMALL_BYTES = 8_000_000

/** Rewrites the file. A large one in a thread of its own, so that this one goes on answering: 60 MB take a second. */
export async function rewriteFile(
  file: string,
  { exclusive, whilePaused }: Pick<Writer, 'exclusive' | 'whilePaused'>,
  small = SMALL_BYTES,
): Promise<void> {
  const bytes = await exclusive(
    (db) =>
      db.row<{ bytes: number }>('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
        ?.bytes,
  )
  if ((bytes ?? 0) < small) return exclusive((db) => db.script('VACUUM'))
  return whilePaused(async () => {
    await runInThread({ file, before: 'PRAGMA synchronous = FULL; PRAGMA secure_delete = ON', sql: 'VACUUM' })
  })
}
