import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { cutToWidth, displayWidth, padEnd, wrapToWidth } from '@wuku/text/show/width'
import { msg, tr, type Text } from '@wuku/messages/kernel'
import { grouped } from './counted.ts'

export type Cell = Text | number | null

export type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** A column as data: the text for programs and the table on a screen are made of it. */
export interface TableColumn<Row> {
  readonly head?: string
  cell(row: Row): Cell
  /**
   * Absent: a text from others. `word`: one of ours. A `time` that is null never was; a screen shows its age. A screen shows as
   * much of an `id` as distinguishes it.
   */
  readonly is?: 'word' | 'count' | 'bytes' | 'time' | 'id'
  /** Used if there are colours. */
  readonly look?: Look
  lookOf?(row: Row): Look | undefined
  /** Gives way where lines would be longer than the screen, down to so many columns. */
  readonly least?: number
  /** A narrow screen has no room for it. */
  readonly isWide?: true
}

export interface Paragraph {
  readonly text: string
  readonly look?: Look
  readonly indent?: number
  /** A text longer than a line of the screen is cut, or kept whole to be copied. Absent: it goes on in the next line. */
  readonly fits?: 'cut' | 'kept'
}

type Part = string | Paragraph | AnswerTable

export interface AnswerTable {
  /** Before the rows. */
  readonly above?: readonly Part[]
  readonly columns?: readonly TableColumn<unknown>[]
  readonly rows?: readonly unknown[]
  /** Parts under a row. Such rows are in no columns: each cell is as wide as it is, an empty one is left out. */
  under?(row: unknown): readonly Part[]
  /** For a table under a row. */
  readonly indent?: number
  /** Paragraphs below the rows, or in their place. */
  readonly below?: readonly string[]
  /** The same for people: how many there are, and how to see more of it. */
  readonly foot?: readonly string[]
}

/** The screen that an answer is shown on. */
export interface Screen {
  readonly columns: number
  /** Milliseconds since the epoch, from which ages are counted; absent: times are written out. */
  readonly now?: number
  paint(text: string, look: Look): string
}

const plain: Screen = { columns: Infinity, paint: (text) => text }

/** Two blanks between columns; numbers and times end on the right. */
export const writeTable = (table: AnswerTable, screen: Screen = plain): string => partsOf(table, screen).join('\n\n')

function partsOf(table: AnswerTable, screen: Screen): readonly string[] {
  const { above = [], below = [], foot = [], rows = [] } = table
  const parts = [
    above.map((part) => writePart(part, screen)).join('\n'),
    ...(table.under ? rows.map((row) => writeRow(row, table, screen)) : [alignedLines(table, rows, screen).join('\n')]),
    ...below.map((text) => writePart(text, screen)),
    foot.map((text) => writePart({ text, look: 'dim' }, screen)).join('\n'),
  ]
  return parts.filter((part) => part !== '')
}

const writeRow = (row: unknown, table: AnswerTable, screen: Screen): string =>
  [...alignedLines(table, [row], screen), ...(table.under?.(row) ?? []).map((part) => writePart(part, screen))]
    .filter((part) => part !== '')
    .join('\n')

function writePart(part: Part, screen: Screen): string {
  if (typeof part === 'string') return writePart({ text: part }, screen)
  const { indent = 0 } = part
  const columns = screen.columns - indent
  const lines = isParagraph(part)
    ? linesOf(part, columns).map((line) => (part.look && line !== '' ? screen.paint(line, part.look) : line))
    : partsOf(part, { ...screen, columns })
        .join('\n')
        .split('\n')
  return lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)).join('\n')
}

const isParagraph = (part: Paragraph | AnswerTable): part is Paragraph => 'text' in part

function linesOf({ text, fits }: Paragraph, columns: number): readonly string[] {
  if (fits === 'cut') return [cut(text, columns)]
  const lines = withoutHidden(text).split('\n')
  return fits === 'kept' || columns === Infinity
    ? lines
    : lines.flatMap((line) => wrapToWidth(line, Math.max(20, columns)))
}

/** A line for each row, below the heads if there are any; a column without any text is left out. */
function alignedLines({ columns = [] }: AnswerTable, rows: readonly unknown[], screen: Screen): readonly string[] {
  const texts = rows.map((row) => columns.map((column) => textOf(column, row, screen)))
  const heads = columns.map(({ head = '' }) => tr(head))
  const hasHeads = rows.length > 0 && heads.some((head) => head !== '')
  const widths = fitted(columns, hasHeads ? [heads, ...texts] : texts, screen)
  const line = (cells: readonly string[], paint: (text: string, column: TableColumn<unknown>) => string): string =>
    columns
      .flatMap((column, at) => cellIn(cells[at] ?? '', column, widths[at] ?? 0, (text) => paint(text, column)))
      .join(GAP)
      .trimEnd()
  const painted =
    (row: unknown) =>
    (text: string, { look: usual, lookOf }: TableColumn<unknown>) => {
      const look = lookOf?.(row) ?? usual
      return look && text !== '' ? screen.paint(text, look) : text
    }
  return [
    ...(hasHeads ? [screen.paint(line(heads, String), 'dim')] : []),
    ...rows.map((row, at) => line(texts[at] ?? [], painted(row))),
  ]
}

const GAP = '  '
const WIDE = 100

/** As wide as the widest cell; on a screen that is too narrow for all, the last that can gives way, then the one before. */
function fitted(columns: readonly TableColumn<unknown>[], texts: readonly (readonly string[])[], screen: Screen) {
  const widths = columns.map(({ isWide }, at) =>
    isWide && screen.columns < WIDE ? 0 : Math.max(0, ...texts.map((cells) => displayWidth(cells[at] ?? ''))),
  )
  const shown = widths.filter((width) => width > 0)
  let over = Math.max(0, shown.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - screen.columns)
  return columns.reduceRight<readonly number[]>((behind, { least }, at) => {
    const width = widths[at] ?? 0
    const given = Math.max(0, Math.min(over, width - (least ?? width)))
    over -= given
    return [width - given, ...behind]
  }, [])
}

type Painting = (text: string) => string

function cellIn(text: string, column: TableColumn<unknown>, width: number, paint: Painting): readonly string[] {
  if (width === 0) return []
  const { is, least } = column
  const short = least === undefined ? text : cut(text, width)
  const isRight = is === 'count' || is === 'bytes' || is === 'time'
  return [isRight ? ' '.repeat(Math.max(0, width - displayWidth(short))) + paint(short) : padEnd(paint(short), width)]
}

function textOf({ cell: cellOf, is }: TableColumn<unknown>, row: unknown, { now, columns }: Screen): string {
  const cell = cellOf(row)
  if (is === 'time') return cell === null ? tr('never') : timeText(String(cell), now)
  if (cell === null) return ''
  if (typeof cell === 'number') return is === 'bytes' ? sizeOf(cell) : grouped(cell)
  const text = oneLine(is === 'word' ? tr(cell) : String(cell))
  return is === 'id' && columns < Infinity ? shortId(text) : text
}

/** Columns below which nothing is cut. */
const SHORTEST = 6

/** A name may be of several lines. Only lines of a screen are short. */
const cut = (text: string, columns: number): string => cutToWidth(oneLine(text), Math.max(SHORTEST, columns))

const oneLine = (text: string): string => withoutHidden(text).replaceAll(/\s+/g, ' ').trim()

/**
 * Beginning of an id that suffices to distinguish it: the first group of a UUID, two if that is a time; of an id such as
 * `ses_6f2c81d09ffe...` the twelve digits that are a time. Other ids are shown whole.
 */
export function shortId(id: string): string {
  const [, first, second, version] = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f])[0-9a-f]{3}-/i.exec(id) ?? []
  if (first === undefined || second === undefined) return /^[a-z]{2,5}_[0-9a-f]{12}/.exec(id)?.[0] ?? id
  return version === '7' ? `${first}-${second}` : first
}

const timeText = (iso: string, now: number | undefined): string =>
  now === undefined ? readableTime(iso) : ageOf(iso, now)

/** To the minute, in the reader's time zone. */
export function readableTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `just now`, `5 min ago`, `3 h ago`, `12 days ago`, and the day for what is older than a month. */
export function ageOf(time: string, now: number): string {
  const age = now - Date.parse(time)
  if (age < MINUTE) return tr('just now')
  if (age < HOUR) return tr(msg('minAgo', { age: Math.floor(age / MINUTE) }))
  if (age < DAY) return tr(msg('hAgo', { age: Math.floor(age / HOUR) }))
  return age < 30 * DAY ? tr(msg('daysAgo', { days: Math.floor(age / DAY) })) : time.slice(0, 10)
}

export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1_000 ** power).toFixed(1)} ${units[power - 1]}`
}

/** `2026-11-20 10:02` of an ISO time, in UTC. */
export const minuteOf = (iso: string | null): string => (iso ?? '').slice(0, 16).replace('T', ' ')
