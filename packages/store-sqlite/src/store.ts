import type { SourceId } from '@wuku/core/core-types'
import { type CallRecord, type Forgetting, type NewRecords, withoutNames } from '@wuku/core/ports/record-store'
import type { Store, StoreAbility, StoreTransaction } from '@wuku/core/ports/store'
import { createAccountTransaction } from '@wuku/store-sql/sqlite/accounts/sqlite-account-transaction'
import { createAccountView } from '@wuku/store-sql/sqlite/accounts/sqlite-account-view'
import { createAnnotationTransaction } from './sqlite-annotations.ts'
import { applyBatch } from './batch.ts'
import { placesOfSource } from './documents/sqlite-documents.ts'
import { neverRefused, releaseLease, acquireLease, writerUnder } from './leases.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { removeDocuments } from './removal.ts'
import { deleteSource, insertSource, requireSource, updateSource } from './sqlite-sources.ts'
import { tidy } from './tidy.ts'
import { whileOpen } from '@wuku/store-sql/while-open'
import { removeOrphanContents } from './orphan-contents.ts'
import type { Writer } from './writer.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { insertActivity } from '@wuku/store-sql/sqlite/records/activities'
import { insertAudit } from '@wuku/store-sql/sqlite/records/audit'
import { insertCalls } from '@wuku/store-sql/sqlite/records/calls'
import { addCount } from '@wuku/store-sql/sqlite/records/counts'
import type { EmbeddingSet, EmbeddingSetDraft, VectorTransaction } from '@wuku/core/ports/vectors'
import { addMissingContents } from './vectors/chunk-contents.ts'
import { setOfKey, activateSet, disownSet, insertSet } from './vector-sets.ts'
import { enableContentHashes, sweepSets } from './vectors/sweep.ts'
import { createLookups } from './lookups.ts'
import { createPadTransaction } from './pads/sqlite-pad-transaction.ts'
import { createRecordView } from '@wuku/store-sql/sqlite/records/sqlite-record-view'
import { createVectorView } from './sqlite-vector-view.ts'
import { createIndexView } from './sqlite-view.ts'
import type { LibraryTransaction } from '@wuku/core/ports/library-store'
import { advance, counter } from '@wuku/store-sql/sqlite/counters'
import { deleteFiles, deleteFilesOf, putFiles } from '@wuku/store-sql/sqlite/libraries/sqlite-library-files'
import {
  deleteLibrary,
  insertLibrary,
  requireLibrary,
  updateLibrary,
} from '@wuku/store-sql/sqlite/libraries/sqlite-libraries'
import {
  deleteVersion,
  insertVersion,
  listVersions,
  requireVersion,
  updateVersion,
} from '@wuku/store-sql/sqlite/libraries/sqlite-library-versions'
import { createJobTransaction } from '@wuku/store-sql/sqlite/jobs/sqlite-job-transaction'
import { createLibraryView } from '@wuku/store-sql/sqlite/libraries/sqlite-library-view'
import { putVectors } from './vectors/put.ts'

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

export interface StoreParts {
  readonly file: string
  readonly writer: Writer
  readonly connections: ConnectionPool
  readonly now: () => number
}

/** Removals rewrite the one file. */
const abilities: ReadonlySet<StoreAbility> = new Set(['erases', 'shares'])

export function createStore(parts: StoreParts): Store {
  const { file, writer, connections, now } = parts
  const { transact } = writer
  const store: Store = {
    abilities,
    read: connections.read,
    apply: (batch) => transact((db) => applyBatch(db, batch)),
    // One connection writes, and SQLite lets one process write at a time: every scope excludes every other.
    write: (_scope, work) => transact((db) => inTransaction(db, work)),
    addSource: (draft) => transact((db) => insertSource(db, draft)),
    changeSource: (id, change) => transact((db) => updateSource(db, id, change)),
    removeSource: async (id) => {
      await transact((db) => removeSourceData(db, id))
      await tidy(file, writer)
    },
    lease: (name, owner, ttl) => transact((db) => acquireLease(db, { name, owner, ttl, now: now() })),
    release: (name, owner) => transact((db) => releaseLease(db, name, owner)),
    under: (lease) => ({ ...createStore({ ...parts, writer: writerUnder(writer, lease) }), ...neverRefused(store) }),
    record: (records) => transact((db) => writeRecords(db, records), timeoutFor(records)),
    vectors: createStoredVectors(writer),
    accounts: {
      read: (work) => connections.withConnection((db) => work(createAccountView(db))),
      write: (work) => transact((db) => whileOpen(createAccountTransaction(db), work)),
    },
    tidy: () => tidy(file, writer),
    close: async () => {
      await writer.close()
      connections.close()
    },
  }
  return store
}

function removeSourceData(db: Connection, id: SourceId): void {
  requireSource(db, id)
  removeDocuments(db, placesOfSource(db, id))
  removeOrphanContents(db)
  deleteSource(db, id)
}

/** A command ends once its call is recorded: that is not worth waiting for another process. Activities are. */
const timeoutFor = ({ activities = [], audit = [], forgetNaming }: NewRecords): number | undefined =>
  forgetNaming || activities.length + audit.length > 0 ? undefined : CALLS_TIMEOUT
const CALLS_TIMEOUT = 1_000

/** In the order given: of two of the same moment, the later one is the newer. */
function writeRecords(db: Connection, { activities = [], calls = [], counts = [], ...rest }: NewRecords): void {
  for (const activity of activities) insertActivity(db, activity)
  recordCalls(db, calls)
  for (const count of counts) addCount(db, count)
  for (const entry of rest.audit ?? []) insertAudit(db, entry)
  if (rest.forgetBefore !== undefined) forgetBefore(db, rest.forgetBefore)
  if (rest.forgetNaming) forgetNames(db, rest.forgetNaming)
}

function recordCalls(db: Connection, calls: readonly CallRecord[]): void {
  const forgotten = counter(db, 'forgotten')
  insertCalls(
    db,
    calls.map((call) => (call.at > forgotten ? call : withoutNames(call))),
  )
}

function forgetNames(db: Connection, { texts, at }: Forgetting): void {
  for (const text of texts) {
    db.run("UPDATE calls SET input = 'null' WHERE instr(input, ?) > 0", [asStored(text)])
    db.run("UPDATE calls SET hits = '[]' WHERE instr(hits, ?) > 0", [asStored(text)])
  }
  db.run("INSERT INTO counters VALUES ('forgotten', ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)", [
    Math.ceil(at),
  ])
}

/**
 * Old records are no reason for `tidy` to rewrite the whole file: some expire every minute. `secure_delete` wipes them
 * meanwhile, and the next removal of something else takes the rest.
 */
function forgetBefore(db: Connection, cutoff: number): void {
  db.run('DELETE FROM activities WHERE at < ?', [cutoff])
  db.run('DELETE FROM calls WHERE at < ?', [cutoff])
  db.run('DELETE FROM audit WHERE at < ?', [cutoff])
  // User by user, so that the key finds the days without a look at the others.
  const day = new Date(cutoff).toISOString().slice(0, 'yyyy-mm-dd'.length)
  db.run('DELETE FROM daily_use WHERE user IN (SELECT id FROM users) AND day < ?', [day])
}

/** As it stands in a text of JSON. */
const asStored = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Each a transaction of its own, or several where one would hold up others for long. */
const createStoredVectors = (writer: Writer): VectorTransaction => {
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
  const { pads, flush } = createPadTransaction(db)
  const lookups = createLookups()
  const transaction: StoreTransaction = {
    ...createIndexView(db, lookups),
    apply: async (batch) => applyBatch(db, batch),
    addSource: async (draft) => insertSource(db, draft),
    changeSource: async (id, change) => updateSource(db, id, change),
    removeSource: async (id) => removeSourceData(db, id),
    pads,
    libraries: createLibraryTransaction(db),
    annotations: createAnnotationTransaction(db),
    records: createRecordView(db),
    jobs: createJobTransaction(db),
    vectors: { ...createVectorView(db, lookups), ...createVectorTransaction(db) },
  }
  return whileOpen(transaction, async (open) => {
    const answer = await work(open)
    flush()
    return answer
  })
}

/** Stands on the writer within a transaction. */
const createLibraryTransaction = (db: Connection): LibraryTransaction => ({
  ...createLibraryView(db),
  addLibrary: async (draft) => insertLibrary(db, draft),
  changeLibrary: async (id, change) => updateLibrary(db, id, change),
  removeLibrary: async (id) => removeLibrary(db, id),
  addVersion: async (draft) => insertVersion(db, draft),
  changeVersion: async (id, change) => updateVersion(db, id, change),
  removeVersion: async (id) => removeVersion(db, id),
  putFiles: async (version, files) => putFiles(db, requireVersion(db, version), files),
  removeFiles: async (version, paths) => {
    advance(db, 'removals', deleteFiles(db, requireVersion(db, version).id, paths))
  },
})

function removeLibrary(db: Connection, id: number): void {
  requireLibrary(db, id)
  for (const version of listVersions(db, id)) removeVersion(db, version.id)
  deleteLibrary(db, id)
  advance(db, 'removals', 1)
}

function removeVersion(db: Connection, id: number): void {
  requireVersion(db, id)
  deleteFilesOf(db, id)
  deleteVersion(db, id)
  advance(db, 'removals', 1)
}
