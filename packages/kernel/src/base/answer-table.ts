import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { msg, tr, type Text } from '@wuku/messages/kernel'
import { grouped } from './counted.ts'

export type Cell = Text | number | null

/** A column as data: the text for programs and the table on a screen are made of it. */
export interface TableColumn<Row> {
  readonly head?: string
  cell(row: Row): Cell
  /** Absent: a text of others. `word`: one of ours. A `time` that is null never was. */
  readonly is?: 'word' | 'count' | 'bytes' | 'time'
  /** Gives way where lines would be longer than the screen, down to so many columns. */
  readonly least?: number
  /** A narrow screen has no room for it. */
  readonly isWide?: true
}

export interface AnswerTable {
  readonly columns: readonly TableColumn<unknown>[]
  readonly rows: readonly unknown[]
  /** Paragraphs below the rows, or in their place. */
  readonly below: readonly string[]
}

export const isRight = ({ is }: Pick<TableColumn<never>, 'is'>): boolean => is !== undefined && is !== 'word'

/** Two blanks between columns; numbers and times end on the right. */
export function writeTable({ columns, rows, below }: AnswerTable): string {
  if (rows.length === 0) return below.join('\n\n')
  const head = columns.map((column) => tr(column.head ?? ''))
  const lines = [head, ...rows.map((row) => columns.map(({ cell, is }) => textOf(cell(row), is)))]
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => widthOf(cells[at] ?? ''))))
  const padded = lines.map((cells) =>
    columns.map((column, at) => {
      const [cell = '', gap] = [cells[at], ' '.repeat((widths[at] ?? 0) - widthOf(cells[at] ?? ''))]
      return isRight(column) ? gap + cell : cell + gap
    }),
  )
  return [padded.map((cells) => cells.join('  ').trimEnd()).join('\n'), ...below].join('\n\n')
}

function textOf(cell: Cell, is: TableColumn<never>['is']): string {
  if (is === 'time') return cell === null ? tr('never') : readableTime(String(cell))
  if (cell === null) return ''
  if (typeof cell === 'number') return is === 'bytes' ? sizeOf(cell) : grouped(cell)
  return withoutHidden(is === 'word' ? tr(cell) : String(cell)).replaceAll(/\s+/g, ' ')
}

/** A Chinese character takes two columns. */
const widthOf = (text: string): number => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)

/** To the minute, in the reader's time zone. */
export function readableTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return tr(msg('bytes', { bytes }))
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1_000 ** power).toFixed(1)} ${units[power - 1]}`
}
