import { msg } from '@wuku/messages/store-sqlite'
import { type Connection, isBusy } from '@wuku/store-sql/sqlite/driver/connection'
import { explainFailure } from '@wuku/store-sql/sqlite/sqlite-failures'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { WukuError } from '@wuku/core/errors'

/**
 * The one connection that writes. A write may stand open while other work of this process goes on, so nobody gets at the
 * connection without a turn of his own.
 */
export interface Writer {
  /** All of `work` or nothing of it; durable when this answers. Other processes are waited for, for so many milliseconds. */
  transact<T>(work: (db: Connection) => T | Promise<T>, timeout?: number): Promise<T>
  /** For what SQLite does outside of transactions. Tried again for as long as another process is in the way. */
  exclusive<T>(work: (db: Connection) => T): Promise<T>
  /** The same for what is done by another connection while this one rests. */
  whilePaused(work: () => Promise<void>): Promise<void>
  /** After all writes that were asked for before. */
  close(): Promise<void>
}

export function createWriter(db: Connection): Writer {
  const inTurn = createTurns()
  return {
    transact: (work, timeout) => inTurn(() => transact(db, work, timeout)),
    exclusive: (work) => inTurn(() => whenFree(() => work(db))),
    whilePaused: (work) => inTurn(() => whenFree(work)),
    close: () => inTurn(async () => db.close()),
  }
}

async function transact<T>(db: Connection, work: (db: Connection) => T | Promise<T>, timeout?: number): Promise<T> {
  // Only the beginning can meet another process: then nothing is in the way until the end.
  await whenFree(() => db.begin(), timeout)
  try {
    const result = await work(db)
    db.commit()
    return result
  } catch (thrown) {
    db.rollback()
    throw explainFailure(thrown)
  }
}

/**
 * Writers of the same scope take turns: first come, first served. A turn begins when all that were asked for before have
 * ended. One within another would wait for itself: it is refused.
 */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    if (current.getStore()?.hasEnded === false)
      throw new Error('The store is written to within a write of its own: only its desk can be used there.')
    const turn = { hasEnded: false }
    const started = last.then(() => current.run(turn, work)).finally(() => (turn.hasEnded = true))
    // Its failure goes to its own caller; the next turn begins all the same.
    last = started.catch(() => {})
    return started
  }
}

/** Longest wait for other processes that write; a large batch takes a second or two. */
const TIMEOUT = 30_000
const LONGEST_PAUSE = 25
/**
 * SQLite has no queue of writers: a process that writes constantly finds the file free more often than one that sleeps. A
 * writer that has waited for this many milliseconds therefore tries more often. The longest wait among eight processes that
 * did nothing but write fell from 6.7 to 1.4 seconds; trying often from the beginning left them less of the processor.
 */
const LONG_WAIT = 250
const EAGER_PAUSE = 2

/**
 * Tries again while another connection is in the way. It sleeps between attempts instead of letting SQLite block, so
 * that this process goes on answering searches, and so that its own open reads can end.
 */
export async function whenFree<T>(work: () => T | Promise<T>, timeout = TIMEOUT): Promise<T> {
  const began = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      if (!isBusy(thrown)) throw explainFailure(thrown)
      if (performance.now() > began + timeout) throw storeBusy(timeout, thrown)
    }
    const pause = performance.now() > began + LONG_WAIT ? EAGER_PAUSE : Math.min(2 ** attempt, LONGEST_PAUSE)
    // Uneven pauses keep processes that wait for one another from meeting again.
    await sleep(pause * (0.5 + Math.random()))
  }
}

const storeBusy = (timeout: number, cause: unknown): WukuError =>
  new WukuError('store-busy', msg('otherProcessesHeldStoreSeconds', { timeout: timeout / 1000 }), { cause })
