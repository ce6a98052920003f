import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import type { PadFacts } from '@wuku/core/ports/pads'
import {
  answerPadFacts,
  message,
  padFactsKeys,
  padId,
  shownMatch,
  count,
  EXAMPLE_ID,
  type ShownMatch,
} from '../pad-shapes.ts'
import { capped, charsOf, type ContentDefaults } from '../control.ts'
import { type PlacedMatch, contextKeys, contextStyle, firstThatFit, showMatches } from '../match-context.ts'
import { requirePad } from '../writing.ts'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/pads'
import { literalPattern, matchPattern, SlowPattern, type PatternMatch, type PatternMatches } from '@wuku/kernel/pattern'
import { createLineIndex } from '@wuku/text/markdown/line-index'

const queryText = z.string().max(limits.queryChars).optional()

const input = z.strictObject({
  id: padId,
  query: queryText.describe('Exact text.'),
  queryRegex: queryText.describe(
    String.raw`JavaScript regular expression, matched against each line, or against the whole text if it contains \n.`,
  ),
  case_sensitive: z.boolean().default(true).describe('false: ignore case.'),
  ...contextKeys,
  preview_mode: z.boolean().optional().describe('Return short snippets.'),
  max_content_chars: z.int().min(10).optional().describe('Maximum length of a snippet.'),
  include_content: z.boolean().optional().describe('false: no snippets.'),
  limit: z.int().min(1).max(200).default(30).describe('Matches listed.'),
  offset: z.int().min(0).default(0).describe('Matches to skip.'),
})

type Input = z.output<typeof input>
export type MatchRequest = Pick<Input, 'query' | 'queryRegex' | 'case_sensitive'>

export const searchScratchpadContent = defineOperation({
  name: 'search-scratchpad-content',
  group: 'pads',
  title: 'Search in a scratchpad',
  description:
    'Find exact text or a regular expression in one scratchpad, as grep does in a file: line numbers, matches, and lines ' +
    'around them on request.',
  effect: 'read',
  input,
  output: z.strictObject({
    scratchpad: z.strictObject(padFactsKeys),
    matches: z.array(shownMatch),
    total_matches: count,
    total_is_exact: z.boolean().describe('false: there are more.'),
    has_more: z.boolean().describe('true: there are more matches; offset shows them.'),
    search_method: z.enum(['string', 'regex']),
    message,
  }),
  aliases: aliasesOf({
    query: ['q', 'text', 'search'],
    queryRegex: ['pattern', 'regex'],
    id: ['scratchpad_id', 'pad_id'],
    context_lines: ['context'],
    context_lines_before: ['before'],
    context_lines_after: ['after'],
    show_line_numbers: ['line_numbers'],
    limit: ['max_matches'],
  }),
  searchHint: 'grep find in scratchpad pad text regex lines 草稿 查找 正则',
  route: { method: 'GET', path: '/pads/scratchpads/{id}/matches' },
  examples: [
    { label: 'Exact text', input: { id: EXAMPLE_ID, query: '待办' } },
    {
      label: 'A pattern, with numbered lines around it',
      input: { id: EXAMPLE_ID, queryRegex: String.raw`TODO|FIXME\(\w+\)`, context_lines: 2, show_line_numbers: true },
    },
  ],
  async run(request, { engine }) {
    const target = parseTarget(request)
    const { content, ...pad } = await engine.read((view) => requirePad(view.pads, request.id))
    const found = await findWithin(content, target)
    const listed = firstThatFit(found.matches.slice(request.offset, request.offset + request.limit))
    const context = contextStyle(request, charsOf(request, CONTEXT_CHARS))
    const chars = request.include_content === false ? 0 : charsOf(request, SNIPPET_CHARS)
    const matches = showMatches({ text: content, matches: found.matches, listed, context, chars })
    return {
      scratchpad: answerPadFacts(pad),
      matches: [...matches],
      total_matches: found.matches.length,
      total_is_exact: !found.more,
      has_more: found.matches.length > request.offset + listed.length,
      search_method: target.isPattern ? ('regex' as const) : ('string' as const),
      message: [headOf(target, found, pad), ...notesOn(request, found, matches)].join(' - '),
    }
  },
  table: ({ matches: rows }) => ({
    columns: [
      { cell: ({ line_number: line, char_position: at }) => `${line}:${at}`, look: 'dim' },
      { cell: ({ match_text: text }) => text, look: 'bold', least: 12 },
    ],
    rows,
    under: ({ snippet }: ShownMatch) => [{ text: snippet, indent: 2, fits: 'kept' }],
  }),
  render: asJson,
})

const SNIPPET_CHARS: ContentDefaults = { cap: 150, preview: 100 }
/** Characters of the requested context lines: a guard against texts with very long lines. */
const CONTEXT_CHARS: ContentDefaults = { cap: 10_000, preview: 500 }

function headOf({ text, isPattern }: SearchTarget, { matches, more }: PlacedMatches, { title }: PadFacts): string {
  const brief = capped(text, 100, '…')
  const counted = `${more ? 'more than ' : ''}${matches.length} matches`
  return `Found ${counted} for ${isPattern ? `pattern /${brief}/` : `"${brief}"`} in scratchpad "${capped(title, 100, '…')}"`
}

function notesOn(request: Input, found: PlacedMatches, shown: readonly ShownMatch[]): readonly string[] {
  const { offset } = request
  const [total, next] = [found.matches.length, offset + shown.length]
  const bare = shown.some(({ snippet, in_snippet_of: snippetOwner }) => snippet === '' && snippetOwner === undefined)
  return [
    ...(total > shown.length ? [`listed: ${shown.length === 0 ? 'none' : `${offset + 1} to ${next}`}`] : []),
    ...(total > next ? [`offset ${next} lists the next`] : []),
    ...(bare && request.include_content !== false
      ? [
          `context for the first ${request.max_context_matches} matching lines: raise max_context_matches, or use offset`,
        ]
      : []),
    ...(shown.some((each) => each.snippet_cut)
      ? ['snippets with snippet_cut are shortened: get-scratchpad shows lines in full']
      : []),
    ...(found.matchedNothing ? ['empty matches of the pattern are left out'] : []),
    ...(total === 0 && request.case_sensitive && hasCase(request) ? ['case_sensitive false ignores case'] : []),
  ]
}

/** Chinese has none, and a hint that cannot help costs a call. */
const hasCase = ({ query, queryRegex }: Input): boolean => /[\p{Lu}\p{Ll}]/u.test(query || queryRegex || '')

/** Matches that are counted; nobody reads more of them. */
export const MAX_COUNTED = 10_000

type PlacedMatches = Omit<PatternMatches, 'matches'> & {
  readonly matches: readonly (PatternMatch & PlacedMatch)[]
}

interface SearchTarget {
  readonly text: string
  readonly isPattern: boolean
  readonly ignoreCase: boolean
}

/** Exactly one of the two. An empty text is none: some models fill in every argument. */
export function parseTarget({ query, queryRegex, case_sensitive: isStrict }: MatchRequest): SearchTarget {
  if (query && queryRegex)
    throw new WukuError('bad-input', msg('cannotSpecifyBothQuery', { oneOfTwo: msg('queryIsExactTextQueryRegex') }))
  const text = query || queryRegex
  if (!text) throw new WukuError('bad-input', msg('eitherQueryOrQueryRegexMust'))
  return { text, isPattern: !query, ignoreCase: !isStrict }
}

/** A pattern that JavaScript's engine does not end is tried in linear time, where it can be. */
async function findWithin(text: string, target: SearchTarget): Promise<PlacedMatches> {
  try {
    return findMatches(text, target)
  } catch (slow) {
    if (!(slow instanceof SlowPattern)) throw slow
    const { matchInLinearTime } = await import('@wuku/text/linear-expression')
    return findMatches(text, target, (...given) => {
      const found = matchInLinearTime(...given)
      if (!found) throw slow
      return found
    })
  }
}

const LITERAL_MILLISECONDS = 2_000

/** A pattern sees one line at a time, as users know it, unless it speaks of line breaks itself. */
export function findMatches(
  text: string,
  { text: target, isPattern, ignoreCase }: SearchTarget,
  find: (...given: Parameters<typeof matchPattern>) => PatternMatches = matchPattern,
): PlacedMatches {
  const found = find(text, {
    pattern: isPattern ? target : literalPattern(target),
    ignoreCase,
    scope: isPattern && !/\n|\\n/.test(target) ? 'lines' : 'whole',
    limit: MAX_COUNTED,
    // Plain text never backtracks: a busy machine alone makes it slow.
    ...(!isPattern && { milliseconds: LITERAL_MILLISECONDS }),
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
