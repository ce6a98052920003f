import type { Clock } from '@wuku/core/ports/clock'

interface Timer {
  at: number
  readonly every?: number
  readonly work: () => void
}

/** A clock that goes on only when a test says so. */
export interface HandClock extends Clock {
  /** Everything that falls due runs in its order, and what it begins has time to end. */
  advance(milliseconds: number): Promise<void>
  /** The time passes and nothing runs: a computer that sleeps, or a process that is kept busy. */
  standStill(milliseconds: number): void
}

/** Enough turns of the event loop for whatever waits for a store in memory. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export function createHandClock(start = 1_000_000): HandClock {
  let now = start
  const timers = new Set<Timer>()
  const runDue = async (until: number): Promise<void> => {
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
      if (!next) return
      now = Math.max(now, next.at)
      if (next.every === undefined) timers.delete(next)
      else next.at = now + next.every
      next.work()
      await settle()
    }
  }
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const timer = { at: now + milliseconds, work: resolve }
        timers.add(timer)
        signal?.addEventListener('abort', () => {
          timers.delete(timer)
          resolve()
        })
      }),
    every(milliseconds, work) {
      const timer = { at: now + milliseconds, every: milliseconds, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async advance(milliseconds) {
      const until = now + milliseconds
      await settle()
      await runDue(until)
      now = until
      await settle()
    },
    standStill: (milliseconds) => void (now += milliseconds),
  }
}
