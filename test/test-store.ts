import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store, StoreAbility } from '@wuku/core/ports/store'
import { openSqlite } from '../packages/store-sqlite/src/open-sqlite.ts'

export interface TestStoreOptions {
  /** Milliseconds since the epoch, for leases. Default: the clock of the machine. */
  readonly now?: () => number
  /** What the store says of itself. Default: what SQLite can. */
  readonly abilities?: readonly StoreAbility[]
}

let folder: string | undefined
let stores = 0

/** An empty store of SQLite in a file that is removed when the process ends. */
export function openTestStore({ abilities = ['erases', 'shares'], ...options }: TestStoreOptions = {}): Store {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'wuku-test-store-'))
    process.on('exit', () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  return onceOpen(openSqlite(join(folder, `${stores++}.sqlite`), options), new Set(abilities))
}

function onceOpen(opened: Promise<Store>, abilities: ReadonlySet<StoreAbility>): Store {
  opened.catch(() => {})
  return {
    abilities,
    read: async (access, work) => (await opened).read(access, work),
    apply: async (batch) => (await opened).apply(batch),
    write: async (scope, work) => (await opened).write(scope, work),
    addSource: async (draft) => (await opened).addSource(draft),
    changeSource: async (id, change) => (await opened).changeSource(id, change),
    removeSource: async (id) => (await opened).removeSource(id),
    lease: async (name, owner, ttl) => (await opened).lease(name, owner, ttl),
    release: async (name, owner) => (await opened).release(name, owner),
    under: (lease) =>
      onceOpen(
        opened.then((store) => store.under(lease)),
        abilities,
      ),
    record: async (records) => (await opened).record(records),
    vectors: {
      addEmbeddingSet: async (draft) => (await opened).vectors.addEmbeddingSet(draft),
      putVectors: async (set, vectors) => (await opened).vectors.putVectors(set, vectors),
      activateEmbeddingSet: async (set) => (await opened).vectors.activateEmbeddingSet(set),
      removeEmbeddingSet: async (set) => (await opened).vectors.removeEmbeddingSet(set),
    },
    accounts: {
      read: async (work) => (await opened).accounts.read(work),
      write: async (work) => (await opened).accounts.write(work),
    },
    tidy: async () => (await opened).tidy(),
    close: async () => (await opened).close(),
  }
}

/** The same store where every write meets a conflict: its work is run, taken back, and run again. */
export const runningTwice = (store: Store): Store => ({
  ...store,
  write: async (scope, work) => {
    const conflict = new Error('Somebody else wrote meanwhile.')
    const first = store.write(scope, async (transaction) => {
      await work(transaction)
      throw conflict
    })
    await first.catch((error: unknown) => {
      if (error !== conflict) throw error
    })
    return store.write(scope, work)
  },
  under: (lease) => runningTwice(store.under(lease)),
})
