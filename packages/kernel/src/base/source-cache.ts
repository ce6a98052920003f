import { createLruMap, type LruMap } from '@wuku/core/lru-map'
import type { Kind, SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'

/** One sort of value that is kept. A constant of the module that makes such values; the values lie in the cache alone. */
export interface CacheTopic<Value> {
  /** Values that are kept at once, or what all of them weigh together. */
  readonly capacity: number
  /** For values of which some are much larger than others. */
  weigh?(value: Value): number
  /** Never set: it gives the type. */
  readonly value?: Value
}

type Make<Value> = (before: Value | undefined) => Promise<Value>

/**
 * Values computed from sources of one store, kept until these sources change. It needs no caller: a source is the same for
 * everybody who sees it, and a source that a view does not show has no revision there, so that none of its values is found.
 */
export interface SourceCache {
  /** From one source. `before` is what was made from it at an earlier revision. */
  ofSource<Value>(
    topic: CacheTopic<Value>,
    at: { readonly view: StoreView; readonly source: SourceId },
    make: Make<Value>,
  ): Promise<Value>
  /** From all sources of a kind that the view shows. */
  ofKind<Value>(topic: CacheTopic<Value>, at: { view: StoreView; kind: Kind }, make: Make<Value>): Promise<Value>
  /** By keys that say all that a value was made from, such as hashes of texts: it stands whatever changes. */
  byContent<Value>(topic: CacheTopic<Value>): LruMap<string, Value>
}

interface Cached<Value> {
  readonly revision: string
  readonly value: Value
}

export function createSourceCache(): SourceCache {
  const maps = new Map<CacheTopic<unknown>, LruMap<string, unknown>>()
  const mapOf = <Value>(topic: CacheTopic<unknown>, weigh?: (value: Value) => number): LruMap<string, Value> => {
    // A topic is one sort of value, and nobody else puts anything under it.
    const map = (maps.get(topic) as LruMap<string, Value> | undefined) ?? createLruMap(topic.capacity, weigh)
    maps.set(topic, map as LruMap<string, unknown>)
    return map
  }
  const keep = async <Value>(
    topic: CacheTopic<Value>,
    view: StoreView,
    revisions: ReadonlyMap<SourceId, string>,
    make: Make<Value>,
  ): Promise<Value> => {
    const cache = mapOf<Cached<Value>>(topic, ({ value }) => topic.weigh?.(value) ?? 1)
    const key = [...revisions.keys()].join()
    const revision = [...revisions.values()].join()
    const before = cache.get(key)
    if (before?.revision === revision) return before.value
    const value = await make(before?.value)
    // An answer that was made without a part of the store is made again.
    if (!view.missing?.()) cache.set(key, { revision, value })
    return value
  }
  return {
    ofSource: async (topic, { view, source }, make) => {
      const revision = (await revisionsIn(view)).get(source)
      return revision === undefined ? make(undefined) : keep(topic, view, new Map([[source, revision]]), make)
    },
    ofKind: async (topic, { view, kind }, make) => keep(topic, view, await revisionsIn(view, kind), make),
    byContent: (topic) => mapOf(topic, (value) => topic.weigh?.(value) ?? 1),
  }
}

/** Revisions of the sources that the view shows, or of those of a kind, in their order. */
export const revisionsIn = async (view: StoreView, kind?: Kind): Promise<ReadonlyMap<SourceId, string>> =>
  new Map(
    (await view.sources.list())
      .filter((source) => kind === undefined || source.kind === kind)
      .map(({ id, revision }) => [id, revision]),
  )
