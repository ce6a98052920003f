import type { Clock } from '@wuku/core/ports/clock'

/** Changes that follow one another are tidied up after together; nobody edits and looks into the file within seconds. */
const AFTER_MS = 5_000

/** Work that is done soon after an answer, once for all requests, and at the latest before the process ends. */
export interface DeferredWork {
  ask(): void
  finish(): Promise<void>
}

/** A failure of `work` is reported, and the next request tries again: the store knows what is still to be done. */
export function createDeferredWork(
  clock: Pick<Clock, 'every'>,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): DeferredWork {
  let stop: (() => void) | undefined
  let working: Promise<void> = Promise.resolve()
  const begin = (): Promise<void> => {
    stop?.()
    stop = undefined
    return (working = working.then(work).catch(failed))
  }
  return {
    ask: () => void (stop ??= clock.every(AFTER_MS, () => void begin())),
    finish: () => (stop ? begin() : working),
  }
}
