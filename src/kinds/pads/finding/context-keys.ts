import { z } from 'zod'
import type { ContextStyle } from '../context.ts'

const lines = z.int().min(0).max(50).optional()

export const contextKeys = {
  context_lines: lines.describe('Lines around a match; beats the next two.'),
  context_lines_before: lines.describe('Default 2 where there is context.'),
  context_lines_after: lines.describe('Default 2 where there is context.'),
  max_context_matches: z.int().min(1).max(20).default(5).describe('Matching lines that get context.'),
  merge_context: z.boolean().default(true).describe('Context that touches is printed once.'),
  show_line_numbers: z.boolean().default(false).describe('Context as `> 12: match` and `... 13: other`.'),
}

export interface WantedContext {
  readonly context_lines?: number | undefined
  readonly context_lines_before?: number | undefined
  readonly context_lines_after?: number | undefined
  readonly max_context_matches: number
  readonly merge_context: boolean
  readonly show_line_numbers: boolean
}

const LINES = 2

/** `undefined`: a snippet in characters is enough. Who asks for line numbers asks for lines. */
export function contextStyle(wanted: WantedContext, chars: number): ContextStyle | undefined {
  const { context_lines: around, context_lines_before: before, context_lines_after: after } = wanted
  const isAsked = around !== undefined || before !== undefined || after !== undefined
  if (!isAsked && !wanted.show_line_numbers) return undefined
  return {
    before: around ?? before ?? LINES,
    after: around ?? after ?? LINES,
    most: wanted.max_context_matches,
    merge: wanted.merge_context,
    numbers: wanted.show_line_numbers,
    chars,
  }
}
