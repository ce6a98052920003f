import { excerpt } from '@wuku/text/show/excerpt'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { z } from 'zod'
import type { PatternMatch } from '@wuku/kernel/pattern'
import type { ShownMatch } from './pad-shapes.ts'

/** A match by its lines, from 1, and its UTF-16 columns, from 0. */
export interface PlacedMatch {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface ContextStyle {
  /** Lines around a match. */
  readonly before: number
  readonly after: number
  /** Lines with matches that are shown with what is around them. */
  readonly maxMatches: number
  /** Ranges that touch are printed as one, and no line twice. */
  readonly merge: boolean
  readonly numbers: boolean
  /** Characters of one printed range; the parts furthest from the match are cut first. */
  readonly chars: number
}

export interface ContextRange {
  /** Line of the first match in the range. */
  readonly line: number
  readonly from: number
  readonly to: number
  readonly text: string
  /** Something that was asked for did not fit. */
  readonly isCut: boolean
}

/** A text with all matches that a search found in it. */
export interface MatchedText {
  readonly lines: readonly string[]
  readonly matches: readonly PlacedMatch[]
}

/** The lines around the first of the `shown` matches; all that match are marked, also those that only stand near. */
export function printContext(matched: MatchedText, shown: readonly PlacedMatch[], style: ContextStyle) {
  const print = printerOf(matched, style)
  const chosen = shown.filter(({ line }, at) => line !== shown[at - 1]?.line)
  const ranges: Range[] = []
  for (const match of chosen.slice(0, style.maxMatches)) {
    const range = fit(rangeAround(match, matched.lines.length, style), print, style.chars)
    if (style.merge) joinRange(ranges, range, { print, chars: style.chars })
    else ranges.push(range)
  }
  return ranges.map((range) => printRange(range, print))
}

/** The range that shows a match: the one that was made for its line, or one that reaches over it. */
export const rangeOf = (ranges: readonly ContextRange[], { line }: PlacedMatch): ContextRange | undefined =>
  ranges.find((range) => range.line === line) ?? ranges.find(({ from, to }) => from <= line && line <= to)

export const linesOf = (text: string): readonly string[] => text.replace(/\r?\n$/, '').split(/\r?\n/)

/** Longer lines are shown around their first match. */
const LONGEST_LINE = 400
/** A match longer than this is shown from its beginning. */
const LONGEST_MARK = 100

/** A place in a text and as much around it as there is room for. */
export const excerptAround = (text: string, start: number, end: number, width: number): string =>
  excerpt(text, [{ start, end: Math.min(end, start + Math.floor(width / 2)), term: '', weight: 1 }], width)

type Print = (line: number) => { readonly text: string; readonly isCut: boolean }

function printerOf({ lines, matches }: MatchedText, { numbers, chars }: ContextStyle): Print {
  const marks = firstMarks(matches)
  return (line) => {
    const [mark, text] = [marks.get(line), lines[line - 1] ?? '']
    const label = numbers ? `${mark ? '>' : '...'} ${line}: ` : mark ? '► ' : '  '
    const width = Math.max(1, Math.min(LONGEST_LINE, chars - label.length))
    const { start, end } = mark ?? { start: 0, end: 0 }
    return { text: label + excerptAround(text, start, end, width), isCut: text.length > width }
  }
}

function firstMarks(matches: readonly PlacedMatch[]): ReadonlyMap<number, { start: number; end: number }> {
  const marks = new Map<number, { start: number; end: number }>()
  for (const { line, column, endLine, endColumn } of matches)
    for (let at = line; at <= endLine; at++) {
      const start = at === line ? column : 0
      const end = at === endLine ? endColumn : start + LONGEST_MARK
      if (!marks.has(at)) marks.set(at, { start, end: Math.min(end, start + LONGEST_MARK) })
    }
  return marks
}

type Range = Omit<ContextRange, 'text'>

const rangeAround = ({ line, endLine }: PlacedMatch, last: number, { before, after }: ContextStyle): Range => ({
  line,
  from: Math.max(1, line - before),
  to: Math.min(last, endLine + after),
  isCut: false,
})

/** Grows from the match on both sides, nearer lines first, until there is no more room. */
function fit(range: Range, print: Print, chars: number): Range {
  const lengthOf = (line: number): number => print(line).text.length + 1
  let [from, to, remainingChars] = [range.line, range.line, chars + 1 - lengthOf(range.line)]
  while (from > range.from || to < range.to) {
    const growsUp = from > range.from && (to >= range.to || range.line - from <= to - range.line)
    const length = lengthOf(growsUp ? from - 1 : to + 1)
    if (length > remainingChars) break
    remainingChars -= length
    if (growsUp) from--
    else to++
  }
  return { ...range, from, to, isCut: from > range.from || to < range.to }
}

function joinRange(ranges: Range[], next: Range, { print, chars }: { print: Print; chars: number }): void {
  const last = ranges.at(-1)
  if (!last || next.from > last.to + 1) return void ranges.push(next)
  const joined = { ...last, to: Math.max(last.to, next.to), isCut: last.isCut || next.isCut }
  if (printRange(joined, print).text.length <= chars) ranges[ranges.length - 1] = joined
  else if (next.line <= last.to) ranges[ranges.length - 1] = { ...last, isCut: true }
  else ranges.push({ ...next, from: last.to + 1 })
}

function printRange({ line, from, to, isCut }: Range, print: Print): ContextRange {
  const printed = Array.from({ length: to - from + 1 }, (_, nth) => print(from + nth))
  const text = printed.map((each) => each.text).join('\n')
  return { line, from, to, text: text.trimEnd(), isCut: isCut || printed.some((each) => each.isCut) }
}

const contextKeysLines = z.int().min(0).max(50).optional()

export const contextKeys = {
  context_lines: contextKeysLines.describe('Lines around a match; takes precedence over the next two.'),
  context_lines_before: contextKeysLines.describe('Default 2 if there is context.'),
  context_lines_after: contextKeysLines.describe('Default 2 if there is context.'),
  max_context_matches: z.int().min(1).max(20).default(5).describe('Number of matching lines with context.'),
  merge_context: z.boolean().default(true).describe('Print overlapping context once.'),
  show_line_numbers: z.boolean().default(false).describe('Context as `> 12: match` and `... 13: other`.'),
}

const LINES = 2

/** `undefined`: a snippet in characters is enough. A request for line numbers is a request for lines. */
export function contextStyle(options: z.output<z.ZodObject<typeof contextKeys>>, chars: number) {
  const { context_lines: around, context_lines_before: before, context_lines_after: after } = options
  const isRequested = around !== undefined || before !== undefined || after !== undefined
  if (!isRequested && !options.show_line_numbers) return undefined
  return {
    before: around ?? before ?? LINES,
    after: around ?? after ?? LINES,
    maxMatches: options.max_context_matches,
    merge: options.merge_context,
    numbers: options.show_line_numbers,
    chars,
  }
}

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
