import { graphemeBorder } from '@wuku/text/terms/graphemes'
import {
  excerptAround,
  linesOf,
  printContext,
  rangeOf,
  type ContextRange,
  type ContextStyle,
  type PlacedMatch,
} from './match-context.ts'
import type { PatternMatch } from '@wuku/kernel/pattern'
import type { ShownMatch } from './pad-shapes.ts'

type Match = PatternMatch & PlacedMatch

export interface ShowRequest {
  readonly text: string
  /** All that were found, and those of them that are listed. */
  readonly matches: readonly Match[]
  readonly listed: readonly Match[]
  /** Lines around them; otherwise as many characters. */
  readonly context: ContextStyle | undefined
  /** 0: no snippets. */
  readonly chars: number
}

/** A longer match is shown as far as this. */
const MATCH_CHARS = 1_000
/** Characters of all matches in one answer: a pattern can match whole pages. */
const ALL_MATCH_CHARS = 5_000

/** As many as one answer has room for, and at least one. */
export function firstThatFit<M extends PatternMatch>(matches: readonly M[]): readonly M[] {
  let remainingChars = ALL_MATCH_CHARS
  const fitting = matches.findIndex(({ start, end }) => (remainingChars -= Math.min(end - start, MATCH_CHARS)) < 0)
  return fitting === -1 ? matches : matches.slice(0, Math.max(1, fitting))
}

export function showMatches(request: ShowRequest): readonly ShownMatch[] {
  const { text, listed, context, chars } = request
  const snippetOf = chars > 0 && context ? contextSnippets(request, context) : charSnippets(text, chars)
  return listed.map((match) => ({
    line_number: match.line,
    char_position: match.column,
    ...showText(text.slice(match.start, match.end)),
    ...snippetOf(match),
  }))
}

function showText(found: string): Pick<ShownMatch, 'match_text' | 'match_chars'> {
  if (found.length <= MATCH_CHARS) return { match_text: found.toWellFormed() }
  return { match_text: found.slice(0, graphemeBorder(found, MATCH_CHARS)).toWellFormed(), match_chars: found.length }
}

type SnippetOf = (match: Match) => Pick<ShownMatch, 'snippet' | 'in_snippet_of' | 'snippet_cut'>

const charSnippets =
  (text: string, chars: number): SnippetOf =>
  ({ start, end }) => ({ snippet: chars === 0 ? '' : excerptAround(text, start, end, chars) })

/** A range stands with the first match in it; the others point there. */
function contextSnippets({ text, matches, listed }: ShowRequest, style: ContextStyle): SnippetOf {
  const ranges = printContext({ lines: linesOf(text), matches }, listed, style)
  const firstMatches = new Map<ContextRange, Match>()
  for (const match of listed) {
    const range = rangeOf(ranges, match)
    if (range && !firstMatches.has(range)) firstMatches.set(range, match)
  }
  return (match) => {
    const range = rangeOf(ranges, match)
    if (!range) return { snippet: '' }
    const firstMatch = firstMatches.get(range)
    if (firstMatch !== match) return { snippet: '', ...(firstMatch && { in_snippet_of: firstMatch.line }) }
    return { snippet: range.text, ...(range.isCut && { snippet_cut: true as const }) }
  }
}
