import { setTimeout as sleep } from 'node:timers/promises'
import { WukuError } from '../../core/errors.ts'
import { isBusy } from './driver.ts'
import { explainFailure } from './failures.ts'

/** Longest wait for other processes that write; a large batch takes a second or two. */
const PATIENCE = 30_000
const LONGEST_PAUSE = 25

/**
 * Tries again while another connection is in the way. It sleeps between attempts instead of letting SQLite block, so
 * that this process goes on answering searches, and so that its own open reads can end.
 */
export async function whenFree<T>(work: () => T): Promise<T> {
  const giveUp = performance.now() + PATIENCE
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return work()
    } catch (thrown) {
      if (!isBusy(thrown)) throw explainFailure(thrown)
      if (performance.now() > giveUp) throw storeBusy(thrown)
    }
    // Uneven pauses keep processes that wait for one another from meeting again.
    await sleep(pause * (0.5 + Math.random()))
  }
}

const storeBusy = (cause: unknown): WukuError =>
  new WukuError(
    'store-busy',
    `Other processes have held the store for ${PATIENCE / 1000} seconds.`,
    'Run the same command again when the other run has ended.',
    { cause },
  )
