import { readCsv } from '../../csv.ts'
import type { Lines } from '../lines.ts'
import { takeItems } from '../lists.ts'
import { gfmTable } from '../../writing/markdown.ts'
import type { Reading } from '../reading.ts'

/** `list-table`: a list of rows, each a list of cells. */
export function listTable(content: Lines, heads: number, { nested }: Reading): string {
  const rows = takeItems(content, 0, STAR).items.map(({ body }) =>
    takeItems(body, 0, STAR).items.map((item) => nested(item.body)),
  )
  return gfmTable(rows, heads > 0)
}

const STAR = /^([-*+])(?:\s+|$)/

export interface CsvOptions {
  readonly header: string | undefined
  readonly heads: number
  readonly delimiter: string
}

/** `csv-table`. */
export function csvTable(content: Lines, { header, heads, delimiter }: CsvOptions, { inline }: Reading): string {
  const sign = { tab: '\t', space: ' ' }[delimiter] ?? (delimiter.charAt(0) || ',')
  const said = header === undefined ? [] : readCsv(header, sign)
  const rows = [...said, ...readCsv(content.join('\n'), sign)].map((row) => row.map((cell) => inline(cell.trim())))
  return gfmTable(rows, said.length > 0 || heads > 0)
}
