import { AsyncLocalStorage } from 'node:async_hooks'

/** Lets so many work at once, first come, first served; what is done within such work has its place already. */
export function createReentrantLimit(limit: number) {
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  const waiting: (() => void)[] = []
  let free = limit
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    get waiting() {
      return waiting.length
    },
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (current.getStore()?.hasEnded === false) return work()
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      const place = { hasEnded: false }
      try {
        return await current.run(place, work)
      } finally {
        place.hasEnded = true
        leave()
      }
    },
  }
}
