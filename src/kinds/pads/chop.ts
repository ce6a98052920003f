import { blocksOf, withoutHalfSeparator } from './blocks.ts'
import { countLines, splitLines } from './lines.ts'

export interface ChopSize {
  readonly lines?: number
  /** Wins over `lines`. */
  readonly blocks?: number
}

export interface Chopped {
  readonly text: string
  /** Lines that went, those of a separator too. */
  readonly lines: number
  /** What was done, up to the size of what is left. */
  readonly said: (title: string) => string
}

/** Takes lines or blocks off the end; a size beyond the beginning takes everything. */
export const chopEnd = (text: string, { lines = 1, blocks }: ChopSize): Chopped =>
  blocks === undefined ? chopLines(text, lines) : chopBlocks(text, blocks)

function chopLines(text: string, wanted: number): Chopped {
  const lines = splitLines(text)
  const kept = Math.max(0, lines.length - wanted)
  const rest = withoutHalfSeparator(lines.slice(0, kept).join('\n'))
  const left = kept === 0 ? 0 : countLines(rest)
  const chopped = lines.length - left
  const separator = left < kept ? ', with what was left of a block separator' : ''
  return {
    text: rest,
    lines: chopped,
    said: (title) =>
      `Chopped ${chopped} line(s) from scratchpad ${title} (${lines.length} → ${left} lines${separator})`,
  }
}

function chopBlocks(text: string, wanted: number): Chopped {
  const blocks = blocksOf(text)
  const kept = Math.max(0, blocks.length - wanted)
  const rest = text.slice(0, blocks[kept - 1]?.end ?? 0)
  const chopped = countLines(text) - (kept === 0 ? 0 : countLines(rest))
  return {
    text: rest,
    lines: chopped,
    said: (title) =>
      `Chopped ${blocks.length - kept} block(s) from scratchpad ${title} (${blocks.length} → ${kept} blocks, ${chopped} lines removed)`,
  }
}
