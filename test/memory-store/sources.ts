import { WukuError } from '@wuku/core/errors'
import type { Kind, Source, SourceId } from '@wuku/core/core-types'
import { RETENTION_DAYS, type SourceDay } from '@wuku/core/ports/index-view'
import type { SourceChange, SourceDraft } from '@wuku/core/ports/store'
import type { State } from './state.ts'

export function requireSource({ sources }: State, id: SourceId): Source {
  const kept = sources.get(id)
  if (!kept) throw new WukuError('unknown-source', `Source ${id} is not in the store.`, 'List the sources.')
  return kept.source
}

export function addSource(state: State, { kind, name, root, options, ownership: holding }: SourceDraft): State {
  demandFreeName(state, { id: undefined, kind, name })
  const id = state.nextSource as SourceId
  const kept = {
    source: { id, kind, name, root, options, indexedAt: null, ...(holding && { ownership: holding }) },
    report: null,
    days: [],
    revision: 0,
  }
  return { ...state, nextSource: id + 1, sources: new Map([...state.sources, [id, kept]]) }
}

export function changeSource(state: State, id: SourceId, change: SourceChange): State {
  const before = requireSource(state, id)
  const {
    name = before.name,
    root = before.root,
    options = before.options,
    ownership: holding = before.ownership,
    indexedAt = before.indexedAt,
    report,
    countedOn,
    follows,
  } = change
  demandFreeName(state, { id, kind: before.kind, name })
  const taken = daysAfter(state, id, follows)
  const days = countedOn === undefined ? taken : withDay(state, taken, { source: id, day: countedOn })
  const sources = [...state.sources].map(([key, kept]) => {
    const next = {
      source: { ...before, name, root, options, indexedAt, ...(holding && { ownership: holding }) },
      report: report === undefined ? kept.report : report,
      days,
      revision: kept.revision + ((change.name ?? change.root ?? change.options ?? change.ownership) ? 1 : 0),
    }
    return [key, key === id ? next : key === follows ? { ...kept, days: [] } : kept] as const
  })
  return { ...state, sources: new Map(sources) }
}

function daysAfter({ sources }: State, id: SourceId, follows: SourceId | undefined): readonly SourceDay[] {
  const own = sources.get(id)?.days ?? []
  const others = (follows === undefined ? undefined : sources.get(follows)?.days) ?? []
  const added = others.filter(({ day }) => !own.some((each) => each.day === day))
  return [...added.map((each) => ({ ...each, source: id })), ...own].toSorted(byDay)
}

function withDay(
  { documents }: State,
  before: readonly SourceDay[],
  { source, day }: Pick<SourceDay, 'source' | 'day'>,
): readonly SourceDay[] {
  const own = [...documents.values()].filter(({ document }) => document.source === source)
  const counted = {
    day,
    source,
    documents: own.length,
    chunks: own.reduce((sum, { chunks }) => sum + chunks.length, 0),
    bytes: own.reduce((sum, { document }) => sum + document.bytes, 0),
  }
  const days = [...before.filter((each) => each.day !== day), counted].toSorted(byDay)
  const oldest = new Date(Date.parse(day) - RETENTION_DAYS * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
  const first = days.findLastIndex((each) => each.day <= oldest)
  return days.slice(Math.max(first, 0))
}

export const byDay = (a: SourceDay, b: SourceDay): number =>
  a.day === b.day ? a.source - b.source : a.day < b.day ? -1 : 1

export function removeSource(state: State, id: SourceId): State {
  requireSource(state, id)
  return {
    ...state,
    sources: new Map([...state.sources].filter(([key]) => key !== id)),
    documents: new Map([...state.documents].filter(([, { document }]) => document.source !== id)),
    annotations: {
      ...state.annotations,
      contexts: state.annotations.contexts.filter(({ source }) => source !== id),
    },
  }
}

export function reviseSource(state: State, id: SourceId): State {
  const sources = [...state.sources].map(
    ([key, kept]) => [key, key === id ? { ...kept, revision: kept.revision + 1 } : kept] as const,
  )
  return { ...state, sources: new Map(sources) }
}

interface NameWanted {
  /** Of the source that is to have it, when it is there. */
  readonly id: SourceId | undefined
  readonly kind: Kind
  readonly name: string
}

function demandFreeName({ sources }: State, { id, kind, name }: NameWanted): void {
  for (const { source } of sources.values())
    if (source.id !== id && source.kind === kind && source.name === name)
      throw new WukuError('source-exists', `There is already a ${kind} source "${name}".`, 'Choose another name.')
}
