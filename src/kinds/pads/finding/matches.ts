import { WukuError } from '../../../core/errors.ts'
import { literalPattern, matchPattern, type PatternMatch, type PatternMatches } from '../../../engine/pattern.ts'
import { createLineIndex } from '../../../text/lines.ts'
import type { PlacedMatch } from '../context.ts'

/** Matches that are counted; nobody reads more of them. */
export const MOST_COUNTED = 10_000

/** Exactly one of the two. */
export interface WantedMatches {
  readonly query?: string | undefined
  readonly queryRegex?: string | undefined
  readonly case_sensitive: boolean
}

export type PlacedMatches = Omit<PatternMatches, 'matches'> & {
  readonly matches: readonly (PatternMatch & PlacedMatch)[]
}

export interface Sought {
  readonly text: string
  readonly isPattern: boolean
  readonly ignoreCase: boolean
}

/** An empty text is none: some models fill in every argument. */
export function readWanted({ query, queryRegex, case_sensitive: isStrict }: WantedMatches): Sought {
  if (query && queryRegex)
    throw new WukuError('bad-input', 'Cannot specify both query and queryRegex.', `Choose one: ${ONE_OF_TWO}`)
  const text = query || queryRegex
  if (!text) throw new WukuError('bad-input', 'Either query or queryRegex must be provided, and not empty.', ONE_OF_TWO)
  return { text, isPattern: !query, ignoreCase: !isStrict }
}

const ONE_OF_TWO = 'query is exact text, queryRegex a regular expression.'

/** A pattern sees one line at a time, as users know it, unless it speaks of line breaks itself. */
export function findMatches(text: string, { text: sought, isPattern, ignoreCase }: Sought): PlacedMatches {
  const found = matchPattern(text, {
    pattern: isPattern ? sought : literalPattern(sought),
    ignoreCase,
    scope: isPattern && !/\n|\\n/.test(sought) ? 'lines' : 'whole',
    limit: MOST_COUNTED,
  })
  return { ...found, matches: placeMatches(text, found.matches) }
}

function placeMatches(text: string, matches: readonly PatternMatch[]): readonly (PatternMatch & PlacedMatch)[] {
  const index = createLineIndex(text)
  return matches.map(({ start, end }) => {
    const [line, endLine] = [index.lineAt(start), index.lineAt(end - 1)]
    return { start, end, line, column: start - index.startOf(line), endLine, endColumn: end - index.startOf(endLine) }
  })
}
