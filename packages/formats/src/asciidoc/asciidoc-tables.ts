import { fence, gfmTable } from '../writing/write-markdown.ts'
import { readCsv } from '../csv.ts'
import type { BlockAttributes } from './attributes.ts'
import type { Lines } from '../blank-lines.ts'
import type { Reading } from './reading.ts'

interface Cell {
  readonly text: string
  readonly across: number
  readonly down: number
  readonly style: string
}

/** A table between lines of `|===`: spans are filled, a cell over several rows is repeated in each. */
export function readTable(delimiter: string, lines: Lines, attributes: BlockAttributes, reading: Reading): string {
  const first = lines.findIndex((line) => line !== '')
  if (first === -1) return ''
  const sign =
    attributes.named.get('separator') ?? (attributes.named.get('format') === 'dsv' ? ':' : delimiter.charAt(0))
  const isCsv = sign === ',' || attributes.named.get('format') === 'csv'
  const hasHead =
    attributes.options.has('header') ||
    (first === 0 && lines[1] === '' && !attributes.options.has('noheader') && lines.length > 2)
  const columns = columnsOf(attributes.named.get('cols') ?? '')
  if (isCsv) {
    const rows = readCsv(lines.join('\n'), ',').map((row) => row.map(reading.inline))
    return gfmTable(rows, hasHead)
  }
  const { cells, inFirstLine } = readCells(lines, sign.charAt(0) || '|')
  const rows = fillRows(cells, columns.length || inFirstLine).map((row) =>
    row.map((cell, at) => (cell === undefined ? '' : cellWords(cell, columns[at] ?? '', reading))),
  )
  return gfmTable(rows, hasHead)
}

/** Styles of columns: `1,2a,3*m`. */
function columnsOf(cols: string): readonly string[] {
  const columns = cols
    .split(/[,;]/)
    .filter((word) => word.trim() !== '')
    .flatMap((word) => {
      const [, times = '1', style = ''] = /^\s*(?:(\d{1,3})\*)?.*?([a-z]?)\s*$/.exec(word.trim().slice(0, 20)) ?? []
      return Array.from({ length: Number(times) }, () => style)
    })
  return columns.slice(0, MAX_COLUMNS)
}

const MAX_COLUMNS = 100
/** From here on a cell is no longer repeated, however often it says so. */
const MAX_CELLS = 10_000

/** A cell begins with its sign, and what stands directly before that says how it is set: `2+|`, `.3+a|`, `3*|`. */
function readCells(lines: Lines, sign: string): { readonly cells: readonly Cell[]; readonly inFirstLine: number } {
  const cells: Cell[] = []
  let inFirstLine = 0
  let spec = specOf('')
  let text: string[] | undefined
  const close = (): void => {
    const times = cells.length < MAX_CELLS ? spec.times : 1
    if (text) for (let time = 0; time < times; time++) cells.push({ text: text.join('\n'), ...spec.set })
  }
  for (const line of lines) {
    const segments = cutAtSigns(line, sign)
    segments.forEach((segment, at) => {
      const isLast = at === segments.length - 1
      const specText = isLast ? '' : (SPEC.exec(segment)?.[0] ?? '')
      const words = segment.slice(0, segment.length - specText.length)
      if (at > 0) text = [words.trim()]
      else text?.push(words.trimEnd())
      if (isLast) return
      close()
      spec = specOf(specText.trim())
    })
    if (inFirstLine === 0 && line !== '') inFirstLine = cells.length + (text ? spec.times : 0)
  }
  close()
  return { cells, inFirstLine }
}

function cutAtSigns(line: string, sign: string): readonly string[] {
  const segments: string[] = []
  let start = 0
  for (let at = line.indexOf(sign); at !== -1; at = line.indexOf(sign, at + 1)) {
    if (line.charAt(at - 1) === '\\') continue
    segments.push(line.slice(start, at).replaceAll(`\\${sign}`, sign))
    start = at + 1
  }
  return [...segments, line.slice(start).replaceAll(`\\${sign}`, sign)]
}

const SPEC = /(?:^|\s)(?:\d{0,3}(?:\.\d{1,3})?[+*])?(?:[<^>])?(?:\.[<^>])?[aehlmdsv]?$/

function specOf(specText: string): { readonly times: number; readonly set: Omit<Cell, 'text'> } {
  const [, first, second, kind, style = ''] =
    /^(?:(\d{0,3})(?:\.(\d{1,3}))?([+*]))?[<^>.]{0,4}([a-z]?)$/.exec(specText) ?? []
  const isSpan = kind === '+'
  const count = Math.min(Number(first) || 1, MAX_COLUMNS)
  return {
    times: kind === '*' ? count : 1,
    set: { across: isSpan ? count : 1, down: isSpan ? Math.min(Number(second) || 1, MAX_COLUMNS) : 1, style },
  }
}

function fillRows(cells: readonly Cell[], columns: number): readonly (readonly (Cell | undefined)[])[] {
  const width = Math.max(1, Math.min(columns, MAX_COLUMNS))
  const rows: (Cell | undefined)[][] = []
  /** For each column the cell that reaches into the next rows. */
  const hanging: { readonly cell: Cell; left: number }[] = []
  let row: (Cell | undefined)[] = []
  const hang = (): void => {
    for (let above = hanging[row.length]; above?.left && row.length < width; above = hanging[row.length]) {
      above.left--
      row.push(above.cell)
    }
  }
  for (const cell of cells) {
    hang()
    if (cell.down > 1) hanging[row.length] = { cell, left: cell.down - 1 }
    row.push(cell, ...Array.from({ length: Math.min(cell.across, width - row.length) - 1 }, () => undefined))
    hang()
    if (row.length < width) continue
    rows.push(row)
    row = []
  }
  return row.length > 0 ? [...rows, row] : rows
}

function cellWords({ text, style }: Cell, column: string, reading: Reading): string {
  const kind = style || column
  if (kind === 'l' || kind === 'm') return fence(text)
  if (kind === 'a') return reading.nested(text.split('\n'))
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(reading.inline)
    .join('\n\n')
}
