import type { Clock } from '@wuku/core/ports/clock'
import { systemClock } from '@wuku/settings/this-process'

/** As long as a timer of Node goes. */
const LONGEST_MS = 2 ** 31 - 1

export function createBell(clock: Pick<Clock, 'sleep'> = systemClock) {
  let rung = new AbortController()
  return {
    ring: (): void => rung.abort(),
    /** Whether it rang, since the last wait or within the time; ends at the signal too. */
    async wait(signal: AbortSignal, milliseconds = LONGEST_MS): Promise<boolean> {
      await clock.sleep(milliseconds, AbortSignal.any([signal, rung.signal]))
      const hasRung = rung.signal.aborted
      if (hasRung) rung = new AbortController()
      return hasRung
    },
  }
}

/** Waits for the event, and no longer than so many milliseconds. */
export async function orAfter(event: Promise<void> | undefined, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([event, promise])
  clearTimeout(timer)
}
