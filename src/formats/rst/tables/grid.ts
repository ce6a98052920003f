import { isBlank, type Lines, padded, unpadded } from '../lines.ts'
import { gfmTable } from '../../writing/markdown.ts'
import type { BlockReader } from '../reading.ts'
import { cellWords } from './simple.ts'

/** Cells drawn with `+`, `-` and `|`. A cell over several rows is repeated in each, one over several columns stands in the first. */
export const readGridTable: BlockReader = (lines, at, reading) => {
  if (!/^\+[-=]+(?:\+[-=]+)*\+$/.test(lines[at] ?? '')) return at
  let end = at
  while (/^[+|]/.test(lines[end] ?? '') && !isBlank(lines[end])) end++
  const drawn = lines.slice(at, end).map(padded)
  const walls = wallsOf(drawn).slice(0, MOST_WALLS)
  const { rows, head } = readBands(drawn, walls)
  const written = rows.map((row) => row.map((cell) => (cell === undefined ? '' : wordsOf(cell))))
  reading.paper.block(gfmTable(written, head > 0))
  return end

  function wordsOf(cell: Cell): string {
    cell.words ??= cellWords(cell.lines.map(unpadded), reading)
    return cell.words
  }
}

const MOST_WALLS = 100

interface Cell {
  readonly lines: string[]
  words?: string
}

type Row = readonly (Cell | undefined)[]

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
    above = readBand({ band, rule, walls, above })
    if (above.length > 0) rows.push(above)
    if (/^\+=+\+/.test(line)) head = rows.length
    rule = line
    band = []
  }
  return { rows, head }
}

interface Band {
  readonly band: Lines
  /** The rule above it. */
  readonly rule: string
  readonly walls: readonly number[]
  readonly above: Row
}

function readBand({ band, rule, walls, above }: Band): Row {
  if (band.length === 0) return []
  const row: (Cell | undefined)[] = []
  let column = 0
  while (column < walls.length - 1) {
    let next = column + 1
    while (next < walls.length - 1 && !isWall(band, walls[next] ?? 0)) next++
    const [start, end] = [walls[column] ?? 0, walls[next] ?? 0]
    const isNew = /^[-=]/.test(rule.slice(start + 1, end))
    const cell: Cell = (isNew ? undefined : above[column]) ?? { lines: [] }
    if (!isNew) cell.lines.push(rule.slice(start + 1, end).replaceAll(/^[+|]|[+|]$/g, ''))
    for (const line of band) cell.lines.push(line.slice(start + 1, end))
    row.push(cell, ...Array.from({ length: next - column - 1 }, () => undefined))
    column = next
  }
  return row
}

const isWall = (band: Lines, at: number): boolean =>
  band.every((line) => line.charAt(at) === '|' || line.charAt(at) === '+')
