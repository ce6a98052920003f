import { blocksOf, type Block, type ChunkSize, type Span } from './markdown-blocks.ts'

export { skipBlankLines, type Block, type ChunkSize, type Span } from './markdown-blocks.ts'

export interface FittedChunk extends Span {
  readonly weight: number
}

/**
 * Cuts a range into pieces of about `target` and no more than `max`, in time proportional to its length. It cuts before
 * paragraphs rather than list items and before those rather than lines, and never within a code fence or a table that
 * fits whole. A line that does not fit is cut between sentences, and where that does not help, between characters.
 */
export const splitToFit = (text: string, range: Span, size: ChunkSize): readonly FittedChunk[] =>
  packBlocks(blocksOf(text, range, size), size)

/** Pieces of whole blocks, which follow one another. One that weighs more than `max` is a piece by itself. */
export function packBlocks(blocks: readonly Block[], size: ChunkSize): readonly FittedChunk[] {
  let rest = blocks.reduce((sum, { weight }) => sum + weight, 0)
  const chunks: FittedChunk[] = []
  for (let first = 0; first < blocks.length;) {
    const { next, weight } = chooseCut(blocks, first, rest, size)
    chunks.push({ start: blocks[first]?.start ?? 0, end: blocks[next - 1]?.end ?? 0, weight })
    rest -= weight
    first = next
  }
  return chunks
}

interface Cut {
  /** The first block behind the cut. */
  readonly next: number
  readonly weight: number
}

/**
 * The best cut among those where the piece still fits: its worth, minus the distance from an even share. `rest` is the
 * weight of the blocks that are left.
 */
function chooseCut(blocks: readonly Block[], first: number, rest: number, { target, max }: ChunkSize): Cut {
  const share = rest / Math.max(1, Math.round(rest / target))
  if (rest <= Math.min(max, share)) return { next: blocks.length, weight: rest }
  let best: Cut = { next: first + 1, weight: blocks[first]?.weight ?? 0 }
  let bestValue = -Infinity
  let weight = 0
  for (let next = first + 1; next <= blocks.length; next++) {
    weight += blocks[next - 1]?.weight ?? 0
    if (weight > max && next > first + 1) break
    const value = (blocks[next]?.worth ?? 1) * (1 - (weight / share - 1) ** 2)
    if (value > bestValue) {
      bestValue = value
      best = { next, weight }
    }
  }
  return best
}
