import type { SourceId } from '@wuku/core/core-types'
import { createHitTexts } from '@wuku/store-sql/pads/find-hits'
import type { HitTexts } from '@wuku/store-sql/pads/pad-parts'
import type { Shown } from '@wuku/store-sql/visible-rows'
import type { Snapshot } from './database.ts'
import type { Session } from './connection/session.ts'
import { createLruMap, type LruMap } from '@wuku/core/lru-map'
import type { ListedSource } from '@wuku/core/ports/index-view'
import { createSegmentCache, type SegmentCache } from './segment/segment-cache.ts'

/** A moment of the store as one caller sees it: what every part of a view is made on. */
export interface ReadContext {
  readonly db: Session
  readonly snapshot: Snapshot
  /** `undefined`: everything. */
  readonly shown: Shown | undefined
  readonly caches: Caches
}

/**
 * Sources that a question is about, of those that are shown; `null`: all. In a statement:
 * `($1::int[] IS NULL OR source = ANY($1))`.
 */
export function sourcesShown(
  { shown }: Pick<ReadContext, 'shown'>,
  requested?: readonly SourceId[],
): readonly SourceId[] | null {
  if (!shown) return requested ? [...new Set(requested)] : null
  return requested ? [...new Set(requested)].filter((source) => shown.sources.has(source)) : [...shown.sources]
}

export const isShown = ({ shown }: Pick<ReadContext, 'shown'>, source: SourceId): boolean =>
  shown === undefined || shown.sources.has(source)

/** Kept in memory for later views. Each cache is right for every moment: its keys name everything that its values depend on. */
export interface Caches {
  /** Sources without their revisions, of the moment of `holdings`. */
  readonly sources: {
    known?: { readonly holdings: number; readonly sources: readonly Omit<ListedSource, 'revision'>[] }
  }
  readonly shown: LruMap<string, { readonly holdings: number; readonly shown: Shown | undefined }>
  readonly segments: SegmentCache
  readonly hitTexts: HitTexts
}

/** Number of different accesses that are kept. */
const MAX_ACCESSES = 100

export const createCaches = (): Caches => ({
  sources: {},
  shown: createLruMap(MAX_ACCESSES),
  segments: createSegmentCache(),
  hitTexts: createHitTexts(),
})
