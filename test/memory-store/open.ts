import { leaseLost } from '@wuku/core/errors'
import type { Source, SourceId } from '@wuku/core/core-types'
import type { Accounts } from '@wuku/core/ports/accounts'
import type {
  OwnedLease,
  SourceDraft,
  Store,
  StoreAbility,
  StoreTransaction,
  StoreView,
  WriteScope,
} from '@wuku/core/ports/store'
import type { VectorTransaction } from '@wuku/core/ports/vectors'
import { createAccountTransaction, createAccountView, withoutUseBefore } from './accounts.ts'
import { createAnnotationTransaction, createAnnotationView } from './annotations.ts'
import { applyBatch } from './batch.ts'
import { demand } from './checks.ts'
import { guard } from './guard.ts'
import { holdingOfWorkflow, sourcesHeldAnew } from './holdings.ts'
import { createJobDesk, createJobView } from './jobs.ts'
import { createLibraryDesk } from './libraries-desk.ts'
import { createLibraryView } from './libraries-view.ts'
import { createPadTransaction, createPadView } from './pads.ts'
import { createRecordView, writeRecords } from './records.ts'
import { shownState } from './shown.ts'
import { addSource, changeSource, removeSource, requireSource, reviseSource } from './sources.ts'
import { emptyState, type State } from './state.ts'
import { createTurns } from './turns.ts'
import { createVectorTransaction, createVectorView, settleVectors } from './vectors.ts'
import { createIndexView } from './view.ts'

export interface MemoryOptions {
  /** Milliseconds since the epoch, for leases. Default: the clock of the machine. */
  readonly now?: () => number
  /** Default: all, since it has no file and one state. */
  readonly abilities?: readonly StoreAbility[]
}

/**
 * A store for tests: slow, forgotten with its process, and stricter than the others. What goes in and out is copied, so
 * that nobody can change it from outside.
 */
export function openMemory({ now = Date.now, abilities = ['erases', 'shares'] }: MemoryOptions = {}): Store {
  let state: State = emptyState
  let closed = false
  const turns = createTurns()
  /** A write has its scope for itself. Where another scope was written to meanwhile, it is run again on what is there now. */
  const change: Change = (scope, work) =>
    turns.take(scope, async () => {
      for (;;) {
        demand(!closed, 'it is closed')
        const before = state
        const draft = { state: before }
        const answer = await work(draft)
        if (state !== before) continue
        state = draft.state
        return answer
      }
    })
  const rest: Rest = {
    abilities: new Set(abilities),
    read: async (access, work) => {
      demand(!closed, 'it is closed')
      return useView(viewOf(shownState(state, access)), work)
    },
    readAccounts: async (work) => {
      demand(!closed, 'it is closed')
      const { accounts } = state
      return useView(
        createAccountView(() => accounts),
        work,
      )
    },
    close: () =>
      turns.take('all', async () => {
        closed = true
      }),
  }
  return storeOn(change, now, rest)
}

type Change = <T>(scope: WriteScope, work: (draft: Draft) => Promise<T>) => Promise<T>
type Rest = Pick<Store, 'abilities' | 'read' | 'close'> & { readonly readAccounts: Accounts['read'] }

function storeOn(change: Change, now: () => number, { readAccounts, ...rest }: Rest): Store {
  const write = (next: (state: State) => State, scope: WriteScope = 'all'): Promise<void> =>
    change(scope, async (draft) => void (draft.state = next(draft.state)))
  const store: Store = {
    ...rest,
    apply: (batch) =>
      write((before) => settleVectors(applyBatch(before, structuredClone(batch))), { source: batch.source }),
    write: (scope, work) => change(scope, (draft) => useView(deskOn(draft), work)),
    addSource: (draft) =>
      change('all', async (changed) => structuredClone(addSourceTo(changed, structuredClone(draft)))),
    changeSource: (id, wanted) => write((before) => changeSource(before, id, structuredClone(wanted))),
    removeSource: (id) => write((before) => settleVectors(removeSource(before, id))),
    lease: (name, owner, ttl) =>
      change('all', async (draft) => {
        const held = draft.state.leases.get(name)
        const latest = now() + ttl
        const isOthers = held !== undefined && held.owner !== owner && held.expires > now()
        const lease = isOthers ? { ...held, expires: Math.min(held.expires, latest) } : { owner, expires: latest }
        draft.state = withLeases(draft.state, [...draft.state.leases, [name, lease]])
        return lease.owner
      }),
    release: (name, owner) =>
      write((before) =>
        withLeases(
          before,
          [...before.leases].filter(([key, held]) => key !== name || held.owner !== owner),
        ),
      ),
    record: (records) =>
      write((before) => ({
        ...before,
        records: writeRecords(before.records, structuredClone(records)),
        accounts: withoutUseBefore(before.accounts, records.forgetBefore),
      })),
    vectors: vectorsOf((work) => change('all', (draft) => work(vectorDeskOn(draft)))),
    accounts: {
      read: readAccounts,
      write: (work) =>
        change('all', (draft) =>
          useView(
            createAccountTransaction(
              () => draft.state.accounts,
              (accounts) => void (draft.state = { ...draft.state, accounts }),
            ),
            work,
          ),
        ),
    },
    tidy: () => write((before) => before),
    under: (lease) => {
      const { release, record, tidy } = store
      return { ...storeOn(changeUnder(lease, change), now, { readAccounts, ...rest }), release, record, tidy }
    },
  }
  return store
}

const changeUnder =
  ({ name, owner }: OwnedLease, change: Change): Change =>
  (scope, work) =>
    change(scope, async (draft) => {
      if (draft.state.leases.get(name)?.owner !== owner) throw leaseLost(name)
      return work(draft)
    })

/** What a write has come to so far. */
interface Draft {
  state: State
}

const viewOf = (state: State): StoreView => ({
  ...createIndexView(() => state),
  pads: createPadView(state.pads, (workflow) => holdingOfWorkflow(state, workflow)),
  libraries: createLibraryView(() => state.libraries),
  annotations: createAnnotationView(() => state.annotations),
  records: createRecordView(() => state.records),
  jobs: createJobView(() => state.jobs),
  vectors: createVectorView(() => state),
})

const deskOn = (draft: Draft): StoreTransaction => ({
  ...createIndexView(() => draft.state),
  apply: async (batch) => void (draft.state = settleVectors(applyBatch(draft.state, batch))),
  addSource: async (wanted) => addSourceTo(draft, wanted),
  changeSource: async (id, wanted) => void (draft.state = changeSource(draft.state, id, wanted)),
  removeSource: async (id) => void (draft.state = settleVectors(removeSource(draft.state, id))),
  pads: createPadTransaction(
    () => draft.state.pads,
    (pads) => void (draft.state = { ...draft.state, pads }),
    (workflow) => holdingOfWorkflow(draft.state, workflow),
  ),
  libraries: createLibraryDesk(
    () => draft.state.libraries,
    (libraries) => {
      const sources = sourcesHeldAnew(draft.state.libraries, libraries)
      draft.state = sources.reduce(reviseSource, { ...draft.state, libraries })
    },
  ),
  annotations: createAnnotationTransaction(
    () => draft.state,
    (state) => void (draft.state = state),
  ),
  records: createRecordView(() => draft.state.records),
  jobs: createJobDesk(
    () => draft.state.jobs,
    (jobs) => void (draft.state = { ...draft.state, jobs }),
  ),
  vectors: { ...createVectorView(() => draft.state), ...vectorDeskOn(draft) },
})

const vectorDeskOn = (draft: Draft): VectorTransaction =>
  createVectorTransaction(
    () => draft.state,
    (state) => void (draft.state = state),
  )

/** Each a write of its own. */
const vectorsOf = (
  write: <T>(work: (transaction: VectorTransaction) => Promise<T>) => Promise<T>,
): VectorTransaction => ({
  addEmbeddingSet: (draft) => write((transaction) => transaction.addEmbeddingSet(structuredClone(draft))),
  putVectors: (set, vectors) => write((transaction) => transaction.putVectors(set, structuredClone(vectors))),
  activateEmbeddingSet: (set) => write((transaction) => transaction.activateEmbeddingSet(set)),
  removeEmbeddingSet: (set) => write((transaction) => transaction.removeEmbeddingSet(set)),
})

function addSourceTo(draft: Draft, wanted: SourceDraft): Source {
  const id = draft.state.nextSource as SourceId
  draft.state = addSource(draft.state, wanted)
  return requireSource(draft.state, id)
}

/** The answers are copies, and there are none once the callback has ended. */
async function useView<View extends object, T>(view: View, work: (view: View) => Promise<T>): Promise<T> {
  const { open, end } = guard(view)
  try {
    return await work(open)
  } finally {
    end()
  }
}

const withLeases = (
  state: State,
  leases: readonly (readonly [string, { owner: string; expires: number }])[],
): State => ({
  ...state,
  leases: new Map(leases),
})
