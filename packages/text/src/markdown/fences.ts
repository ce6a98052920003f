import { afterLine } from './line-index.ts'

/** Position of the first character of a line that is not blank. */
export function indentEnd(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++
  return at
}

export const isTableRow = (text: string, line: number): boolean => text.charCodeAt(indentEnd(text, line)) === BAR
const BAR = 124

/** The end of the code fence that opens on the line at `start`, or `start` when none does. Left open it runs to `end`. */
export function fenceEnd(text: string, start: number, end: number): number {
  const at = contentStart(text, start)
  const mark = text.charAt(at)
  if (mark !== '`' && mark !== '~') return start
  const length = runLength(text, at, mark)
  const opening = afterLine(text, at)
  if (length < 3 || (mark === '`' && text.slice(at + length, opening).includes('`'))) return start
  let line = opening
  while (line < end) {
    const next = afterLine(text, line)
    if (closesFence(text.slice(line, next), mark, length)) return Math.min(next, end)
    line = next
  }
  return end
}

/** Position after the markers of list items, in which a fence may open too. */
function contentStart(text: string, start: number): number {
  const at = indentEnd(text, start)
  if (text.charCodeAt(at) > LAST_ITEM_SIGN) return at
  itemSigns.lastIndex = at
  return itemSigns.exec(text) ? itemSigns.lastIndex : at
}

const itemSigns = /(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+/y
/** List markers are digits and characters before them in ASCII. */
const LAST_ITEM_SIGN = 0x39

function closesFence(line: string, mark: string, length: number): boolean {
  const at = indentEnd(line, 0)
  if (line.charAt(at) !== mark) return false
  const closing = runLength(line, at, mark)
  return closing >= length && line.slice(at + closing).trim() === ''
}

function runLength(text: string, start: number, mark: string): number {
  let at = start
  while (text.charAt(at) === mark) at++
  return at - start
}
