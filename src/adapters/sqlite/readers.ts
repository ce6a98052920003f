import type { StoreView } from '../../ports/store.ts'
import { forgetBodies } from './bodies.ts'
import type { Connection } from './driver.ts'
import { changedMeanwhile, type ReadConnection } from './read-only.ts'
import { explainFailure } from './failures.ts'
import { createLookups } from './lookups.ts'
import { createWordList } from './pads/word-list.ts'
import { createSlots } from './slots.ts'
import { createView } from './view.ts'

/** Connections kept for the next read; more are opened when more reads run at once, and closed after them. */
const KEPT = 4
/** Each has two files open, and some machines allow a process no more than 64; reads do not get faster by being many. */
const AT_ONCE = { most: 8, patience: 1_000 }

/** Every read has a connection for itself, so that reads may stand open beside each other and beside writes. */
export interface Readers {
  read<T>(work: (view: StoreView) => Promise<T>): Promise<T>
  close(): void
}

export function createReaders(open: () => ReadConnection): Readers {
  const idle: ReadConnection[] = []
  const words = createWordList()
  const lookups = createLookups()
  const slots = createSlots(AT_ONCE)
  let closed = false
  const put = (db: ReadConnection): void => {
    db.rollback()
    // A question reads several times, one right after the other.
    setImmediate(forgetBodies, db)
    if (closed || idle.length >= KEPT) db.close()
    else idle.push(db)
  }
  const take = (): ReadConnection => {
    const db = idle.pop()
    if (db?.isCurrent?.() !== false) return db ?? open()
    db.close()
    return take()
  }
  return {
    read: async (work) => {
      if (closed) throw new Error('The store is closed.')
      let db: ReadConnection | undefined
      await slots.enter()
      try {
        db = take()
        fixMoment(db)
        const answer = await work(createView(db, words, lookups))
        if (db.isCurrent?.() === false) throw changedMeanwhile()
        return answer
      } catch (thrown) {
        // What was read while another wrote may be anything.
        if (db?.isCurrent?.() === false) throw changedMeanwhile()
        throw explainFailure(thrown)
      } finally {
        if (db) put(db)
        slots.leave()
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
