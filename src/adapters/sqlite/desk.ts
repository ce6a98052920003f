import type { StoreDesk } from '../../ports/store.ts'
import { applyBatch } from './batch.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { createLibraryDesk } from './libraries/desk.ts'
import { createLookups } from './lookups.ts'
import { createPadDesk } from './pads/desk.ts'
import { createRecordView } from './records/view.ts'
import { insertSource, updateSource } from './sources.ts'
import { createVectorDesk } from './vectors/desk.ts'
import { createVectorView } from './vectors/view.ts'
import { createIndexView } from './view.ts'

/** Stands on the writer within a transaction, and refuses everything once `work` has ended. */
export async function workAtDesk<T>(
  db: Connection,
  identity: string,
  work: (desk: StoreDesk) => Promise<T>,
): Promise<T> {
  const { pads, settle } = createPadDesk(db)
  const lookups = createLookups(identity)
  const desk: StoreDesk = {
    ...createIndexView(db, lookups),
    apply: async (batch) => applyBatch(db, batch),
    addSource: async (draft) => insertSource(db, draft),
    changeSource: async (id, change) => updateSource(db, id, change),
    pads,
    libraries: createLibraryDesk(db),
    records: createRecordView(db),
    vectors: { ...createVectorView(db, lookups), ...createVectorDesk(db) },
  }
  let hasEnded = false
  const refuse = (): void => {
    if (hasEnded) throw new Error('This write has ended: its desk can no longer be used.')
  }
  try {
    const answer = await work(guarded(desk, refuse))
    settle()
    return answer
  } finally {
    hasEnded = true
  }
}

/** The same functions, also of the objects within, each of which asks first. */
function guarded<Functions extends object>(functions: Functions, ask: () => void): Functions {
  const entries = Object.entries(functions).map(([name, part]: [string, Answer | object]) => [
    name,
    typeof part !== 'function'
      ? guarded(part, ask)
      : async (...given: never[]) => {
          ask()
          return (part as Answer)(...given)
        },
  ])
  // What goes in comes out under the same names.
  return Object.fromEntries(entries) as Functions
}

type Answer = (...given: never[]) => unknown
