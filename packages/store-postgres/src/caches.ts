import { randomBytes } from 'node:crypto'
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

/**
 * A name for a state, or for something that never changes, by which caches know it. It is drawn by chance and not counted: a
 * standby that lacks the last writes, or a database that was restored to an earlier point in time, counts on from where it is,
 * and would give a number again that caches have for something else. A state that comes back has the name that it had. 52 bits,
 * which the program reads as a number.
 */
export const newStateName = (): number => Number(randomBytes(8).readBigUInt64BE() >> 12n) + 1
