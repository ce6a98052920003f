import type { HiddenLines } from '../../../ports/syntax.ts'
import { isBlank, lineAfter, widthOf, type SourceLine } from './source-lines.ts'

/**
 * Of a body that ends with its indentation: what lies between the text that says what it is for and its last statement. A
 * body must have one, and ends where that ends.
 */
export function indentedBody(text: string, head: SourceLine): HiddenLines | undefined {
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
    const start = text.slice(line.inkStart, Math.min(line.inkEnd, line.inkStart + MOST_OF_START))
    if (QUOTES.test(start)) return undefined
    if (STATEMENT.test(start)) last = line
  }
  return last
}

const MOST_OF_START = 12
/** What is within may look like anything. */
const QUOTES = /^[rRbBuUfF]{0,2}(?:"""|''')/
const STATEMENT = /^(?!(?:else|elif|except|finally|case)\b)[A-Za-z_]/
