import { WukuError } from '../../core/errors.ts'
import type { Source, SourceId } from '../../core/words.ts'
import type { SourceChange, SourceDraft, Store, StoreDesk, StoreView } from '../../ports/store.ts'
import { applyBatch, requireSource } from './batch.ts'
import { demand } from './checks.ts'
import { guard } from './guard.ts'
import { createPadDesk, createPadView } from './pads.ts'
import { emptyState, type State } from './state.ts'
import { createTurns } from './turns.ts'
import { createIndexView } from './view.ts'

export interface MemoryOptions {
  /** Milliseconds since the epoch, for leases. Default: the clock of the machine. */
  readonly now?: () => number
}

/**
 * A store for tests: slow, forgotten with its process, and stricter than the others. What goes in and out is copied, so
 * that nobody can change it from outside.
 */
export function openMemory({ now = Date.now }: MemoryOptions = {}): Store {
  let state: State = emptyState
  let closed = false
  const turns = createTurns()
  /** Who looks, decides and writes has the store for himself from his look on. */
  const change = <T>(work: (draft: Draft) => Promise<T>): Promise<T> =>
    turns.take(async () => {
      demand(!closed, 'it is closed')
      const draft = { state }
      const answer = await work(draft)
      state = draft.state
      return answer
    })
  const write = (next: (state: State) => State): Promise<void> =>
    change(async (draft) => void (draft.state = next(draft.state)))
  return {
    read: async (work) => {
      demand(!closed, 'it is closed')
      return useView(viewOf(state), work)
    },
    apply: (batch) => write((before) => applyBatch(before, structuredClone(batch))),
    write: (work) => change((draft) => useView(deskOn(draft), work)),
    addSource: (draft) =>
      change(async (changed) => {
        changed.state = addSource(changed.state, structuredClone(draft))
        return structuredClone([...changed.state.sources.values()].at(-1)?.source) as Source
      }),
    changeSource: (id, wanted) => write((before) => changeSource(before, id, structuredClone(wanted))),
    removeSource: (id) => write((before) => removeSource(before, id)),
    lease: (name, owner, ttl) =>
      change(async (draft) => {
        const held = draft.state.leases.get(name)
        if (held && held.owner !== owner && held.expires > now()) return held.owner
        draft.state = withLeases(draft.state, [...draft.state.leases, [name, { owner, expires: now() + ttl }]])
        return owner
      }),
    release: (name, owner) =>
      write((before) =>
        withLeases(
          before,
          [...before.leases].filter(([key, held]) => key !== name || held.owner !== owner),
        ),
      ),
    tidy: () => write((before) => before),
    close: () =>
      turns.take(async () => {
        closed = true
      }),
  }
}

/** What a write has come to so far. */
interface Draft {
  state: State
}

const viewOf = (state: State): StoreView => ({ ...createIndexView(() => state), pads: createPadView(state.pads) })

const deskOn = (draft: Draft): StoreDesk => ({
  ...createIndexView(() => draft.state),
  apply: async (batch) => void (draft.state = applyBatch(draft.state, batch)),
  pads: createPadDesk(
    () => draft.state.pads,
    (pads) => (draft.state = { ...draft.state, pads }),
  ),
})

/** The answers are copies, and there are none once the callback has ended. */
async function useView<View extends StoreView, T>(view: View, work: (view: View) => Promise<T>): Promise<T> {
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

function addSource(state: State, { kind, name, root, options }: SourceDraft): State {
  for (const { source } of state.sources.values())
    if (source.kind === kind && source.name === name)
      throw new WukuError('source-exists', `There is already a ${kind} source "${name}".`, 'Choose another name.')
  const id = state.nextSource as SourceId
  const kept = { source: { id, kind, name, root, options, indexedAt: null }, report: null }
  return { ...state, nextSource: id + 1, sources: new Map([...state.sources, [id, kept]]) }
}

function changeSource(state: State, id: SourceId, { options, indexedAt, report }: SourceChange): State {
  requireSource(state, id)
  const sources = [...state.sources].map(([key, kept]) =>
    key === id
      ? ([
          key,
          {
            source: {
              ...kept.source,
              options: options ?? kept.source.options,
              indexedAt: indexedAt ?? kept.source.indexedAt,
            },
            report: report === undefined ? kept.report : report,
          },
        ] as const)
      : ([key, kept] as const),
  )
  return { ...state, sources: new Map(sources) }
}

function removeSource(state: State, id: SourceId): State {
  requireSource(state, id)
  return {
    ...state,
    revision: state.revision + 1,
    sources: new Map([...state.sources].filter(([key]) => key !== id)),
    documents: new Map([...state.documents].filter(([, { document }]) => document.source !== id)),
  }
}
