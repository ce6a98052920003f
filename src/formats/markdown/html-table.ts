import { decodeEntities } from './entities.ts'

/** More columns than any table has that is meant to be read. */
const MOST_COLUMNS = 100

/** A table of HTML as one of GFM, its first row as the head; a merged cell is repeated along its row. */
export function gfmTable(html: string): string {
  const rows = html
    .split(/<tr\b[^<>]*>/i)
    .slice(1)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''))
  const width = Math.min(
    MOST_COLUMNS,
    rows.reduce((most, cells) => Math.max(most, cells.length), 0),
  )
  if (width === 0) return plain(html)
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...body] = rows.map(line)
  return [head, `|${' --- |'.repeat(width)}`, ...body].join('\n')
}

const cellsOf = (row: string): readonly string[] =>
  row
    .split(/<t[hd](?=[\s>])/i)
    .slice(1)
    .flatMap((cell) => {
      const open = cell.indexOf('>')
      const span = Number(/colspan=["']?(\d{1,2})/i.exec(cell.slice(0, open))?.[1] ?? 1)
      return Array.from({ length: Math.max(1, Math.min(span, MOST_COLUMNS)) }, () => plain(cell.slice(open + 1)))
    })

const plain = (html: string): string =>
  decodeEntities(
    html
      .replaceAll(/<code\b[^<>]*>([^<>`|]*)<\/code>/gi, '`$1`')
      .replaceAll(/<br\s*\/?>|<\/(?:p|li|div)>/gi, ' ')
      .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, ''),
  )
    .replaceAll(/(?<!\\)\|/g, '\\|')
    .replaceAll(/\s+/g, ' ')
    .trim()
