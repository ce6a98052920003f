import type { Connection } from '../sqlite-driver/connection.ts'
import { explainFailure } from './failures.ts'
import { whenFree } from './patience.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The one connection that writes. A write may stand open while other work of this process goes on, so nobody gets at the
 * connection without a turn of his own.
 */
export interface Writer {
  /** All of `work` or nothing of it; durable when this answers. Other processes are waited for, for so many milliseconds. */
  transact<T>(work: (db: Connection) => T | Promise<T>, patience?: number): Promise<T>
  /** For what SQLite does outside of transactions. Tried again for as long as another process is in the way. */
  alone<T>(work: (db: Connection) => T): Promise<T>
  /** The same for what is done by another connection while this one rests. */
  aside(work: () => Promise<void>): Promise<void>
  /** After all writes that were asked for before. */
  close(): Promise<void>
}

export function createWriter(db: Connection): Writer {
  const turns = createMutex()
  return {
    transact: (work, patience) => turns.take(() => transact(db, work, patience)),
    alone: (work) => turns.take(() => whenFree(() => work(db))),
    aside: (work) => turns.take(() => whenFree(work)),
    close: () => turns.take(async () => db.close()),
  }
}

async function transact<T>(db: Connection, work: (db: Connection) => T | Promise<T>, patience?: number): Promise<T> {
  // Only the beginning can meet another process: then nothing is in the way until the end.
  await whenFree(() => db.begin(), patience)
  try {
    const result = await work(db)
    db.commit()
    return result
  } catch (thrown) {
    db.rollback()
    throw explainFailure(thrown)
  }
}

/** Writers of the same scope take turns: first come, first served. */
interface Mutex {
  /** Begins when all that asked before have ended. A turn within a turn would wait for itself: it is refused. */
  take<T>(work: () => Promise<T>): Promise<T>
}

function createMutex(): Mutex {
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    take: async (work) => {
      if (current.getStore()?.hasEnded === false)
        throw new Error('The store is written to within a write of its own: only its desk can be used there.')
      const turn = { hasEnded: false }
      const begun = last.then(() => current.run(turn, work)).finally(() => (turn.hasEnded = true))
      // Its failure goes to its own caller; the next turn begins all the same.
      last = begun.catch(() => {})
      return begun
    },
  }
}
