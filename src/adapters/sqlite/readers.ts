import type { StoreView } from '../../ports/store.ts'
import { forgetBodies } from './bodies.ts'
import type { Connection } from './driver.ts'
import { explainFailure } from './failures.ts'
import { createLookups } from './lookups.ts'
import { createWordList } from './pads/word-list.ts'
import { createView } from './view.ts'

/** Connections kept for the next read; more are opened when more reads run at once, and closed after them. */
const KEPT = 4

/** Every read has a connection for itself, so that reads may stand open beside each other and beside writes. */
export interface Readers {
  read<T>(work: (view: StoreView) => Promise<T>): Promise<T>
  close(): void
}

export function createReaders(open: () => Connection): Readers {
  const idle: Connection[] = []
  const words = createWordList()
  const lookups = createLookups()
  let closed = false
  const put = (db: Connection): void => {
    db.rollback()
    // A question reads several times, one right after the other.
    setImmediate(forgetBodies, db)
    if (closed || idle.length >= KEPT) db.close()
    else idle.push(db)
  }
  return {
    read: async (work) => {
      if (closed) throw new Error('The store is closed.')
      let db: Connection | undefined
      try {
        db = idle.pop() ?? open()
        fixMoment(db)
        return await work(createView(db, words, lookups))
      } catch (thrown) {
        throw explainFailure(thrown)
      } finally {
        if (db) put(db)
      }
    },
    close: () => {
      closed = true
      for (const db of idle.splice(0)) db.close()
    },
  }
}

/** `BEGIN` alone does not fix the view: the first `SELECT` does, and a write in between would show. */
function fixMoment(db: Connection): void {
  db.script('BEGIN')
  db.row('SELECT value FROM counters LIMIT 1')
}
