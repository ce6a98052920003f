import type { Store } from '../../ports/store.ts'
import { applyBatch } from './batch.ts'
import { placesOfSource } from './documents.ts'
import type { Connection } from './driver.ts'
import { releaseLease, takeLease } from './leases.ts'
import { whenFree } from './patience.ts'
import type { Readers } from './readers.ts'
import { removeDocuments } from './removal.ts'
import { deleteSource, insertSource, requireSource, updateSource } from './sources.ts'
import { tidy } from './tidy.ts'

export interface StoreParts {
  readonly writer: Connection
  readonly readers: Readers
  readonly now: () => number
}

/** One connection writes: a transaction begins and ends within one call, so that no other of this process gets between. */
export function createStore({ writer, readers, now }: StoreParts): Store {
  const write = <T>(work: () => T): Promise<T> => whenFree(() => writer.transaction(work))
  return {
    read: readers.read,
    apply: (batch) => write(() => applyBatch(writer, batch)),
    addSource: (draft) => write(() => insertSource(writer, draft)),
    changeSource: (id, change) => write(() => updateSource(writer, id, change)),
    removeSource: async (id) => {
      await write(() => {
        requireSource(writer, id)
        removeDocuments(writer, placesOfSource(writer, id))
        deleteSource(writer, id)
      })
      await tidy(writer)
    },
    lease: (name, owner, ttl) => write(() => takeLease(writer, { name, owner, ttl, now: now() })),
    release: (name, owner) => write(() => releaseLease(writer, name, owner)),
    tidy: () => tidy(writer),
    close: async () => {
      readers.close()
      writer.close()
    },
  }
}
