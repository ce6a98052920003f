import type { HiddenLines } from '../../../ports/syntax.ts'
import type { BodyRules } from '../languages/rules.ts'
import { indentedBody } from './indented-body.ts'
import { isBlank, lineAfter, lineAt, widthOf, type SourceLine } from './source-lines.ts'

/** A shorter one is parsed sooner than it is left out. */
const LEAST_CHARS = 60
/** A longer line is no head of a function that somebody wrote. */
const LONGEST_HEAD = 400

/**
 * Bodies of functions as indentation shows them: below a line that opens one, up to the line at the same indentation that
 * closes it, with everything between deeper. Told by lines alone, so one may be told wrongly, as in a text within quotes;
 * then what is left makes no sense to a parser, or the same sense as before.
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
  const head = GOES_ON.test(own) ? `${heads[width] ?? ''}${own}` : own
  heads.length = width
  heads[width] = head.length > LONGEST_HEAD ? '' : head
  return head
}

const GOES_ON = /^[){]/

function bodyBelow(text: string, head: SourceLine, rules: BodyRules): HiddenLines | undefined {
  const { closes, goesOn } = rules
  if (!closes) return indentedBody(text, head)
  const indent = text.slice(head.start, head.inkStart)
  for (let line = lineAfter(text, head); line; line = lineAfter(text, line)) {
    if (isBlank(line) || widthOf(line) > indent.length) continue
    if (widthOf(line) < indent.length || !text.startsWith(indent, line.start)) return undefined
    const start = text.slice(line.inkStart, Math.min(line.inkEnd, line.inkStart + MOST_OF_CLOSING))
    if (closes.test(start)) return { start: head.next, end: line.start, row: head.row + 1, endRow: line.row }
    if (!goesOn?.test(start)) return undefined
  }
  return undefined
}

const MOST_OF_CLOSING = 12
