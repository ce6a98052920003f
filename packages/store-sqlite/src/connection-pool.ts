import { createReentrantLimit } from '@wuku/store-sql/reentrant-limit'
import { once } from '@wuku/core/once'
import type { Access } from '@wuku/core/ports/access'
import type { StoreView } from '@wuku/core/ports/store'
import { forgetBodies } from './documents/bodies.ts'
import { fixCounters, releaseCounters } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { changedMeanwhile, type ReadConnection } from './read-only.ts'
import { explainFailure } from '@wuku/store-sql/sqlite/sqlite-failures'
import { createLookups } from './lookups.ts'
import { createView } from './sqlite-view.ts'

/** Connections kept for the next read; more are opened when more reads run at once, and closed after them. */
const MAX_IDLE = 4
/** Each has pages of its own in memory, 16 MB and more, and two files open; all run on one thread: further reads wait. */
const MAX_OPEN = 8

/**
 * Each read has a connection of its own, so that reads may be open at the same time as each other and as writes. Reads
 * are served in order. A read within a read does not wait: the outer one would wait with it.
 */
export interface ConnectionPool {
  read<T>(access: Access, work: (view: StoreView) => Promise<T>): Promise<T>
  /** The same for what is no part of any view. */
  withConnection<T>(work: (db: Connection) => Promise<T>): Promise<T>
  close(): void
}

export function createConnectionPool(open: () => ReadConnection): ConnectionPool {
  const idle: ReadConnection[] = []
  const hitTexts = once(async () => (await import('./pads/sqlite-pads.ts')).createHitTexts())
  const lookups = createLookups()
  let closed = false
  const places = createReentrantLimit(MAX_OPEN)
  const put = (db: ReadConnection): void => {
    releaseCounters(db)
    db.rollback()
    // A question reads several times, one right after the other.
    setImmediate(forgetBodies, db)
    if (closed || idle.length >= MAX_IDLE) db.close()
    else idle.push(db)
  }
  const acquire = (): ReadConnection => {
    const db = idle.pop()
    if (db?.isCurrent?.() !== false) return db ?? open()
    db.close()
    return acquire()
  }
  const withConnection: ConnectionPool['withConnection'] = async (work) => {
    if (closed) throw new Error('The store is closed.')
    let db: ReadConnection | undefined
    try {
      db = acquire()
      db.script('BEGIN')
      const answer = await work(db)
      if (db.isCurrent?.() === false) throw changedMeanwhile()
      return answer
    } catch (thrown) {
      // Data read during a write of another process is unreliable.
      if (db?.isCurrent?.() === false) throw changedMeanwhile()
      throw explainFailure(thrown)
    } finally {
      if (db) put(db)
    }
  }
  return {
    read: (access, work) =>
      places.run(() =>
        withConnection(async (db) => {
          // `BEGIN` alone does not fix the view: the first `SELECT` does, and a write in between would show.
          fixCounters(db)
          return work(await createView(db, { hitTexts, lookups }, access))
        }),
      ),
    withConnection: (work) => places.run(() => withConnection(work)),
    close: () => {
      closed = true
      for (const db of idle.splice(0)) db.close()
    },
  }
}
