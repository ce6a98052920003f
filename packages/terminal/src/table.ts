import type { Text } from '@wuku/messages/message'
import { cut, type Page, type Shown } from './command-page.ts'
import { displayWidth, padEnd, type Paint } from './terminal.ts'

/** A column as data. Cells may be painted; those of a column that gives way are painted by `colour`. */
export interface Column<Row> {
  readonly head?: string
  cell(row: Row, paint: Paint): Text
  readonly colour?: keyof Paint
  /** Its cells are words of ours, and no data. */
  readonly isTranslated?: true
  /** Absent: no wider than each text, and without an empty cell. */
  readonly align?: 'left' | 'right'
  /** Room that it has at least. */
  readonly width?: number
  readonly maxWidth?: number
  /** Gives way where lines would be longer than the screen, down to so many columns. */
  readonly least?: number
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
  const cellOf = ({ cell, isTranslated }: Column<Row>, row: Row): string => {
    const text = cell(row, paint)
    return (isTranslated ? translate(text) : String(text)).replaceAll(/\s*\n\s*/g, ' ')
  }
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
