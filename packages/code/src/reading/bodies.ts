import type { HiddenLines } from '@wuku/core/ports/syntax'
import type { BodyRules } from '../languages/rules.ts'

/** A shorter one is parsed sooner than it is left out. */
const LEAST_CHARS = 60
/** A longer line is no head of a function that somebody wrote. */
const LONGEST_HEAD = 400

/**
 * Function bodies, found by indentation: from the line after one that opens a body to the line at the same indentation
 * that closes it, with everything between deeper. Only lines are examined, so a result may be wrong, as in a text
 * within quotes; then the remaining text makes no sense to the parser, or the same sense as before.
 */
export function bodiesIn(text: string, rules: BodyRules): readonly HiddenLines[] {
  const found: HiddenLines[] = []
  /** The latest line of each indentation, to put heads together that were broken into lines. */
  const heads: string[] = []
  for (let line = lineAt(text, 0, 0); line;) {
    const isHead = !isBlank(line) && rules.opens(headOf(text, line, heads))
    const body = isHead ? bodyBelow(text, line, rules) : undefined
    if (body && body.end - body.start > LEAST_CHARS) found.push(body)
    line = body ? lineAt(text, body.end, body.endRow) : lineAfter(text, line)
  }
  return found
}

/** `): string {` ends what the line before it at its indentation began. */
function headOf(text: string, line: SourceLine, heads: string[]): string {
  if (line.inkEnd - line.inkStart > LONGEST_HEAD) return ''
  const width = widthOf(line)
  const own = text.slice(line.inkStart, line.inkEnd)
  const head = CONTINUATION.test(own) ? `${heads[width] ?? ''}${own}` : own
  heads.length = width
  heads[width] = head.length > LONGEST_HEAD ? '' : head
  return head
}

const CONTINUATION = /^[){]/

function bodyBelow(text: string, head: SourceLine, rules: BodyRules): HiddenLines | undefined {
  const { closes, continues } = rules
  if (!closes) return indentedBody(text, head)
  const indent = text.slice(head.start, head.inkStart)
  for (let line = lineAfter(text, head); line; line = lineAfter(text, line)) {
    if (isBlank(line) || widthOf(line) > indent.length) continue
    if (widthOf(line) < indent.length || !text.startsWith(indent, line.start)) return undefined
    const start = text.slice(line.inkStart, Math.min(line.inkEnd, line.inkStart + MAX_CLOSING_CHARS))
    if (closes.test(start)) return { start: head.next, end: line.start, row: head.row + 1, endRow: line.row }
    if (!continues?.test(start)) return undefined
  }
  return undefined
}

const MAX_CLOSING_CHARS = 12

/**
 * The hidden part of a body that ends with its indentation: from its docstring to its last statement. A body must have
 * one, and ends where that ends.
 */
function indentedBody(text: string, head: SourceLine): HiddenLines | undefined {
  const first = inkFrom(text, lineAfter(text, head))
  if (!first || widthOf(first) <= widthOf(head)) return undefined
  const from = behindDoc(text, first)
  const last = from && lastStatement(text, from, widthOf(first))
  return last && last.start > from.start
    ? { start: from.start, end: last.start, row: from.row, endRow: last.row }
    : undefined
}

function inkFrom(text: string, line: SourceLine | undefined): SourceLine | undefined {
  let at = line
  while (at && isBlank(at)) at = lineAfter(text, at)
  return at
}

/** The line behind the string that a body may begin with; none when that has no end. */
function behindDoc(text: string, first: SourceLine): SourceLine | undefined {
  DOC.lastIndex = first.inkStart
  const [, quotes] = DOC.exec(text) ?? []
  if (quotes === undefined) return first
  const end = text.indexOf(quotes, DOC.lastIndex)
  if (end < 0) return undefined
  let line: SourceLine | undefined = first
  while (line && line.next <= end) line = lineAfter(text, line)
  return line && lineAfter(text, line)
}

const DOC = /[rRbBuUfF]{0,2}("""|'''|"|')/y

function lastStatement(text: string, from: SourceLine, width: number): SourceLine | undefined {
  let last: SourceLine | undefined
  for (let line: SourceLine | undefined = from; line; line = lineAfter(text, line)) {
    if (isBlank(line)) continue
    if (widthOf(line) < width) break
    if (widthOf(line) > width) continue
    const start = text.slice(line.inkStart, Math.min(line.inkEnd, line.inkStart + MAX_START_CHARS))
    if (QUOTES.test(start)) return undefined
    if (STATEMENT.test(start)) last = line
  }
  return last
}

const MAX_START_CHARS = 12
/** Text in quotes may look like anything. */
const QUOTES = /^[rRbBuUfF]{0,2}(?:"""|''')/
const STATEMENT = /^(?!(?:else|elif|except|finally|case)\b)[A-Za-z_]/

/** A line of a text, with where its ink begins and ends. */
interface SourceLine {
  readonly row: number
  readonly start: number
  readonly inkStart: number
  readonly inkEnd: number
  readonly next: number
}

function lineAt(text: string, start: number, row: number): SourceLine | undefined {
  if (start >= text.length) return undefined
  const feed = text.indexOf('\n', start)
  const end = feed < 0 ? text.length : feed
  let inkStart = start
  while (inkStart < end && isSpace(text.charCodeAt(inkStart))) inkStart++
  let inkEnd = end
  while (inkEnd > inkStart && isSpace(text.charCodeAt(inkEnd - 1))) inkEnd--
  return { row, start, inkStart, inkEnd, next: end + 1 }
}

const isSpace = (unit: number): boolean => unit === 32 || unit === 9 || unit === 13

const lineAfter = (text: string, { next, row }: SourceLine): SourceLine | undefined => lineAt(text, next, row + 1)

const isBlank = ({ inkStart, inkEnd }: SourceLine): boolean => inkStart === inkEnd

const widthOf = ({ start, inkStart }: SourceLine): number => inkStart - start
