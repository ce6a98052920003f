import { WukuError } from '../../core/errors.ts'
import { graphemeBorder } from '../../text/graphemes.ts'
import { blocksOf } from './blocks.ts'
import { splitLines } from './lines.ts'

/** Exactly one of them. */
export interface TailSize {
  readonly lines?: number
  readonly chars?: number
  readonly blocks?: number
}

export interface Tail {
  readonly content: string
  /** How it was taken. */
  readonly said: string
}

const DEFAULT_TAIL_LINES = 50
/** Of a tail that nobody gave a size: fifty lines may be of any length. */
const DEFAULT_TAIL_CHARS = 20_000

export function tailOf(text: string, size: TailSize | undefined): Tail {
  if (!size) return defaultTail(text)
  const { lines, chars, blocks } = size
  if ([lines, chars, blocks].filter((given) => given !== undefined).length !== 1) throw notOne()
  if (lines !== undefined) return { content: lastLines(text, lines), said: `last ${lines} lines` }
  if (chars !== undefined) return { content: lastChars(text, chars), said: `last ${chars} chars` }
  return { content: lastBlocks(text, blocks ?? 1), said: `last ${blocks} block(s)` }
}

function defaultTail(text: string): Tail {
  const content = lastLines(text, DEFAULT_TAIL_LINES)
  const shown = lastChars(content, DEFAULT_TAIL_CHARS)
  const cut = shown.length < content.length ? `, of which the last ${shown.length} chars` : ''
  return { content: shown, said: `last ${DEFAULT_TAIL_LINES} lines${cut} (default)` }
}

const lastLines = (text: string, lines: number): string => splitLines(text).slice(-lines).join('\n')

/** What would be torn at its beginning is there whole. */
const lastChars = (text: string, chars: number): string => text.slice(graphemeBorder(text, text.length - chars))

const lastBlocks = (text: string, blocks: number): string => text.slice(blocksOf(text).at(-blocks)?.start ?? 0)

const notOne = (): WukuError =>
  new WukuError(
    'bad-input',
    'Exactly one of lines, chars, or blocks must be specified in tail_size.',
    'Give one, such as {"lines": 50}, or leave tail_size out for the last 50 lines.',
  )
