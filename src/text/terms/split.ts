import { blocksOf, type Block, type PieceSize, type Span } from '../markdown/blocks.ts'

export type { Block, PieceSize, Span } from '../markdown/blocks.ts'

export interface FittedPiece extends Span {
  readonly weight: number
}

/**
 * Cuts a range into pieces of about `target` and no more than `max`, in time proportional to its length. It cuts before
 * paragraphs rather than list items and before those rather than lines, and never within a code fence or a table that
 * fits whole. A line that does not fit is cut between sentences, and where that does not help, between characters.
 */
export const splitToFit = (text: string, range: Span, size: PieceSize): readonly FittedPiece[] =>
  packBlocks(blocksOf(text, range, size), size)

/** Pieces of whole blocks, which follow one another. One that weighs more than `max` is a piece by itself. */
export function packBlocks(blocks: readonly Block[], size: PieceSize): readonly FittedPiece[] {
  let rest = blocks.reduce((sum, { weight }) => sum + weight, 0)
  const pieces: FittedPiece[] = []
  for (let first = 0; first < blocks.length;) {
    const { next, weight } = chooseCut(blocks, first, { rest, ...size })
    pieces.push({ start: blocks[first]?.start ?? 0, end: blocks[next - 1]?.end ?? 0, weight })
    rest -= weight
    first = next
  }
  return pieces
}

interface Room extends PieceSize {
  /** Weight of the blocks that are left. */
  readonly rest: number
}

interface Cut {
  /** The first block behind the cut. */
  readonly next: number
  readonly weight: number
}

/** The best cut among those where the piece still fits: its worth, minus the distance from an even share. */
function chooseCut(blocks: readonly Block[], first: number, { rest, target, max }: Room): Cut {
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
