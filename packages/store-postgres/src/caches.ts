import { createLruMap, type LruMap } from '@wuku/core/lru-map'
import type { Shown } from '@wuku/store-sql/visible-rows'
import type { ListedSource } from '@wuku/core/ports/index-view'
import { createSegmentCache, type SegmentCache } from './segment/segment-cache.ts'

/** Kept in memory for later views. Each cache is right for every moment: its keys name everything that its values depend on. */
export interface Caches {
  /** Sources without their revisions, of the moment of `holdings`. */
  readonly sources: {
    known?: { readonly holdings: number; readonly sources: readonly Omit<ListedSource, 'revision'>[] }
  }
  readonly shown: LruMap<string, { readonly holdings: number; readonly shown: Shown | undefined }>
  readonly segments: SegmentCache
}

/** Number of different accesses that are kept. */
const MAX_ACCESSES = 100

export const createCaches = (): Caches => ({
  sources: {},
  shown: createLruMap(MAX_ACCESSES),
  segments: createSegmentCache(),
})
