import { textContent } from 'domutils'
import { markdownTable, plainLine } from './markdown.ts'
import { mainPart, relationsOf, titleOf } from './parts.ts'
import type { Readable } from './readable.ts'
import { refusals } from './refusals.ts'
import { MOST_COLUMNS, MOST_ROWS, readSheet, type Sheet, type SheetRow } from './xlsx-sheet.ts'
import { dateStyles } from './xlsx-styles.ts'
import { allNamed, attribute, childNamed, childrenNamed, parseXml, prefixed } from './xml.ts'
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
  for (const sheet of allNamed(workbook, 'sheet').filter(
    ({ attribs }) => (attribs['state'] ?? 'visible') === 'visible',
  )) {
    const part = relations.get(prefixed(sheet, 'id') ?? '')?.target
    if (part === undefined || !file.has(part)) continue
    const section = sheetText(attribute(sheet, 'name') ?? 'Sheet', readSheet(await file.read(part), words))
    if (section !== undefined) sections.push(section)
  }
  if (sections.length === 0) throw refusals.nothing()
  const title = await titleOf(file)
  return { as: 'markdown', text: `${sections.join('\n\n')}\n`, ...(title !== undefined && { title }) }
}

/** Without what tells how a word is read, which Japanese sheets have beside it. */
function sharedStrings(bytes: Uint8Array): readonly string[] {
  return allNamed(parseXml(bytes), 'si').map((item) =>
    [item, ...childrenNamed(item, 'r')].map((part) => textContent(childNamed(part, 't') ?? [])).join(''),
  )
}

function sheetText(name: string, { rows, rowsInAll, hasMoreColumns }: Sheet): string | undefined {
  if (rows.length === 0) return undefined
  const cut = [
    ...(rowsInAll > MOST_ROWS ? [`Only rows 1 to ${MOST_ROWS} of ${rowsInAll} are indexed.`] : []),
    ...(hasMoreColumns ? [`Only columns 1 to ${MOST_COLUMNS} are indexed.`] : []),
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
