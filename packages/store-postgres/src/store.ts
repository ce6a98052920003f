import type { SourceId } from '@wuku/core/core-types'
import type { SharedNotes } from '@wuku/core/ports/instances'
import type { OwnedLease, Store, StoreAbility, StoreTransaction } from '@wuku/core/ports/store'
import type { NewRecords } from '@wuku/core/ports/record-store'
import type { VectorTransaction } from '@wuku/core/ports/vectors'
import { whileOpen } from '@wuku/store-sql/while-open'
import { createAccountTransaction, createAccountView } from '@wuku/store-sql/accounts'
import { createAnnotationTransaction } from '@wuku/store-sql/annotations'
import { type Caches, createCaches, type ReadContext } from './read-context.ts'
import type { Database } from './database.ts'
import { applyBatch, removeDocumentsOf } from './documents/batch.ts'
import { createJobTransaction } from '@wuku/store-sql/jobs'
import { requireLeases, releaseLease, acquireLease } from '@wuku/store-sql/leases'
import { createLibraryTransaction } from '@wuku/store-sql/libraries'
import { type Lock, locksOf, type LockedPart } from './connection/locks.ts'
import { createPadTransaction } from '@wuku/store-sql/pads/pad-transaction'
import { writeRecords } from '@wuku/store-sql/records'
import { EVERY_ROW, restrictRows } from './row-security.ts'
import type { Session } from './connection/session.ts'
import { findVisible, isOpen } from './postgres-sources.ts'
import { deleteSource, insertSource, requireSource, updateSource } from '@wuku/store-sql/sources'
import { createVectorTransaction, dropRemovedSets, createVectorView } from './vectors/postgres-vector-transaction.ts'
import { createView, NO_SNAPSHOT, padPartsOf } from './postgres-view.ts'
import type { SearchEngine } from '@wuku/core/search-engine'
import type { Feeding } from './postings/feeding.ts'
import type { Merging } from './postings/merging.ts'

export interface StoreParts {
  readonly database: Database
  readonly merging: Merging
  /** Present if a search engine is set up. */
  readonly engine?: SearchEngine | undefined
  readonly feeding?: Feeding | undefined
  /** Given in tests; otherwise the clock of the server counts. */
  readonly now?: (() => number) | undefined
}

/**
 * Neither erases nor shares: logs, replicas and backups of a server keep what was removed for a time, and the rows of each
 * source stay apart, so that nothing is found through a source that a caller does not see.
 */
const abilities: ReadonlySet<StoreAbility> = new Set()

export function createStore(parts: StoreParts): Store {
  const { database, merging, engine, feeding } = parts
  const caches = createCaches()
  const underLeases = (leases: readonly OwnedLease[]): Store => ({
    ...store,
    ...writesOf(parts, caches, leases),
    under: (lease) => underLeases([...leases, lease]),
  })
  const store: Store = {
    abilities,
    read: (access, work) =>
      // The work of the store itself goes by what is written; a caller may see it a moment later.
      database.read(
        { at: access.hidden ? 'primary' : 'anywhere', rows: isOpen(access) ? 'every' : 'shown' },
        async (db, snapshot) => {
          const visible = isOpen(access) ? undefined : await findVisible({ db, caches }, access)
          const shown = visible?.shown
          const view = createView({ db, snapshot, caches, shown, visible, engine, missing: { answered: 0, of: 0 } })
          // Statements of the work go behind it at once, and fail where it fails.
          const allowed = shown ? restrictRows(db, shown) : isOpen(access) || db.run(EVERY_ROW)
          const [answer] = await Promise.all([work(view), allowed])
          return answer
        },
      ),
    ...writesOf(parts, caches, []),
    release: (name, owner) => database.write([], (db) => releaseLease(db, name, owner)),
    record: (records) => database.write(locksOfRecords(records), (db) => writeRecords(db, records)),
    under: (lease) => underLeases([lease]),
    ...(feeding && { searchEngine: feeding.desk }),
    tidy: async () => {
      await database.write(locksOf('sets'), dropRemovedSets)
      await merging.mergeRemoved()
    },
    close: async () => {
      database.requireOutside()
      await Promise.all([merging.close(), feeding?.close()])
      await engine?.close()
      await database.close()
    },
  }
  return store
}

/** Calls that are being recorded would not be seen by what forgets: each sees the others whole, before or after it. */
const locksOfRecords = ({ calls = [], forgetNaming }: NewRecords): readonly Lock[] =>
  forgetNaming || calls.length > 0 ? [{ name: 'calls', isShared: !forgetNaming }] : []

type Writes = Pick<
  Store,
  'apply' | 'write' | 'addSource' | 'changeSource' | 'removeSource' | 'lease' | 'vectors' | 'accounts'
>

/** Each write is refused where one of its leases is lost. */
function writesOf(
  { database, merging, feeding, engine, now }: StoreParts,
  caches: Caches,
  leases: readonly OwnedLease[],
): Writes {
  const transact = async <T>(scope: LockedPart, work: (db: Session) => Promise<T>): Promise<T> => {
    const attempt = async (db: Session): Promise<T> => {
      if (leases.length > 0) await requireLeases(db, leases)
      return work(db)
    }
    const isSmall = typeof scope === 'object' && 'workflow' in scope
    const answer = await database.write(locksOf(scope), attempt, { isSmall })
    merging.wake()
    feeding?.wake()
    return answer
  }
  const sets = <T>(work: (vectors: VectorTransaction) => Promise<T>): Promise<T> =>
    transact('sets', (db) => work(createVectorTransaction(db)))
  return {
    apply: (batch) => transact({ source: batch.source }, (db) => applyBatch(db, batch)),
    write: (scope, work) => transact(scope, (db) => inTransaction({ db, caches, engine }, work)),
    addSource: (draft) => transact('sources', (db) => insertSource(db, draft)),
    changeSource: (id, change) => transact({ source: id }, (db) => updateSource(db, id, change)),
    removeSource: async (id) => {
      await transact({ source: id }, (db) => removeSourceData(db, id))
      await merging.mergeRemoved()
    },
    lease: (name, owner, ttl) => transact('leases', (db) => acquireLease(db, { name, owner, ttl, now: now?.() })),
    vectors: {
      addEmbeddingSet: (draft) => sets((each) => each.addEmbeddingSet(draft)),
      putVectors: (set, given) => transact('vectors', (db) => createVectorTransaction(db).putVectors(set, given)),
      activateEmbeddingSet: (set) => sets((each) => each.activateEmbeddingSet(set)),
      removeEmbeddingSet: (set) => sets((each) => each.removeEmbeddingSet(set)),
    },
    accounts: {
      read: (work) => database.read({ at: 'primary', rows: 'every' }, (db) => work(createAccountView(db))),
      write: (work) => transact('accounts', (db) => whileOpen(createAccountTransaction(db), work)),
      notes: createNotes(database),
    },
  }
}

async function removeSourceData(db: Session, id: SourceId): Promise<void> {
  await requireSource(db, id)
  await removeDocumentsOf(db, id)
  await deleteSource(db, id)
}

async function inTransaction<T>(
  { db, caches, engine }: Pick<ReadContext, 'db' | 'caches' | 'engine'>,
  work: (transaction: StoreTransaction) => Promise<T>,
): Promise<T> {
  const context: ReadContext = { db, caches, engine, snapshot: NO_SNAPSHOT, shown: undefined }
  const transaction: StoreTransaction = {
    ...createView(context),
    apply: (batch) => applyBatch(db, batch),
    addSource: (draft) => insertSource(db, draft),
    changeSource: (id, change) => updateSource(db, id, change),
    removeSource: (id) => removeSourceData(db, id),
    pads: createPadTransaction(padPartsOf(context)),
    libraries: createLibraryTransaction(db),
    annotations: createAnnotationTransaction(db),
    jobs: createJobTransaction(db),
    vectors: { ...createVectorView(context), ...createVectorTransaction(db) },
  }
  return whileOpen(transaction, work)
}

/** After this number of claims, expired notes are removed. */
const SWEEP_EVERY = 200

const NOW = 'extract(epoch FROM clock_timestamp()) * 1000'

/** Notes in a table of their own, which no view of the store reads. */
function createNotes(database: Database): SharedNotes {
  let claims = 0
  const sweep = async (): Promise<void> => {
    if (++claims % SWEEP_EVERY !== 1) return
    await database.write([], (db) => db.run(`DELETE FROM instance_notes WHERE until <= ${NOW}`))
  }
  return {
    async claim(key, text, milliseconds) {
      await sweep()
      return database.write([], async (db) => {
        const claimed = await db.row(
          `INSERT INTO instance_notes (key, text, until) VALUES ($1, $2, ${NOW} + $3)
           ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until
             WHERE instance_notes.until <= ${NOW}
           RETURNING true AS is_taken`,
          [key, text, milliseconds],
        )
        if (claimed) return undefined
        // The conflict has locked nothing: a note that was removed meanwhile counts as one that just ended.
        const found = await db.row<{ text: string }>('SELECT text FROM instance_notes WHERE key = $1', [key])
        return found?.text ?? ''
      })
    },
    put: async (key, text, milliseconds) => {
      await database.write([], (db) =>
        db.run(
          `INSERT INTO instance_notes (key, text, until) VALUES ($1, $2, ${NOW} + $3)
           ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until`,
          [key, text, milliseconds],
        ),
      )
    },
    remove: async (key) => {
      await database.write([], (db) => db.run('DELETE FROM instance_notes WHERE key = $1', [key]))
    },
  }
}
