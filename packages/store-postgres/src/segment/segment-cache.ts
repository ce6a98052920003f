import { createLruMap, type LruMap } from '@wuku/core/lru-map'
import type { Range } from '@wuku/core/ranges'
import { createScoreBufferPool, type ScoreBufferPool } from '@wuku/index-core/postings/score-buffers'
import type { NumberRuns, GoneBits } from './chunk-lists.ts'
import type { TermPage } from '@wuku/index-core/postings/term-pages'

/** The part of a segment that is needed whichever terms are asked for. */
export interface SegmentFacts {
  readonly chunks: number
  readonly ids: NumberRuns
  readonly documents: NumberRuns
  /** The first term of each page. */
  readonly firsts: readonly string[]
  /** All its postings, where they are one page. */
  readonly only: TermPage | undefined
}

/** Chunks of a block that left. */
export interface Gone {
  /** Names the bits. */
  readonly version: number
  readonly bits: GoneBits
  readonly count: number
  /** Ordinals that are left. */
  readonly living: readonly Range[]
}

/**
 * Parts of segments in memory, within bounds. Nothing here is ever out of date: segments do not change, and the names of
 * segments and of versions of what is gone from one are used once (`newStateName`).
 */
export interface SegmentCache {
  readonly facts: LruMap<number, SegmentFacts>
  /** By version. */
  readonly gone: LruMap<number, Gone>
  /** Directory of a page, by `keyOf`. */
  readonly directories: LruMap<string, Uint8Array>
  /** Postings of a term in a block of a segment. */
  readonly postings: LruMap<string, Uint8Array>
  /** Living holders of a term by version of what is gone from a block. */
  readonly documentFrequencies: LruMap<string, number>
  readonly buffers: ScoreBufferPool
}

export const keyOf = (segment: number, part: string | number): string => `${segment} ${part}`

const MEGABYTE = 1_000_000
/** Bytes that an entry takes besides its value. */
const ENTRY = 150

/** `maxBytes`: bytes, shared out among the parts as searches over a million chunks used them. */
export function createSegmentCache(maxBytes = 64 * MEGABYTE): SegmentCache {
  const share = <Key, Value>(part: number, weigh: (value: Value) => number): LruMap<Key, Value> =>
    createLruMap<Key, Value>(part * maxBytes, (value) => ENTRY + weigh(value))
  return {
    facts: share(0.15, weighFacts),
    gone: share(0.05, ({ bits, living }) => bits.length + 40 * living.length),
    directories: share(0.25, bytes),
    postings: share(0.5, bytes),
    documentFrequencies: share(0.05, () => 0),
    buffers: createScoreBufferPool(),
  }
}

const bytes = ({ length }: Uint8Array): number => length

const weighFacts = ({ ids, documents, firsts, only }: SegmentFacts): number =>
  16 * (ids.starts.length + documents.starts.length) +
  40 * firsts.length +
  (only ? only.directory.length + only.data.length : 0)
