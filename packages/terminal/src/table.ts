import { tr } from '@wuku/messages/message'
import { cut, type Page, type Shown, ageOf, indented, sizeOf } from './command-page.ts'
import { displayWidth, padEnd, type Paint } from './terminal.ts'
import { isRight, type AnswerTable, type Cell, type TableColumn } from '@wuku/kernel/base/answer-table'
import { grouped } from '@wuku/kernel/base/counted'

/** Cells may be painted; those of a column that gives way are painted by `colour`. */
export interface Column<Row> extends Omit<TableColumn<Row>, 'cell'> {
  cell(row: Row, paint: Paint): Cell
  readonly colour?: keyof Paint
  /** Absent: no wider than each text, and without an empty cell. */
  readonly align?: 'left' | 'right'
  /** Room that it has at least. */
  readonly width?: number
  readonly maxWidth?: number
}

export interface TableOptions<Row> {
  readonly indent?: number
  /** Colour of a whole line, such as that of the totals. */
  colourOf?(row: Row): keyof Paint | undefined
}

/** The one renderer of tables: a line for each row, below the heads if there are any. */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  page: Page,
  { indent = 0, colourOf }: TableOptions<Row> = {},
): readonly string[] {
  const { paint, translate } = page
  const cellOf = ({ cell, is }: Column<Row>, row: Row): string =>
    shownCell(cell(row, paint), is, page).replaceAll(/\s*\n\s*/g, ' ')
  const cells = rows.map((row) => columns.map((column) => cellOf(column, row)))
  const heads = columns.map(({ head = '' }) => translate(head))
  const widths = fitted(columns, [heads, ...cells], page, indent)
  const line = (texts: readonly string[]): string =>
    ' '.repeat(indent) +
    columns.flatMap((column, at) => cellIn(column, texts[at] ?? '', widths[at] ?? 0, page)).join(GAP)
  const lines = rows.map((row, at) => {
    const colour = colourOf?.(row)
    return colour ? paint[colour](line(cells[at] ?? [])) : line(cells[at] ?? [])
  })
  return heads.some((head) => head !== '') ? [paint.dim(line(heads)), ...lines] : lines
}

/** A page that is a table; without rows, the line `none`. */
export const tablePage = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  page: Page,
  { foot = [], none }: { readonly foot?: readonly string[]; readonly none?: string } = {},
): Shown => ({
  isDense: true,
  parts: rows.length === 0 ? [] : table(columns, rows, page),
  foot: rows.length === 0 && none !== undefined ? [none] : foot,
})

/** The table of an operation on a screen; programs get its text. */
export function shownTable({ columns, rows, below }: AnswerTable, page: Page): Shown {
  const fitting = columns.filter(({ isWide }) => !isWide || page.out.columns >= WIDE)
  const aligned = fitting.map((column, at): Column<unknown> => {
    const align = isRight(column) ? 'right' : at < fitting.length - 1 ? 'left' : undefined
    return { ...column, ...(align && { align }) }
  })
  const lines = rows.length === 0 ? [] : [table(aligned, rows, page).join('\n')]
  return { parts: [...lines, ...below.map((text) => indented(text, 0, page).join('\n'))] }
}

const WIDE = 100

function shownCell(cell: Cell, is: TableColumn<never>['is'], { now, translate }: Page): string {
  if (is === 'time') return cell === null ? tr('never') : ageOf(String(cell), now)
  if (cell === null) return ''
  if (typeof cell === 'number') return is === 'bytes' ? sizeOf(cell) : grouped(cell)
  return is === 'word' ? translate(cell) : String(cell)
}

const GAP = '  '

/** As wide as the widest cell; on a screen that is too narrow for all, the last that can gives way, then the one before. */
function fitted<Row>(
  columns: readonly Column<Row>[],
  texts: readonly (readonly string[])[],
  { out }: Page,
  indent: number,
): readonly number[] {
  const widths = columns.map(({ width = 0, maxWidth = Infinity }, at) =>
    Math.min(maxWidth, Math.max(width, ...texts.map((cells) => displayWidth(cells[at] ?? '')))),
  )
  const fullWidth = widths.reduce((sum, width) => sum + width, indent + GAP.length * (columns.length - 1))
  let over = out.isTerminal ? Math.max(0, fullWidth - out.columns) : 0
  return columns.reduceRight<readonly number[]>((behind, { least }, at) => {
    const width = widths[at] ?? 0
    const given = Math.max(0, Math.min(over, width - (least ?? width)))
    over -= given
    return [width - given, ...behind]
  }, [])
}

function cellIn<Row>(column: Column<Row>, text: string, width: number, page: Page): readonly string[] {
  const { align, least, maxWidth, colour } = column
  if ((align === undefined && text === '') || width === 0) return []
  const short = least === undefined && maxWidth === undefined ? text : cut(text, width, page)
  const padded = align === 'right' ? padStart(short, width) : align === 'left' ? padEnd(short, width) : short
  return [colour ? page.paint[colour](padded) : padded]
}

const padStart = (text: string, columns: number): string => ' '.repeat(Math.max(0, columns - displayWidth(text))) + text
