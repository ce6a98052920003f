import type { EmbeddingSet, EmbeddingSetDraft, VectorDesk } from '../../../ports/vectors.ts'
import type { Writer } from '../writer.ts'
import { createVectorDesk } from './desk.ts'
import { addMissingSayings } from './sayings.ts'
import { setOfKey } from './sets.ts'
import { keepSayings, sweepSets } from './sweep.ts'

/** Each a transaction of its own, or several where one would hold up others for long. */
export const createStoredVectors = (writer: Writer): VectorDesk => {
  const { transact } = writer
  return {
    addEmbeddingSet: (draft) => addSet(writer, draft),
    putVectors: (set, vectors) => transact((db) => createVectorDesk(db).putVectors(set, vectors)),
    activateEmbeddingSet: (set) => transact((db) => createVectorDesk(db).activateEmbeddingSet(set)),
    removeEmbeddingSet: async (set) => {
      await transact((db) => createVectorDesk(db).removeEmbeddingSet(set))
      await sweepSets(writer)
    },
  }
}

/** Chunks whose text is read and hashed in one transaction, so that other writers have a turn. */
const SLICE = 10_000

/** The first set of a store finds out what all chunks say; chunks that come meanwhile tell it themselves. */
async function addSet({ transact, alone }: Writer, draft: EmbeddingSetDraft): Promise<EmbeddingSet> {
  const isKnown = await alone((db) => setOfKey(db, draft.key) !== undefined)
  if (!isKnown) {
    await transact(keepSayings)
    while ((await transact((db) => addMissingSayings(db, SLICE))) === SLICE);
  }
  return transact((db) => createVectorDesk(db).addEmbeddingSet(draft))
}
