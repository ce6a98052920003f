import { AsyncLocalStorage } from 'node:async_hooks'

/** Who changes the same thing takes turns: first come, first served. */
export interface Turns {
  /** Begins when all that asked before have ended. A turn within a turn would wait for itself: it is refused. */
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    take: async (work) => {
      if (current.getStore()?.hasEnded === false)
        throw new Error('The store is written to within a write of its own: only its desk can be used there.')
      const turn = { hasEnded: false }
      const begun = last.then(() => current.run(turn, work)).finally(() => (turn.hasEnded = true))
      // Its failure goes to who asked for it; the next turn begins all the same.
      last = begun.catch(() => {})
      return begun
    },
  }
}
