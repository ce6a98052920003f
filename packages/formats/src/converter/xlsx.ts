import type { Document } from 'domhandler'
import { textContent } from 'domutils'
import { Parser } from 'htmlparser2'
import { markdownTable, plainLine, type Readable } from './markdown-output.ts'
import { mainPart, relationsOf, titleOf } from './package-parts.ts'
import { refusals } from './format-refusals.ts'
import { allNamed, attribute, childNamed, childrenNamed, decodeXml, localName, parseXml, prefixed } from './xml.ts'
import type { Package } from './zip.ts'

/** Excel: a table for each sheet that is shown. Formulas are what they came to when it was saved. */
export async function readXlsx(file: Package): Promise<Readable> {
  const main = await mainPart(file, 'xl/workbook.xml')
  if (!file.has(main)) throw refusals.damaged('its list of sheets is missing')
  const workbook = parseXml(await file.read(main))
  const relations = await relationsOf(file, main)
  const partOf = (type: string): string | undefined => {
    const target = [...relations.values()].find((relation) => relation.type === type)?.target
    return target !== undefined && file.has(target) ? target : undefined
  }
  const [stringsPart, stylesPart] = [partOf('sharedStrings'), partOf('styles')]
  const words = {
    strings: stringsPart === undefined ? [] : sharedStrings(await file.read(stringsPart)),
    dates: stylesPart === undefined ? [] : dateStyles(parseXml(await file.read(stylesPart))),
    since1904: /^(?:1|true)$/.test(allNamed(workbook, 'workbookPr')[0]?.attribs['date1904'] ?? ''),
  }
  const sections: string[] = []
  const sheets = allNamed(workbook, 'sheet')
  for (const sheet of sheets.filter(({ attribs }) => (attribs['state'] ?? 'visible') === 'visible')) {
    const part = relations.get(prefixed(sheet, 'id') ?? '')?.target
    if (part === undefined || !file.has(part)) continue
    const section = sheetText(attribute(sheet, 'name') ?? 'Sheet', readSheet(await file.read(part), words))
    if (section !== undefined) sections.push(section)
  }
  if (sections.length === 0) throw refusals.nothing()
  return { as: 'markdown', text: `${sections.join('\n\n')}\n`, title: await titleOf(file) }
}

/** Leaves out phonetic guides, which Japanese sheets contain for words. */
const sharedStrings = (bytes: Uint8Array): readonly string[] =>
  allNamed(parseXml(bytes), 'si').map((item) =>
    [item, ...childrenNamed(item, 'r')].map((part) => textContent(childNamed(part, 't') ?? [])).join(''),
  )

function sheetText(name: string, { rows, rowsInAll, hasMoreColumns }: Sheet): string | undefined {
  if (rows.length === 0) return undefined
  const cut = [
    ...(rowsInAll > MAX_ROWS ? [`Only rows 1 to ${MAX_ROWS} of ${rowsInAll} are indexed.`] : []),
    ...(hasMoreColumns ? [`Only columns 1 to ${MAX_COLUMNS} are indexed.`] : []),
  ]
  return [`## ${name}`, ...groupsOf(rows).flatMap(groupText), ...cut].join('\n\n')
}

/** Rows that follow one another; an empty one is where a table ends. */
function groupsOf(rows: readonly SheetRow[]): readonly (readonly SheetRow[])[] {
  const groups: SheetRow[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group?.at(-1)?.number === row.number - 1) group.push(row)
    else groups.push([row])
  }
  return groups
}

/** Lines of one cell above a table are its title, and what is said about it. */
function groupText(group: readonly SheetRow[]): readonly string[] {
  const filled = group.map(({ cells }) => cells.filter((cell) => cell !== ''))
  const first = filled.findIndex((cells) => cells.length > 1)
  const intro = (first < 0 ? filled : filled.slice(0, first)).flat().map(plainLine)
  const table = first < 0 ? [] : withoutEmptyColumns(group.slice(first).map(({ cells }) => cells))
  return table.length === 0 ? intro : [...intro, markdownTable(table)]
}

function withoutEmptyColumns(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const used = new Set(rows.flatMap((row) => [...row.keys()].filter((at) => row[at] !== '')))
  const columns = [...used].toSorted((a, b) => a - b)
  return rows.map((row) => columns.map((at) => row[at] ?? ''))
}

const MAX_ROWS = 2_000

const MAX_COLUMNS = 200

interface SheetWords {
  readonly strings: readonly string[]
  /** By style. */
  readonly dates: readonly boolean[]
  readonly since1904: boolean
}

interface Sheet {
  /** Rows with content. */
  readonly rows: readonly SheetRow[]
  /** Rows with content, including those that were not taken. */
  readonly rowsInAll: number
  readonly hasMoreColumns: boolean
}

interface SheetRow {
  /** From 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** A sheet may have a million rows: no tree is made of it. */
function readSheet(bytes: Uint8Array, words: SheetWords): Sheet {
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
        if (element === 'c' && cell.column >= MAX_COLUMNS) hasMoreColumns ||= text !== ''
        else if (element === 'c') put(row, cell.column, shown(text, cell, words))
        if (element !== 'row' || row.every((each) => each === '')) return
        rowsInAll += 1
        if (rows.length < MAX_ROWS) rows.push({ number, cells: row })
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

/** Whether a number with that style is a date, by the place of the style. */
function dateStyles(styles: Document): readonly boolean[] {
  const codes = allNamed(styles, 'numFmt')
  const formats = new Map(codes.map((each) => [Number(attribute(each, 'numFmtId')), attribute(each, 'formatCode')]))
  return childrenNamed(allNamed(styles, 'cellXfs')[0], 'xf').map((style) => {
    const id = Number(attribute(style, 'numFmtId') ?? 0)
    const format = formats.get(id)
    return format === undefined ? isBuiltInDate(id) : isDateFormat(format)
  })
}

/** Includes those of Chinese, Japanese and Korean Excel. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Without what it quotes, colours and currencies, only dates have letters for the parts of a date. */
export function isDateFormat(format: string): boolean {
  const bare = format.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return !/general/i.test(bare) && /[ymdhs]/i.test(bare.split(';')[0] ?? '')
}

const DAY = 86_400_000

const BEFORE_1970 = { since1900: 25_569, since1904: 24_107 }

/** The last day of the year 9999. */
const LAST_DAY = 2_958_466

/** `undefined` for what is no date that Excel knows. Whole days have no time, and times alone no day. */
export function isoDate(serial: number, since1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= LAST_DAY) return undefined
  // Excel holds 1900 for a leap year.
  const days = !since1904 && serial >= 1 && serial < 60 ? serial + 1 : serial
  const seconds = Math.round((days * DAY) / 1000)
  const date = new Date(seconds * 1000 - (since1904 ? BEFORE_1970.since1904 : BEFORE_1970.since1900) * DAY)
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  if (serial < 1 && !since1904) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}
