import type { OwnedLease, Store, StoreAbility } from '@wuku/core/ports/store'
import type { NewRecords } from '@wuku/core/ports/record-store'
import type { VectorTransaction } from '@wuku/core/ports/vectors'
import { loadOnCall, once } from '@wuku/core/once'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import { requireLeases } from '@wuku/store-sql/leases'
import type { StoreParts, StoreWrites } from './store-writes.ts'
import type { Writer } from './writer.ts'

/** Removals rewrite the one file. */
const abilities: ReadonlySet<StoreAbility> = new Set(['erases', 'shares'])

/**
 * Most commands only read, and note their call: what writes is loaded for the first write. `loading`: what writes that have
 * begun may wait for, also those under a lease.
 */
export function createStore(parts: StoreParts, loading: Set<Promise<unknown>> = new Set()): Store {
  const { writer, connections } = parts
  const { transact } = writer
  const part = <T>(load: () => Promise<T>): (() => Promise<T>) =>
    once(() => {
      const loaded = load()
      const settled = (): boolean => loading.delete(loaded)
      loading.add(loaded)
      void loaded.then(settled, settled)
      return loaded
    })
  const records = part(() => import('@wuku/store-sql/records'))
  const writes = part(() => import('./store-writes.ts'))
  const store: Store = {
    abilities,
    read: connections.read,
    ...loadOnCall<StoreWrites>(
      part(async () => (await writes()).createStoreWrites(parts)),
      ['apply', 'write', 'addSource', 'changeSource', 'removeSource', 'lease', 'release', 'tidy'],
    ),
    under: (lease) => ({
      ...createStore({ ...parts, writer: writerUnder(writer, lease) }, loading),
      // These are not part of the work under the lease.
      release: store.release,
      record: store.record,
      tidy: store.tidy,
    }),
    record: async (given) => {
      const { writeRecords } = await records()
      await transact((db) => writeRecords(sqliteSession(db), given), timeoutFor(given))
    },
    vectors: loadOnCall<VectorTransaction>(
      part(async () => (await writes()).createStoredVectors(writer)),
      ['addEmbeddingSet', 'putVectors', 'activateEmbeddingSet', 'removeEmbeddingSet'],
    ),
    accounts: {
      async read(work) {
        const { createAccountView } = await import('@wuku/store-sql/accounts')
        return connections.withConnection((db) => work(createAccountView(sqliteSession(db))))
      },
      write: async (work) => (await writes()).writeAccounts(writer, work),
    },
    close: async () => {
      // Writes that were asked for before are done before.
      await Promise.allSettled(loading)
      await writer.close()
      connections.close()
    },
  }
  return store
}

/** A writer that looks first, in every transaction, whether the lease is still held. */
const writerUnder = (writer: Writer, lease: OwnedLease): Writer => ({
  ...writer,
  transact: (work, timeout) =>
    writer.transact(async (db) => {
      await requireLeases(sqliteSession(db), [lease])
      return work(db)
    }, timeout),
})

/** A command ends once its call is recorded: that is not worth waiting for another process. Activities are. */
const timeoutFor = ({ activities = [], audit = [], forgetNaming }: NewRecords): number | undefined =>
  forgetNaming || activities.length + audit.length > 0 ? undefined : CALLS_TIMEOUT
const CALLS_TIMEOUT = 1_000
