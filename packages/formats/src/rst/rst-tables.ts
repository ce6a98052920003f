import { gfmTable } from '../writing/write-markdown.ts'
import type { Lines } from '../blank-lines.ts'
import { type BlockReader, type Reading, dedented, isBlank, padded, unpadded } from './reading.ts'

/** Columns below runs of `=`, rows one below the other. */
export const readSimpleTable: BlockReader = (lines, at, reading) => {
  if (!isBorder(lines[at])) return at
  const end = tableEnd(lines, at)
  const borders = lines.slice(at, end).flatMap((line, index) => (isBorder(line) ? [at + index] : []))
  const columns = [...(lines[at] ?? '').matchAll(/=+/g)].map((run) => run.index)
  const last = borders.at(-1) ?? end
  const middle = borders.length > 2 ? borders[1] : undefined
  const head = middle === undefined ? [] : readRows(lines.slice(at + 1, middle), columns)
  const body = readRows(lines.slice((middle ?? at) + 1, last === at ? end : last), columns)
  const rows = [...mergeHead(head), ...body].map((row) => row.map((cell) => cellWords(cell, reading)))
  reading.writer.block(gfmTable(rows, head.length > 0))
  return end
}

const isBorder = (line: string | undefined): boolean => line !== undefined && /^=+(?: +=+)+$/.test(line)

/** Its last border has nothing below it, or is the third one. */
function tableEnd(lines: Lines, at: number): number {
  let seen = 1
  for (let line = at + 1; line < lines.length; line++) {
    if (!isBorder(lines[line])) continue
    seen++
    if (seen === 3 || isBlank(lines[line + 1])) return line + 1
  }
  let end = at + 1
  while (!isBlank(lines[end])) end++
  return end
}

type Cell = Lines

/** A line with an empty first column continues the row above. A line of dashes shows which columns are joined. */
function readRows(lines: Lines, columns: readonly number[]): readonly (readonly Cell[])[] {
  const rows: string[][][] = []
  let isNew = true
  for (const written of lines) {
    const line = padded(written)
    if (/^-[- ]*$/.test(line)) {
      isNew = true
      continue
    }
    if (line === '') continue
    const cells = cutAt(line, columns)
    const isMore = !isNew && rows.length > 0 && cells[0] === ''
    isNew = false
    if (!isMore) rows.push(columns.map(() => []))
    cells.forEach((cell, column) => rows.at(-1)?.[column]?.push(unpadded(cell)))
  }
  return rows
}

/** A text that runs over a border belongs to the column where it began. */
function cutAt(line: string, columns: readonly number[]): readonly string[] {
  const cells = columns.map(() => '')
  let first = 0
  columns.forEach((_, column) => {
    const border = columns[column + 1]
    if (border !== undefined && line.charAt(border - 1).trim() !== '') return
    cells[first] = line.slice(columns[first], border).trimEnd()
    first = column + 1
  })
  return cells.map((cell) => (cell === '\\' ? '' : cell))
}

/** A head of several lines is one row. */
function mergeHead(head: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const [first, ...others] = head
  return first
    ? [first.map((cell, column) => [cell, ...others.map((row) => row[column] ?? [])].flat().map((line) => line.trim()))]
    : []
}

export const cellWords = (cell: Cell, { nested }: Reading) => nested(dedented(cell.map((line) => line.trimEnd())))

/** Cells drawn with `+`, `-` and `|`. A cell over several rows is repeated in each, one over several columns stands in the first. */
export const readGridTable: BlockReader = (lines, at, reading) => {
  if (!/^\+[-=]+(?:\+[-=]+)*\+$/.test(lines[at] ?? '')) return at
  let end = at
  while (/^[+|]/.test(lines[end] ?? '') && !isBlank(lines[end])) end++
  const drawn = lines.slice(at, end).map(padded)
  const walls = wallsOf(drawn).slice(0, MAX_WALLS)
  const { rows, head } = readBands(drawn, walls)
  const written = rows.map((row) => row.map((cell) => (cell === undefined ? '' : wordsOf(cell))))
  reading.writer.block(gfmTable(written, head > 0))
  return end

  function wordsOf(cell: GridCell): string {
    cell.words ??= cellWords(cell.lines.map(unpadded), reading)
    return cell.words
  }
}

const MAX_WALLS = 100

interface GridCell {
  readonly lines: string[]
  words?: string
}

type Row = readonly (GridCell | undefined)[]

/** Columns at which any cell begins or ends. */
function wallsOf(drawn: Lines): readonly number[] {
  const walls = new Set<number>()
  for (const line of drawn)
    if (isRule(line)) for (let at = line.indexOf('+'); at !== -1; at = line.indexOf('+', at + 1)) walls.add(at)
  return [...walls].toSorted((a, b) => a - b)
}

const isRule = (line: string): boolean => /\+[-=]+\+/.test(line)

/** Rows lie between rules; a rule that does not reach under a cell lets it go on below. */
function readBands(drawn: Lines, walls: readonly number[]): { readonly rows: readonly Row[]; readonly head: number } {
  const rows: Row[] = []
  let head = 0
  let above: Row = []
  let rule = drawn[0] ?? ''
  let band: string[] = []
  for (const line of drawn.slice(1)) {
    if (!isRule(line)) {
      band.push(line)
      continue
    }
    above = readBand(band, rule, walls, above)
    if (above.length > 0) rows.push(above)
    if (/^\+=+\+/.test(line)) head = rows.length
    rule = line
    band = []
  }
  return { rows, head }
}

/** A row below its rule and the row above that. */
function readBand(band: Lines, rule: string, walls: readonly number[], above: Row): Row {
  if (band.length === 0) return []
  const row: (GridCell | undefined)[] = []
  let column = 0
  while (column < walls.length - 1) {
    let next = column + 1
    while (next < walls.length - 1 && !isWall(band, walls[next] ?? 0)) next++
    const [start, end] = [walls[column] ?? 0, walls[next] ?? 0]
    const isNew = /^[-=]/.test(rule.slice(start + 1, end))
    const cell: GridCell = (isNew ? undefined : above[column]) ?? { lines: [] }
    if (!isNew) cell.lines.push(rule.slice(start + 1, end).replaceAll(/^[+|]|[+|]$/g, ''))
    for (const line of band) cell.lines.push(line.slice(start + 1, end))
    row.push(cell, ...Array.from({ length: next - column - 1 }, () => undefined))
    column = next
  }
  return row
}

const isWall = (band: Lines, at: number) => band.every((line) => line.charAt(at) === '|' || line.charAt(at) === '+')
