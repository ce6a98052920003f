import type { Store } from '../../ports/store.ts'
import { applyBatch } from './batch.ts'
import { advance } from './counters.ts'
import { workAtDesk } from './desk.ts'
import { placesOfSource } from './documents.ts'
import { releaseLease, takeLease } from './leases.ts'
import type { Readers } from './readers.ts'
import { writeRecords } from './records/write.ts'
import { removeDocuments } from './removal.ts'
import { deleteSource, insertSource, requireSource, updateSource } from './sources.ts'
import { tidy } from './tidy.ts'
import { settleSayings } from './vectors/leaving.ts'
import { createStoredVectors } from './vectors/stored.ts'
import type { Writer } from './writer.ts'

export interface StoreParts {
  readonly file: string
  readonly identity: string
  readonly writer: Writer
  readonly readers: Readers
  readonly now: () => number
}

export function createStore({ file, identity, writer, readers, now }: StoreParts): Store {
  const { transact } = writer
  return {
    read: readers.read,
    apply: (batch) => transact((db) => applyBatch(db, batch)),
    write: (work) => transact((db) => workAtDesk(db, identity, work)),
    addSource: (draft) => transact((db) => insertSource(db, draft)),
    changeSource: (id, change) => transact((db) => updateSource(db, id, change)),
    removeSource: async (id) => {
      await transact((db) => {
        requireSource(db, id)
        removeDocuments(db, placesOfSource(db, id))
        settleSayings(db)
        deleteSource(db, id)
        advance(db, 'revision', 1)
      })
      await tidy(file, writer)
    },
    lease: (name, owner, ttl) => transact((db) => takeLease(db, { name, owner, ttl, now: now() })),
    release: (name, owner) => transact((db) => releaseLease(db, name, owner)),
    record: (records) => transact((db) => writeRecords(db, records)),
    vectors: createStoredVectors(writer),
    tidy: () => tidy(file, writer),
    close: async () => {
      await writer.close()
      readers.close()
    },
  }
}
