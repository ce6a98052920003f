/** The lines of a text, for cutting it between them. Lines are counted from 0 here, since they are places in arrays. */
export interface LineTable {
  readonly count: number
  /** Where a line begins; one place past the last line, the length of the text. */
  readonly starts: Int32Array
  /** Columns before the first letter; -1 for a line of blanks. */
  readonly indents: Int32Array
  /** Weight of the lines from `from` to `to`, both included. */
  weightOf(from: number, to: number): number
  /** The line that holds the character at `offset`. */
  lineAt(offset: number): number
}

/** A short line takes as much room on a screen as another: it weighs as much as one of the usual length. */
const LEAST_WEIGHT = 36

/** What the text says, not how deeply it is indented, weighs. */
export function createLineTable(text: string): LineTable {
  const count = countLines(text)
  const starts = new Int32Array(count + 1)
  const indents = new Int32Array(count)
  const sums = new Int32Array(count + 1)
  for (let line = 0, at = 0; line < count; line++) {
    const end = endOfLine(text, at)
    const first = firstInk(text, at, end)
    starts[line] = at
    indents[line] = first === end ? -1 : columnsOf(text, at, first)
    sums[line + 1] = (sums[line] ?? 0) + (first === end ? 1 : Math.max(LEAST_WEIGHT, end - first))
    at = end
  }
  starts[count] = text.length
  return {
    count,
    starts,
    indents,
    weightOf: (from, to) => (to < from ? 0 : (sums[to + 1] ?? 0) - (sums[from] ?? 0)),
    lineAt: (offset) => lineAt(starts, offset, count),
  }
}

/** Some lines, both included, from 0. */
export interface Lines {
  readonly from: number
  readonly to: number
}

/** The text of some lines, with the break behind the last one. */
export const textOfLines = (text: string, { starts }: LineTable, { from, to }: Lines): string =>
  text.slice(starts[from], starts[to + 1])

/** Without the blank lines around them; `undefined` when all are blank. */
export function withoutBlanks({ indents }: LineTable, { from, to }: Lines): Lines | undefined {
  let first = from
  let last = to
  while (first <= last && (indents[first] ?? -1) < 0) first++
  while (last > first && (indents[last] ?? -1) < 0) last--
  return first <= last ? { from: first, to: last } : undefined
}

function countLines(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at = endOfLine(text, at)) count++
  return count
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function firstInk(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text.charCodeAt(at))) at++
  return at
}

/** Blanks of other scripts and byte order marks count as ink: they are rare, and a chunk too many does no harm. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const TAB = 0x09
const TAB_COLUMNS = 4

function columnsOf(text: string, from: number, to: number): number {
  let columns = 0
  for (let at = from; at < to; at++) columns += text.charCodeAt(at) === TAB ? TAB_COLUMNS : 1
  return columns
}

function lineAt(starts: Int32Array, offset: number, count: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return Math.max(low, 0)
}
