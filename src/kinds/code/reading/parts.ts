import { withoutBlanks, type Lines, type LineTable } from './lines.ts'
import { chunkSize } from './size.ts'

export interface Range extends Lines {
  /** Weight up to which it stays whole. */
  readonly most: number
}

/**
 * Cuts lines that are too many for one chunk: where a blank line stands and the indent is small rather than elsewhere. A
 * line that is too long for a chunk has one for itself. Blank lines between parts are left out.
 */
export function partsOf(table: LineTable, text: string, { from, to, most }: Range): readonly Lines[] {
  if (table.weightOf(from, to) <= most) return [{ from, to }]
  const parts: Lines[] = []
  for (let first = from; first <= to;) {
    const next = nextCut(table, text, { from: first, to })
    const part = withoutBlanks(table, { from: first, to: next - 1 })
    if (part) parts.push(part)
    first = next
  }
  return parts
}

/** Of the lines before which it may be cut, the one that is worth most, less the further the part is from even shares. */
function nextCut(table: LineTable, text: string, { from, to }: Lines): number {
  const rest = table.weightOf(from, to)
  if (rest <= chunkSize.mostOfPart) return to + 1
  const share = rest / Math.max(2, Math.round(rest / chunkSize.aim))
  const last = lastThatFits(table, { from, to })
  const base = leastIndent(table, { from: from + 1, to: last + 1 })
  let best = last + 1
  let bestValue = -Infinity
  for (let next = from + 1; next <= last + 1; next++) {
    const closeness = 1 - (table.weightOf(from, next - 1) / share - 1) ** 2
    const worth = worthOfCut(table, text, { line: next, base })
    const value = closeness > 0 ? closeness * worth : closeness
    if (value > bestValue) [best, bestValue] = [next, value]
  }
  return best
}

/** The last line is no candidate: something is left, or it would not have to be cut. */
function lastThatFits(table: LineTable, { from, to }: Lines): number {
  let last = from
  while (last < to - 1 && table.weightOf(from, last + 1) <= chunkSize.mostOfPart) last++
  return last
}

function leastIndent({ indents }: LineTable, { from, to }: Lines): number {
  let least = Infinity
  for (let line = from; line <= to; line++) {
    const indent = indents[line] ?? -1
    if (indent >= 0 && indent < least) least = indent
  }
  return least === Infinity ? 0 : least
}

const INDENT_STEP = 4

/** Between 0 and 1. A line that closes something belongs to what it closes. */
function worthOfCut(
  { indents, starts }: LineTable,
  text: string,
  { line, base }: { line: number; base: number },
): number {
  const indent = indents[line] ?? -1
  if (indent < 0) return NO_PLACE
  const isAfterBlank = (indents[line - 1] ?? -1) < 0
  if (!isAfterBlank && CLOSER.test(text.slice(starts[line], (starts[line] ?? 0) + indent + 4))) return NO_PLACE
  return (isAfterBlank ? 1 : 0.4) / (1 + Math.max(0, indent - base) / INDENT_STEP)
}

const NO_PLACE = 0.02
const CLOSER = /^\s*(?:[)\]}>]|end\b|else|\*\/)/
