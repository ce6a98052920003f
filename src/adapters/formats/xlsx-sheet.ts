import { Parser } from 'htmlparser2'
import { isoDate } from './xlsx-styles.ts'
import { decodeXml, localName } from './xml.ts'

export const MOST_ROWS = 2_000
export const MOST_COLUMNS = 200

export interface SheetWords {
  readonly strings: readonly string[]
  /** By style. */
  readonly dates: readonly boolean[]
  readonly since1904: boolean
}

export interface Sheet {
  /** Those that hold something. */
  readonly rows: readonly SheetRow[]
  /** Those that hold something and were not taken are counted too. */
  readonly rowsInAll: number
  readonly hasMoreColumns: boolean
}

export interface SheetRow {
  /** From 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** A sheet may have a million rows: no tree is made of it. */
export function readSheet(bytes: Uint8Array, words: SheetWords): Sheet {
  const rows: SheetRow[] = []
  let [number, rowsInAll, hasMoreColumns] = [0, 0, false]
  let row: string[] = []
  let cell: Cell = { column: 0, type: '', style: 0 }
  let [isValue, isPhonetic, text] = [false, false, '']
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = localName(name)
        if (element === 'row') [number, row] = [Number(attributes['r'] ?? number + 1), []]
        if (element === 'c') [cell, text] = [cellOf(attributes, row.length), '']
        if (element === 'rPh') isPhonetic = true
        isValue = (element === 'v' || element === 't') && !isPhonetic
      },
      ontext: (more) => void (isValue && (text += more)),
      onclosetag(name) {
        const element = localName(name)
        isValue = false
        if (element === 'rPh') isPhonetic = false
        if (element === 'c' && cell.column >= MOST_COLUMNS) hasMoreColumns ||= text !== ''
        else if (element === 'c') put(row, cell.column, shown(text, cell, words))
        if (element !== 'row' || row.every((each) => each === '')) return
        rowsInAll += 1
        if (rows.length < MOST_ROWS) rows.push({ number, cells: row })
      },
    },
    { xmlMode: true },
  )
  parser.end(decodeXml(bytes))
  return { rows, rowsInAll, hasMoreColumns }
}

interface Cell {
  /** From 0. */
  readonly column: number
  readonly type: string
  readonly style: number
}

const cellOf = ({ r, t = 'n', s = '0' }: { readonly [name: string]: string }, next: number): Cell => ({
  column: r === undefined ? next : columnOf(r),
  type: t,
  style: Number(s),
})

/** `AB12` is column 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? 'A') {
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

function put(row: string[], column: number, text: string): void {
  while (row.length < column) row.push('')
  row[column] = text
}

function shown(text: string, { type, style }: Cell, { strings, dates, since1904 }: SheetWords): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return text.replace(/T00:00:00(?:\.0+)?Z?$/, '')
  if (type !== 'n' || text === '' || !Number.isFinite(Number(text))) return text
  const date = dates[style] === true ? isoDate(Number(text), since1904) : undefined
  // As many digits as Excel shows: 0.1 + 0.2 is stored as 0.30000000000000004.
  return date ?? String(Number(Number(text).toPrecision(15)))
}
