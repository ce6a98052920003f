import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { LARGE_SEGMENTS } from '../schema.ts'

export interface PlannedSegment {
  readonly id: number
  readonly level: number
  readonly chunks: number
  readonly firstChunk: number
  /** Number of its chunks that left. */
  readonly gone: number
}

/** Segments of the highest level are not merged any more. */
export const FULL_LEVEL = 8
/** The first level of segments of about a block or more. */
const LARGE_LEVEL = 5
/** Blocks of the largest segment. */
export const MAX_BLOCKS = 64
/** Held in memory. */
const MAX_AT_ONCE = 64

/** Levels grow by 8 from one chunk on, and by 4 from half a block on. */
export const levelOf = (chunks: number): number =>
  chunks >= BLOCK_SIZE / 2
    ? Math.min(FULL_LEVEL, LARGE_LEVEL + Math.floor(Math.log2(chunks / (BLOCK_SIZE / 2)) / 2))
    : Math.min(LARGE_LEVEL - 1, Math.floor(Math.log2(Math.max(chunks, 1)) / 3))

/**
 * Segments of one level that a source may have: with more, a search looks at more than it must. Small ones are wholly in
 * memory once they were read; of a large one each new word is read.
 */
const maxOfLevel = (level: number, mayBeLarge: boolean): number =>
  level < LARGE_LEVEL ? 8 : mayBeLarge && level < FULL_LEVEL ? 3 : Infinity

/**
 * True if segments may have several blocks: no program that knows blocks alone works with the store, and no search engine has
 * its postings, whose batches are small.
 */
export const MAY_BE_LARGE = `(SELECT works_with >= ${LARGE_SEGMENTS} FROM formats ORDER BY version DESC LIMIT 1)
  AND NOT EXISTS (SELECT FROM engine_state)`

/** The same as `maxOfLevel`, in a statement. */
export const MAX_OF_LEVEL = `(CASE WHEN level < ${LARGE_LEVEL} THEN ${maxOfLevel(0, false)}
  WHEN ${MAY_BE_LARGE} THEN ${maxOfLevel(LARGE_LEVEL, true)} ELSE ${2 ** 31 - 1} END)`

/** A segment with fewer chunks gone stays. */
export const MIN_GONE = 8
/** Share of a segment's chunks that may be gone before it is written again. */
export const MAX_GONE_SHARE = 1 / 4

/** Segments to be made one, or as few as hold their chunks, by their lowest chunk; none when all is well. */
export function planMerge(segments: readonly PlannedSegment[], mayBeLarge: boolean): readonly PlannedSegment[] {
  const max = mayBeLarge ? MAX_BLOCKS * BLOCK_SIZE : LARGE
  const inOrder = segments.toSorted(byFirst)
  // Small ones first: they take no time, and a search has most of them.
  const byLevel = [...Map.groupBy(inOrder, ({ level }) => level)].toSorted(([a], [b]) => a - b)
  for (const [level, own] of byLevel) if (own.length > maxOfLevel(level, mayBeLarge)) return limitChunks(own, max)
  const left = inOrder.filter(({ gone, chunks }) => gone >= Math.max(chunks * MAX_GONE_SHARE, MIN_GONE))
  return limitChunks(left, max)
}

/** A segment with more chunks takes seconds to write again. */
export const LARGE = 4 * BLOCK_SIZE

/** Segments of which any chunk is gone, but large ones. */
export const planSettling = (segments: readonly PlannedSegment[]): readonly PlannedSegment[] =>
  limitChunks(segments.filter(({ gone, chunks }) => gone > 0 && chunks <= LARGE).toSorted(byFirst), LARGE)

export const planLargeSettling = (segments: readonly PlannedSegment[]): readonly PlannedSegment[] =>
  segments.filter(({ gone, chunks }) => gone > 0 && chunks > LARGE).slice(0, 1)

const byFirst = (a: PlannedSegment, b: PlannedSegment): number => a.firstChunk - b.firstChunk || a.id - b.id

/** A search engine takes segments of one block. */
export const planSplitting = (segments: readonly PlannedSegment[]): readonly PlannedSegment[] =>
  segments.filter(({ chunks }) => chunks > BLOCK_SIZE).slice(0, 1)

/** So many as have as many chunks as this among them. */
function limitChunks(segments: readonly PlannedSegment[], max: number): readonly PlannedSegment[] {
  let chunks = 0
  return segments.slice(0, MAX_AT_ONCE).filter((segment, nth) => {
    if (nth > 0 && chunks + segment.chunks > max) return false
    chunks += segment.chunks
    return true
  })
}
