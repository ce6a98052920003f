import { advance, counter } from './counters.ts'
import { isBusy, type Connection } from '../sqlite-driver/connection.ts'
import { isFull } from './failures.ts'
import { rewriteFile } from './rewrite.ts'
import { tidyRuns } from './runs.ts'
import { sweepSets } from './vectors/sweep.ts'
import type { Writer } from './writer.ts'

/**
 * `secure_delete` wipes what is deleted, but not the copies that stay in the free space of a page when SQLite moves its
 * rows to a neighbour: of 1,260 words taken out one by one, 3 could still be read in the file. Only writing the file
 * anew is certain. It costs about 6 ms for each megabyte, and nothing when nothing was removed.
 */
export async function tidy(file: string, writer: Writer): Promise<void> {
  const { alone, transact } = writer
  await sweepSets(writer)
  const untidy = await alone((db) => counter(db, 'removals') - counter(db, 'tidied'))
  if (untidy === 0) return alone(emptyLogIfFree)
  await transact(tidyRuns)
  await rewriteFile(file, writer)
  // The log still holds the pages as they were. Until it is empty the store does not count as tidy.
  await alone((db) => db.emptyLog())
  await transact((db) => advance(db, 'tidied', untidy))
}

function emptyLogIfFree(db: Connection): void {
  try {
    db.emptyLog()
  } catch (thrown) {
    if (!isBusy(thrown) && !isFull(thrown)) throw thrown
  }
}
