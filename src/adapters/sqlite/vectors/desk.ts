import type { VectorDesk } from '../../../ports/vectors.ts'
import { advance } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { addMissingSayings } from './sayings.ts'
import { activateSet, disownSet, insertSet, setOfKey } from './sets.ts'
import { keepSayings } from './sweep.ts'
import { putVectors } from './put.ts'

/** Within a transaction. */
export const createVectorDesk = (db: Connection): VectorDesk => ({
  addEmbeddingSet: async (draft) => {
    const known = setOfKey(db, draft.key)
    if (known) return known
    keepSayings(db)
    addMissingSayings(db, Number.MAX_SAFE_INTEGER)
    return insertSet(db, draft)
  },
  putVectors: async (set, vectors) => putVectors(db, set, vectors),
  activateEmbeddingSet: async (set) => activateSet(db, set),
  removeEmbeddingSet: async (set) => {
    disownSet(db, set)
    advance(db, 'removals', 1)
  },
})
