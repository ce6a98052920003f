import { randomBytes } from 'node:crypto'
import type { Change } from './changes.ts'

/** The newest events of one viewer, for all of its streams: each stream is a place in them. */
export interface LiveEvents {
  /** With its number, the id of an event. */
  readonly epoch: string
  /** Number of the newest event; 0: there was none yet. */
  readonly newest: number
  /** `undefined`: some of them are not kept any more. */
  after(number: number): readonly NumberedChange[] | undefined
  /** Resolves with the next event, when somebody may see less, at the signal, or after so many milliseconds. */
  news(milliseconds: number, signal: AbortSignal): Promise<void>
}

export interface NumberedChange extends Change {
  readonly number: number
}

/** Events that a viewer may have missed. */
const MAX_EVENTS = 256

export interface EventHistory {
  readonly reader: LiveEvents
  add(changes: readonly Change[]): void
  /** Wakes all who wait, without an event. */
  ring(): void
}

export function createEventHistory(): EventHistory {
  const history: NumberedChange[] = []
  const waiting = new Set<() => void>()
  let newest = 0
  const ring = (): void => {
    for (const wake of waiting) wake()
  }
  return {
    reader: {
      epoch: randomBytes(6).toString('hex'),
      get newest() {
        return newest
      },
      after(number) {
        if (number > newest || number < newest - history.length) return undefined
        return history.filter((each) => each.number > number)
      },
      async news(milliseconds, signal) {
        const bell = createBell()
        waiting.add(bell.ring)
        await bell.wait(milliseconds, signal)
        waiting.delete(bell.ring)
      },
    },
    add(changes) {
      if (changes.some(({ isLoss }) => isLoss)) history.length = 0
      for (const change of changes) history.push({ ...change, number: ++newest })
      history.splice(0, history.length - MAX_EVENTS)
      if (changes.length > 0) ring()
    },
    ring,
  }
}

export interface Bell {
  ring(): void
  /** Resolves at once if it rang since the last wait. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export function createBell(): Bell {
  let hasRung = false
  let wake: (() => void) | undefined
  const ring = (): void => {
    hasRung = true
    wake?.()
  }
  return {
    ring,
    async wait(milliseconds, signal) {
      if (!hasRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, milliseconds)
        signal.addEventListener('abort', resolve as () => void, { once: true })
        wake = resolve
        await promise
        clearTimeout(timer)
        signal.removeEventListener('abort', resolve as () => void)
        wake = undefined
      }
      hasRung = false
    },
  }
}
