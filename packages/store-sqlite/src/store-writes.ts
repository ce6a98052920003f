import type { SourceId } from '@wuku/core/core-types'
import type { AccountTransaction } from '@wuku/core/ports/accounts'
import type { Store, StoreTransaction } from '@wuku/core/ports/store'
import { createAccountTransaction } from '@wuku/store-sql/accounts'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import { createAnnotationTransaction } from '@wuku/store-sql/annotations'
import { applyBatch } from './batch.ts'
import { placesOfSource } from './documents/sqlite-documents.ts'
import { acquireLease, releaseLease } from '@wuku/store-sql/leases'
import { removeDocuments } from './removal.ts'
import { deleteSource, insertSource, requireSource, updateSource } from '@wuku/store-sql/sources'
import type { ConnectionPool } from './connection-pool.ts'
import { whileOpen } from '@wuku/store-sql/while-open'
import { removeOrphanContents } from './orphan-contents.ts'
import { addMissingContents } from './vectors/chunk-contents.ts'
import type { Writer } from './writer.ts'
import { type Connection, isBusy } from '@wuku/store-sql/sqlite/driver/connection'
import type { EmbeddingSet, EmbeddingSetDraft, VectorTransaction } from '@wuku/core/ports/vectors'
import { setOfKey, activateSet, disownSet, insertSet } from './vector-sets.ts'
import { enableContentHashes, sweepSets } from './vectors/sweep.ts'
import { createLookups } from './lookups.ts'
import { createSqlitePadTransaction } from './pads/sqlite-pads.ts'
import { createRecordView } from '@wuku/store-sql/records'
import { createVectorView } from './sqlite-vector-view.ts'
import { createIndexView } from './sqlite-view.ts'
import { advance, counter } from '@wuku/store-sql/sqlite/counters'
import { createJobTransaction } from '@wuku/store-sql/jobs'
import { createLibraryTransaction } from '@wuku/store-sql/libraries'
import { putVectors } from './vectors/put.ts'
import { isFull } from '@wuku/store-sql/sqlite/sqlite-failures'
import { tidyRuns } from './documents/runs.ts'
import { runInThread } from './thread.ts'

export interface StoreParts {
  readonly file: string
  readonly writer: Writer
  readonly connections: ConnectionPool
  readonly now: () => number
}

/** Parts of a store that write, but for records of calls. */
export type StoreWrites = Pick<
  Store,
  'apply' | 'write' | 'addSource' | 'changeSource' | 'removeSource' | 'lease' | 'release' | 'tidy'
>

export function createStoreWrites({ file, writer, now }: StoreParts): StoreWrites {
  const { transact } = writer
  return {
    apply: (batch) => transact((db) => applyBatch(db, batch)),
    // One connection writes, and SQLite lets one process write at a time: every scope excludes every other.
    write: (_scope, work) => transact((db) => inTransaction(db, work)),
    addSource: (draft) => transact((db) => insertSource(sqliteSession(db), draft)),
    changeSource: (id, change) => transact((db) => updateSource(sqliteSession(db), id, change)),
    removeSource: async (id) => {
      await transact((db) => removeSourceData(db, id))
      await tidy(file, writer)
    },
    lease: (name, owner, ttl) => transact((db) => acquireLease(sqliteSession(db), { name, owner, ttl, now: now() })),
    release: (name, owner) => transact((db) => releaseLease(sqliteSession(db), name, owner)),
    tidy: () => tidy(file, writer),
  }
}

export const writeAccounts = <T>(
  { transact }: Writer,
  work: (transaction: AccountTransaction) => Promise<T>,
): Promise<T> => transact((db) => whileOpen(createAccountTransaction(sqliteSession(db)), work))

async function removeSourceData(db: Connection, id: SourceId): Promise<void> {
  await requireSource(sqliteSession(db), id)
  removeDocuments(db, placesOfSource(db, id))
  removeOrphanContents(db)
  await deleteSource(sqliteSession(db), id)
}

/** Within a transaction. */
const createVectorTransaction = (db: Connection): VectorTransaction => ({
  addEmbeddingSet: async (draft) => {
    const known = setOfKey(db, draft.key)
    if (known) return known
    enableContentHashes(db)
    addMissingContents(db, Number.MAX_SAFE_INTEGER)
    return insertSet(db, draft)
  },
  putVectors: async (set, vectors) => putVectors(db, set, vectors),
  activateEmbeddingSet: async (set) => activateSet(db, set),
  removeEmbeddingSet: async (set) => {
    disownSet(db, set)
    advance(db, 'removals', 1)
  },
})

/** Each a transaction of its own, or several where one would hold up others for long. */
export const createStoredVectors = (writer: Writer): VectorTransaction => {
  const { transact } = writer
  return {
    addEmbeddingSet: (draft) => addSet(writer, draft),
    putVectors: (set, vectors) => transact((db) => createVectorTransaction(db).putVectors(set, vectors)),
    activateEmbeddingSet: (set) => transact((db) => createVectorTransaction(db).activateEmbeddingSet(set)),
    removeEmbeddingSet: async (set) => {
      await transact((db) => createVectorTransaction(db).removeEmbeddingSet(set))
      await sweepSets(writer)
    },
  }
}

/** Chunks whose text is read and hashed in one transaction, so that other writers have a turn. */
const SLICE = 10_000

/** The first set of a store adds the contents of all chunks; later chunks add their own. */
async function addSet({ transact, exclusive }: Writer, draft: EmbeddingSetDraft): Promise<EmbeddingSet> {
  const isKnown = await exclusive((db) => setOfKey(db, draft.key) !== undefined)
  if (!isKnown) {
    await transact(enableContentHashes)
    while ((await transact((db) => addMissingContents(db, SLICE))) === SLICE);
  }
  return transact((db) => createVectorTransaction(db).addEmbeddingSet(draft))
}

/** Stands on the writer within a transaction. */
async function inTransaction<T>(db: Connection, work: (transaction: StoreTransaction) => Promise<T>): Promise<T> {
  const lookups = createLookups()
  const session = sqliteSession(db)
  const transaction: StoreTransaction = {
    ...createIndexView(db, lookups),
    apply: async (batch) => applyBatch(db, batch),
    addSource: (draft) => insertSource(session, draft),
    changeSource: (id, change) => updateSource(session, id, change),
    removeSource: (id) => removeSourceData(db, id),
    pads: createSqlitePadTransaction(db),
    libraries: createLibraryTransaction(session),
    annotations: createAnnotationTransaction(session),
    records: createRecordView(session),
    jobs: createJobTransaction(session),
    vectors: { ...createVectorView(db, lookups), ...createVectorTransaction(db) },
  }
  return whileOpen(transaction, work)
}

/**
 * `secure_delete` wipes deleted data, but not the copies that stay in the free space of a page when SQLite moves its
 * rows to a neighbour: of 1,260 words removed one by one, 3 could still be read in the file. Only rewriting the file is
 * certain. It costs about 6 ms for each megabyte, and nothing if nothing was removed.
 */
async function tidy(file: string, writer: Writer): Promise<void> {
  const { exclusive, transact } = writer
  await sweepSets(writer)
  const untidy = await exclusive((db) => counter(db, 'removals') - counter(db, 'tidied'))
  if (untidy === 0) return exclusive(emptyLogIfFree)
  await transact(tidyRuns)
  await rewriteFile(file, writer)
  // The log still holds the pages as they were. Until it is empty the store does not count as tidy.
  await exclusive((db) => db.emptyLog())
  await transact((db) => advance(db, 'tidied', untidy))
}

function emptyLogIfFree(db: Connection): void {
  try {
    db.emptyLog()
  } catch (thrown) {
    if (!isBusy(thrown) && !isFull(thrown)) throw thrown
  }
}

/** A file of this size is rewritten in the time that a thread takes to start. */
const SMALL_BYTES = 8_000_000

/** Rewrites the file. A large one in a thread of its own, so that this one goes on answering: 60 MB take a second. */
export async function rewriteFile(
  file: string,
  { exclusive, whilePaused }: Pick<Writer, 'exclusive' | 'whilePaused'>,
  small = SMALL_BYTES,
): Promise<void> {
  const bytes = await exclusive(
    (db) =>
      db.row<{ bytes: number }>('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
        ?.bytes,
  )
  if ((bytes ?? 0) < small) return exclusive((db) => db.script('VACUUM'))
  return whilePaused(async () => {
    await runInThread({ file, before: 'PRAGMA synchronous = FULL; PRAGMA secure_delete = ON', sql: 'VACUUM' })
  })
}
