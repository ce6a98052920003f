import { largest } from '@wuku/core/list-helpers'
import { attributeOf, below, elementsIn, firstBelow, textOf } from './elements.ts'
import type { HtmlElement } from './html-tree.ts'

/** Rows of a table with its spans filled in: `cell` gives the Markdown of one, on one line. */
export function tableMarkdown(table: HtmlElement, cell: (cell: HtmlElement) => string): string {
  const rows = filledRows(rowsOf(table), cell).filter((row) => row.some((text) => text !== ''))
  const width = largest(rows.map((row) => row.length))
  const [head = [], ...body] = rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
  if (width === 0) return ''
  const rule = head.map(() => '---')
  return [head, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** A table that only arranges: its cells are blocks like others. */
export function isLayout(table: HtmlElement): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(table, 'role'))) return true
  const rows = rowsOf(table)
  if (rows.every((row) => cellsOf(row).length < 2)) return true
  let heads = false
  let blocks = false
  for (const element of below(table, ({ name }) => name !== 'pre' && name !== 'table')) {
    heads ||= element.name === 'th'
    blocks ||= isBigBlock(element)
  }
  return blocks && !heads
}

/** Cells in the order of reading. */
export const cellsIn = (table: HtmlElement): readonly HtmlElement[] => rowsOf(table).flatMap(cellsOf)

export const captionOf = (table: HtmlElement): HtmlElement | undefined =>
  elementsIn(table).find(({ name }) => name === 'caption')

const isBigBlock = (element: HtmlElement): boolean =>
  /^h[1-6]$/.test(element.name) ||
  (element.name === 'table' && firstBelow(element, ({ name }) => name === 'tr') !== undefined) ||
  (element.name === 'pre' && textOf(element).trim().split('\n', 3).length > 2)

export const rowsOf = (table: HtmlElement): readonly HtmlElement[] =>
  [...below(table, ({ name }) => groups.has(name))].filter(({ name }) => name === 'tr')
const groups = new Set(['thead', 'tbody', 'tfoot'])

const cellsOf = (row: HtmlElement): readonly HtmlElement[] =>
  elementsIn(row).filter(({ name }) => name === 'td' || name === 'th')

/** A cell that reaches further down or to the right. */
interface Reach {
  readonly text: string
  rows: number
}

function filledRows(rows: readonly HtmlElement[], cell: (cell: HtmlElement) => string): string[][] {
  /** By column, what comes down from rows above. */
  const falling = new Map<number, Reach>()
  let repeatable = MAX_REPEATED
  return rows.map((row) => {
    const filled: string[] = []
    const fall = (): void => {
      for (let reach = falling.get(filled.length); reach; reach = falling.get(filled.length)) {
        repeatable -= reach.text.length
        const column = filled.push(repeatable > 0 ? reach.text : '') - 1
        if (--reach.rows <= 0) falling.delete(column)
      }
    }
    for (const element of cellsOf(row)) {
      fall()
      if (filled.length >= MAX_COLUMNS) break
      addCell(filled, element, { text: cell(element), falling })
    }
    fall()
    return filled
  })
}

interface CellReach {
  readonly text: string
  readonly falling: Map<number, Reach>
}

function addCell(filled: string[], element: HtmlElement, { text, falling }: CellReach): void {
  const right = Math.min(spanOf(element, 'colspan'), MAX_COLUMNS - filled.length)
  const down = spanOf(element, 'rowspan') - 1
  const again = text.length > LONGEST_REPEATED ? '' : text
  for (let nth = 0; nth < right; nth++) {
    if (down > 0) falling.set(filled.length, { text: again, rows: down })
    filled.push(nth === 0 ? text : again)
  }
}

const spanOf = (element: HtmlElement, name: string): number =>
  Math.min(Math.max(1, Number.parseInt(attributeOf(element, name), 10) || 1), MAX_ROWS)

/** Nobody reads wider tables; a page that says `colspan=65534` should not write them. */
const MAX_COLUMNS = 30
const MAX_ROWS = 10_000
/** Longer cells are written once, whatever they span. */
const LONGEST_REPEATED = 60
/** Characters that one table repeats downwards: a few tags must not become a gigabyte. */
const MAX_REPEATED = 50_000
