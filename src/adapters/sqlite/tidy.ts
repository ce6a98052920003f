import { advance, counter } from './counters.ts'
import { isBusy, type Connection } from './driver.ts'
import { explainFailure, isFull } from './failures.ts'
import { whenFree } from './patience.ts'
import { tidyRuns } from './runs.ts'

/**
 * `secure_delete` wipes what is deleted, but not the copies that stay in the free space of a page when SQLite moves its
 * rows to a neighbour: of 1,260 words taken out one by one, 3 could still be read in the file. Only writing the file
 * anew is certain. It costs about 6 ms for each megabyte, and nothing when nothing was removed.
 */
export async function tidy(db: Connection): Promise<void> {
  const untidy = counter(db, 'removals') - counter(db, 'tidied')
  if (untidy === 0) return emptyLogIfFree(db)
  await whenFree(() => db.transaction(() => tidyRuns(db)))
  await whenFree(() => db.script('VACUUM'))
  // The log still holds the pages as they were. Until it is empty the store does not count as tidy.
  await whenFree(() => db.emptyLog())
  await whenFree(() => db.transaction(() => advance(db, 'tidied', untidy)))
}

function emptyLogIfFree(db: Connection): void {
  try {
    db.emptyLog()
  } catch (thrown) {
    if (!isBusy(thrown) && !isFull(thrown)) throw explainFailure(thrown)
  }
}
