import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'

/** A segment as far as a plan needs it. */
export interface PlannedSegment {
  readonly id: number
  readonly level: number
  readonly chunks: number
  readonly firstChunk: number
  /** Number of its chunks that left. */
  readonly gone: number
}

/** Segments of one level that a source may have: with more, a search looks at more than it must. */
export const MAX_OF_LEVEL = 8
/** Segments of the highest level are not merged any more. */
export const FULL_LEVEL = 5
/** Held in memory. */
const MAX_AT_ONCE = 64

/** Levels grow by 8 from one chunk on; half a block is as good as a whole one. */
export const levelOf = (chunks: number): number =>
  chunks >= BLOCK_SIZE / 2 ? FULL_LEVEL : Math.min(FULL_LEVEL - 1, Math.floor(Math.log2(Math.max(chunks, 1)) / 3))

/** Share of a segment's chunks that may be gone before it is written again. */
export const MAX_GONE_SHARE = 1 / 4

/** Segments to be made one, or as few as hold their chunks, by their lowest chunk; none when all is well. */
export function planMerge(segments: readonly PlannedSegment[]): readonly PlannedSegment[] {
  const inOrder = segments.toSorted((a, b) => a.firstChunk - b.firstChunk || a.id - b.id)
  for (const own of Map.groupBy(inOrder, ({ level }) => level).values())
    if (own.length > MAX_OF_LEVEL && own[0]?.level !== FULL_LEVEL) return limitChunks(own)
  return limitChunks(inOrder.filter(({ gone, chunks }) => gone >= Math.max(chunks * MAX_GONE_SHARE, MAX_OF_LEVEL)))
}

/** Segments of which any chunk is gone. */
export const planSettling = (segments: readonly PlannedSegment[]): readonly PlannedSegment[] =>
  limitChunks(segments.filter(({ gone }) => gone > 0).toSorted((a, b) => a.firstChunk - b.firstChunk || a.id - b.id))

/** So many as have a few blocks of chunks among them. */
function limitChunks(segments: readonly PlannedSegment[]): readonly PlannedSegment[] {
  let chunks = 0
  return segments.slice(0, MAX_AT_ONCE).filter((segment, nth) => {
    chunks += segment.chunks
    return nth === 0 || chunks <= 4 * BLOCK_SIZE
  })
}
