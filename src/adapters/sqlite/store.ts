import type { NewRecords } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import { applyBatch } from './batch.ts'
import { advance } from './counters.ts'
import { workAtDesk } from './desk.ts'
import { placesOfSource } from './documents.ts'
import { neverRefused, releaseLease, takeLease, writerUnder } from './leases.ts'
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

export function createStore(parts: StoreParts): Store {
  const { file, identity, writer, readers, now } = parts
  const { transact } = writer
  const store: Store = {
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
    under: (lease) => ({ ...createStore({ ...parts, writer: writerUnder(writer, lease) }), ...neverRefused(store) }),
    record: (records) => transact((db) => writeRecords(db, records), patienceFor(records)),
    vectors: createStoredVectors(writer),
    tidy: () => tidy(file, writer),
    close: async () => {
      await writer.close()
      readers.close()
    },
  }
  return store
}

/** A command ends when its call is written down: that is not worth waiting for another process. What was done is. */
const patienceFor = ({ activities = [], forgetNaming = [] }: NewRecords): number | undefined =>
  activities.length + forgetNaming.length > 0 ? undefined : CALLS_PATIENCE
const CALLS_PATIENCE = 1_000
