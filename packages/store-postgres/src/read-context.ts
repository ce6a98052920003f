import type { SourceId } from '@wuku/core/core-types'
import { createHitTexts } from '@wuku/store-sql/pads/find-hits'
import type { HitTexts } from '@wuku/store-sql/pads/pad-parts'
import type { Shown } from '@wuku/store-sql/visible-rows'
import type { Snapshot } from './database.ts'
import type { Session } from './connection/session.ts'
import type { SearchEngine } from '@wuku/core/search-engine'
import { createLruMap, type LruMap } from '@wuku/core/lru-map'
import type { ListedSource } from '@wuku/core/ports/index-view'
import { createSegmentCache, type SegmentCache } from './segment/segment-cache.ts'

/** A moment of the store as one caller sees it: what every part of a view is made on. */
export interface ReadContext {
  readonly db: Session
  readonly snapshot: Snapshot
  /** `undefined`: everything. */
  readonly shown: Shown | undefined
  /** Present if it is known: a caller who sees everything needs it for a list alone. */
  readonly visible?: VisibleSources | undefined
  readonly caches: Caches
  /** Postings that it acknowledged are asked of it. */
  readonly engine?: SearchEngine | undefined
  /** Parts left out of answers so far. */
  readonly missing?: MissingParts | undefined
}

/** Postings that are nowhere that can be asked: how many shards of how many answered. */
export interface MissingParts {
  answered: number
  of: number
}

/**
 * Sources that a question is about, of those that are shown; `null`: all. In a statement:
 * `($1::int[] IS NULL OR source = ANY($1))`.
 */
export function sourcesShown({ shown }: Pick<ReadContext, 'shown'>, requested?: readonly SourceId[]) {
  if (!shown) return requested ? [...new Set(requested)] : null
  return requested ? [...new Set(requested)].filter((source) => shown.sources.has(source)) : [...shown.sources]
}

export const isShown = ({ shown }: Pick<ReadContext, 'shown'>, source: SourceId): boolean =>
  shown === undefined || shown.sources.has(source)

/** Kept in memory for later views. Each cache is right for every moment: its keys name everything that its values depend on. */
export interface Caches {
  readonly visible: LruMap<string, VisibleSources>
  readonly segments: SegmentCache
  readonly hitTexts: HitTexts
}

/** Everything that an access sees, for as long as nothing of it changes. */
export interface VisibleSources {
  /** State of everything in `changes` that affects the access. */
  readonly state: string
  readonly shown: Shown | undefined
  /** Sources that it shows, once they were listed; their revisions change without the state. */
  listed?: readonly ListedSource[]
}

/** Accesses that are kept, and the sources that they show: some 25 MB. */
const MAX_CACHED = 50_000

export const createCaches = (): Caches => ({
  visible: createLruMap(MAX_CACHED, ({ shown }) => 1 + (shown?.sources.size ?? 0)),
  segments: createSegmentCache(),
  hitTexts: createHitTexts(),
})
