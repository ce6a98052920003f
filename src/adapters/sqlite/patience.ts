import { setTimeout as sleep } from 'node:timers/promises'
import { WukuError } from '../../core/errors.ts'
import { isBusy } from '../sqlite-driver/connection.ts'
import { explainFailure } from './failures.ts'

/** Longest wait for other processes that write; a large batch takes a second or two. */
const PATIENCE = 30_000
const LONGEST_PAUSE = 25
/**
 * The file has no queue: a process that writes constantly finds it free more often than one that sleeps. After so many
 * milliseconds a waiting writer therefore tries often. Among eight processes that did nothing but write, one waited up
 * to 6.7 seconds before this, and 1.4 since; trying often from the beginning kept the processors from the writers.
 */
const LONG_WAIT = 250
const EAGER_PAUSE = 2

/**
 * Tries again while another connection is in the way. It sleeps between attempts instead of letting SQLite block, so
 * that this process goes on answering searches, and so that its own open reads can end.
 */
export async function whenFree<T>(work: () => T | Promise<T>, patience = PATIENCE): Promise<T> {
  const began = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      if (!isBusy(thrown)) throw explainFailure(thrown)
      if (performance.now() > began + patience) throw storeBusy(patience, thrown)
    }
    const pause = performance.now() > began + LONG_WAIT ? EAGER_PAUSE : Math.min(2 ** attempt, LONGEST_PAUSE)
    // Uneven pauses keep processes that wait for one another from meeting again.
    await sleep(pause * (0.5 + Math.random()))
  }
}

const storeBusy = (patience: number, cause: unknown): WukuError =>
  new WukuError(
    'store-busy',
    `Other processes have held the store for ${patience / 1000} seconds.`,
    'Run the same command again when the other process has finished.',
    { cause },
  )
