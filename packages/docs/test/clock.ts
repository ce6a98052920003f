import type { Clock } from '@wuku/core/ports/clock'

/** Stands still until it is moved; what is to be done every so often is done when a test says so. */
export interface TestClock extends Clock {
  forward(milliseconds: number): void
  /** All that waits for a moment has its moment. */
  strike(): Promise<void>
}

export const START = Date.UTC(2026, 0, 31, 12)

export function openClock(): TestClock {
  let at = START
  const works = new Set<() => void>()
  return {
    now: () => at,
    sleep: async () => void (at += 1_000),
    every(_, work) {
      works.add(work)
      return () => void works.delete(work)
    },
    forward: (milliseconds) => void (at += milliseconds),
    async strike() {
      for (const work of works) work()
      await new Promise((resolve) => void setImmediate(resolve))
    },
  }
}
