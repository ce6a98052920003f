import type { Range } from '../core/ranges.ts'

/**
 * Chunk ids are cut into blocks of 16,384. A row of postings speaks of one term in one block, so that a new chunk
 * rewrites at most 48 KB for a common word, and a search needs memory for one block only.
 */
export const BLOCK_BITS = 14
export const BLOCK_SIZE = 1 << BLOCK_BITS

/** The parts of sorted ranges by block, counted from the start of the block. */
export function splitByBlock(ranges: Iterable<Range>): ReadonlyMap<number, readonly Range[]> {
  const blocks = new Map<number, Range[]>()
  for (const { first, last } of ranges)
    for (let block = first >>> BLOCK_BITS; block <= last >>> BLOCK_BITS; block++) {
      const start = block * BLOCK_SIZE
      const part = { first: Math.max(first - start, 0), last: Math.min(last - start, BLOCK_SIZE - 1) }
      const parts = blocks.get(block)
      if (parts) parts.push(part)
      else blocks.set(block, [part])
    }
  return blocks
}
