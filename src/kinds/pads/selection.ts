import { WukuError } from '../../core/errors.ts'
import { blocksOf } from './blocks.ts'
import { countLines, splitLines } from './lines.ts'

export interface LineRange {
  readonly start: number
  /** To the end of the text when absent. */
  readonly end?: number
}

export interface LineContext {
  readonly line: number
  readonly before: number
  readonly after: number
  readonly include_block: boolean
}

/** At most one of them. */
export interface WantedLines {
  readonly line_range?: LineRange
  readonly line_context?: LineContext
}

export interface Selection {
  readonly content: string
  /** First and last line. */
  readonly from: number
  readonly to: number
  readonly said: string
}

/** What is wrong whatever the text is. */
export function demandOneRange({ line_range: range, line_context: context }: WantedLines): void {
  if (range && context)
    throw refused('Only one range parameter can be specified: line_range or line_context.', 'Leave one of them out.')
  if (range?.end !== undefined && range.end < range.start)
    throw refused(
      `line_range.end must be >= line_range.start, but ${range.end} < ${range.start}.`,
      'Exchange the two, or leave end out to read to the end.',
    )
}

/** `undefined`: the whole text. A range may reach beyond the end; a line to look around must be there. */
export function selectLines(text: string, wanted: WantedLines): Selection | undefined {
  const { line_range: range, line_context: context } = wanted
  if (range) return rangeOf(text, range)
  if (!context) return undefined
  const total = countLines(text)
  if (text === '' || context.line > total) throw noSuchLine(text === '' ? 1 : total)
  return context.include_block ? blockAround(text, context) : linesAround(text, context)
}

function rangeOf(text: string, { start, end }: LineRange): Selection {
  const total = countLines(text)
  if (text === '' || start > total) {
    const there = text === '' ? 'it is empty' : `it has ${total} lines`
    return {
      content: '',
      from: start,
      to: start - 1,
      said: `Lines ${start}-${end ?? start} (beyond the end: ${there})`,
    }
  }
  const to = Math.min(end ?? total, total)
  return { ...cutLines(text, start, to), said: `Lines ${start}-${to}` }
}

function linesAround(text: string, { line, before, after }: LineContext): Selection {
  const from = Math.max(1, line - before)
  const to = Math.min(countLines(text), line + after)
  return { ...cutLines(text, from, to), said: `Lines ${from}-${to} (±${before}/${after} around line ${line})` }
}

function blockAround(text: string, context: LineContext): Selection {
  const { line } = context
  let at = 0
  let from = 1
  for (const { start, end } of blocksOf(text)) {
    from += countLines(text.slice(at, start)) - 1
    const to = from + countLines(text.slice(start, end)) - 1
    if (from <= line && line <= to)
      return { content: text.slice(start, end), from, to, said: `Block containing line ${line}` }
    at = end
    from = to
  }
  const around = linesAround(text, context)
  return { ...around, said: `${around.said}; Block containing line ${line}: none, it parts two blocks` }
}

const cutLines = (text: string, from: number, to: number) => ({
  content: splitLines(text)
    .slice(from - 1, to)
    .join('\n'),
  from,
  to,
})

const noSuchLine = (total: number): WukuError =>
  refused(`line_context.line must be between 1 and ${total}.`, 'Take a line that is there, or use line_range.')

const refused = (said: string, remedy: string): WukuError => new WukuError('bad-input', said, remedy)
