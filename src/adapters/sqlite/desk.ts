import type { StoreDesk } from '../../ports/store.ts'
import { applyBatch } from './batch.ts'
import type { Connection } from './driver.ts'
import { createLookups } from './lookups.ts'
import { createPadDesk } from './pads/desk.ts'
import { createIndexView } from './view.ts'

/** Stands on the writer within a transaction, and refuses everything once `work` has ended. */
export async function workAtDesk<T>(db: Connection, work: (desk: StoreDesk) => Promise<T>): Promise<T> {
  const { pads, settle } = createPadDesk(db)
  const index = {
    ...createIndexView(db, createLookups()),
    apply: async (batch) => applyBatch(db, batch),
  } satisfies IndexDesk
  let hasEnded = false
  const refuse = (): void => {
    if (hasEnded) throw new Error('This write has ended: its desk can no longer be used.')
  }
  try {
    const answer = await work({ ...guarded(index, refuse), pads: guarded(pads, refuse) })
    settle()
    return answer
  } finally {
    hasEnded = true
  }
}

type IndexDesk = Omit<StoreDesk, 'pads'>

/** The same functions, each of which asks first. */
function guarded<Functions extends object>(functions: Functions, ask: () => void): Functions {
  const entries = Object.entries(functions).map(([name, answer]: [string, (...given: never[]) => unknown]) => [
    name,
    async (...given: never[]) => {
      ask()
      return answer(...given)
    },
  ])
  // What goes in comes out under the same names.
  return Object.fromEntries(entries) as Functions
}
