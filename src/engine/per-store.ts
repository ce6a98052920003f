import type { StoreView } from '../ports/store.ts'

/** Of more the one that was asked longest ago is forgotten. */
const MOST_STORES = 4

/**
 * What is remembered of a store, apart from what is remembered of the others of this process: their ids and revisions are
 * small numbers, the same in all of them.
 */
export function perStore<Memory>(make: () => Memory): (view: StoreView) => Promise<Memory> {
  const memories = new Map<string, Memory>()
  return async (view) => {
    const identity = await view.identity()
    const memory = memories.get(identity) ?? make()
    // The one that was asked for last stands last.
    memories.delete(identity)
    memories.set(identity, memory)
    for (const [oldest] of memories) if (memories.size > MOST_STORES) memories.delete(oldest)
    return memory
  }
}
