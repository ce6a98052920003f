import { AsyncLocalStorage } from 'node:async_hooks'
import type { Lock } from './locks.ts'

/**
 * Writers of this process that exclude each other take turns before they ask the server: first come, first served, and
 * none waits with a connection in its hand.
 */
export interface WriteQueue {
  /** A turn within a turn could wait for itself: it is refused. */
  requireOutside(): void
  /** Begins when all that asked before and exclude it have ended; never within another turn. */
  run<T>(locks: readonly Lock[], work: () => Promise<T>): Promise<T>
}

export function createWriteQueue(): WriteQueue {
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  const pending = new Set<{ readonly locks: readonly Lock[]; readonly done: Promise<unknown> }>()
  const requireOutside = (): void => {
    if (current.getStore()?.hasEnded === false)
      throw new Error('The store is written to within a write of its own: only its desk can be used there.')
  }
  return {
    requireOutside,
    run: async (locks, work) => {
      requireOutside()
      const turn = { hasEnded: false }
      const before = [...pending].filter((other) => exclude(other.locks, locks)).map(({ done }) => done)
      const started = Promise.all(before)
        .then(() => current.run(turn, work))
        .finally(() => (turn.hasEnded = true))
      // Its failure goes to its own caller; the next turn begins all the same.
      const entry = { locks, done: started.catch(() => {}) }
      pending.add(entry)
      return started.finally(() => pending.delete(entry))
    },
  }
}

const exclude = (some: readonly Lock[], others: readonly Lock[]): boolean =>
  some.some((one) => others.some(({ name, isShared }) => name === one.name && !(isShared && one.isShared)))
