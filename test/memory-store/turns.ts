import { AsyncLocalStorage } from 'node:async_hooks'
import type { WriteScope } from '@wuku/core/ports/store'

/** Who changes the same thing takes turns: first come, first served. Different things are changed at the same time. */
export interface Turns {
  /** Begins when all that asked before for this scope have ended. A turn within a turn would wait for itself: it is refused. */
  take<T>(scope: WriteScope, work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  const asked = new Set<{ readonly scope: string; readonly done: Promise<unknown> }>()
  return {
    take: async (wanted, work) => {
      if (current.getStore()?.hasEnded === false)
        throw new Error('The store is written to within a write of its own: only its desk can be used there.')
      const turn = { hasEnded: false }
      const scope = JSON.stringify(wanted)
      const before = [...asked].filter((other) => exclude(other.scope, scope)).map(({ done }) => done)
      const begun = Promise.all(before)
        .then(() => current.run(turn, work))
        .finally(() => (turn.hasEnded = true))
      // Its failure goes to who asked for it; the next turn begins all the same.
      const entry = { scope, done: begun.catch(() => {}) }
      asked.add(entry)
      return begun.finally(() => asked.delete(entry))
    },
  }
}

const exclude = (one: string, other: string): boolean => one === other || [one, other].includes(ALL)
const ALL = JSON.stringify('all')
