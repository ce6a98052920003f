import { WukuError } from '../../core/errors.ts'
import type { Source, SourceId } from '../../core/words.ts'
import type { SourceChange, SourceDraft, Store, StoreView } from '../../ports/store.ts'
import { applyBatch, requireSource } from './batch.ts'
import { demand } from './checks.ts'
import { emptyState, type State } from './state.ts'
import { createView } from './view.ts'

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
  const write = async (next: (state: State) => State): Promise<void> => {
    demand(!closed, 'it is closed')
    state = next(state)
  }
  return {
    read: async (work) => {
      demand(!closed, 'it is closed')
      const view = guard(createView(state))
      try {
        return await work(view.open)
      } finally {
        view.end()
      }
    },
    apply: (batch) => write((before) => applyBatch(before, structuredClone(batch))),
    addSource: async (draft) => {
      await write((before) => addSource(before, structuredClone(draft)))
      return structuredClone([...state.sources.values()].at(-1)?.source) as Source
    },
    changeSource: (id, change) => write((before) => changeSource(before, id, structuredClone(change))),
    removeSource: (id) => write((before) => removeSource(before, id)),
    lease: async (name, owner, ttl) => {
      const held = state.leases.get(name)
      if (held && held.owner !== owner && held.expires > now()) return held.owner
      await write((before) => withLeases(before, [...before.leases, [name, { owner, expires: now() + ttl }]]))
      return owner
    },
    release: (name, owner) =>
      write((before) =>
        withLeases(
          before,
          [...before.leases].filter(([key, held]) => key !== name || held.owner !== owner),
        ),
      ),
    tidy: () => write((before) => before),
    close: async () => {
      closed = true
    },
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
    sources: new Map([...state.sources].filter(([key]) => key !== id)),
    documents: new Map([...state.documents].filter(([, { document }]) => document.source !== id)),
  }
}

/** A view whose answers are copies, and which refuses to answer once its callback has ended. */
function guard(view: StoreView): { readonly open: StoreView; end(): void } {
  let ended = false
  const open = Object.fromEntries(
    Object.entries(view).map(([name, ask]: [string, (...given: never[]) => Promise<unknown>]) => [
      name,
      async (...given: never[]) => {
        demand(!ended, `${name} is asked of a view that has ended`)
        return structuredClone(await ask(...structuredClone(given)))
      },
    ]),
  ) as unknown as StoreView
  return { open, end: () => void (ended = true) }
}
