import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  /** An aborted sleep is a short one: whoever waits looks at the signal afterwards. */
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds).unref()
    return () => clearInterval(timer)
  },
}
