/** One after the other: whoever is in a hurry goes to the front. */
export interface Line {
  run<T>(work: () => Promise<T>, turn: Turn): Promise<T>
}

export interface Turn {
  readonly isUrgent: boolean
  /** While waiting it leaves the line. Work that is under way goes on, and nobody waits for it any more. */
  readonly signal: AbortSignal
}

interface Waiting {
  readonly isUrgent: boolean
  start(): Promise<unknown>
}

export function createLine(): Line {
  const waiting: Waiting[] = []
  let isBusy = false

  const next = async (): Promise<void> => {
    if (isBusy) return
    const urgent = waiting.findIndex(({ isUrgent }) => isUrgent)
    const [first] = waiting.splice(Math.max(0, urgent), 1)
    if (!first) return
    isBusy = true
    await first.start()
    isBusy = false
    void next()
  }
  return {
    run<T>(work: () => Promise<T>, { isUrgent, signal }: Turn): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const start = (): Promise<void> => work().then(resolve, reject)
      const entry: Waiting = { isUrgent, start }
      const leave = (): void => {
        if (waiting.includes(entry)) waiting.splice(waiting.indexOf(entry), 1)
        reject(signal.reason)
      }
      if (signal.aborted) return Promise.reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(entry)
      void next()
      return promise.finally(() => signal.removeEventListener('abort', leave))
    },
  }
}
