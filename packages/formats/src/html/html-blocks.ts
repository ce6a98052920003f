import { codeOf, codeOfNumberedTable } from './code.ts'
import { writeDefinitions, writeTerm } from './definitions.ts'
import { codeSpan } from './escape.ts'
import {
  attributeOf,
  below,
  elementsIn,
  firstNear,
  hasClass,
  idOf,
  isElement,
  onOneLine,
  textOf,
  firstBelow,
} from './elements.ts'
import { lineOf, writeInline } from './html-inline.ts'
import { writeList, writeQuote } from './html-lists.ts'
import { isNoise, isPermalink, isTabPanel } from './noise.ts'
import type { HtmlElement } from './html-tree.ts'
import { beginWriter, type Writer, type WriterOptions } from './writer.ts'
import { largest, setOf } from '@wuku/core/list-helpers'
import { tableOf } from '../writing/write-markdown.ts'

/** Rows of a table with its spans filled in: `cell` gives the Markdown of one, on one line. */
function tableMarkdown(table: HtmlElement, cell: (cell: HtmlElement) => string): string {
  const rows = filledRows(rowsOf(table), cell).filter((row) => row.some((text) => text !== ''))
  return rows.length === 0 ? '' : tableOf(rows, largest(rows.map((row) => row.length)))
}

/** A table that only arranges: its cells are blocks like others. */
function isLayout(table: HtmlElement): boolean {
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

const isBigBlock = (element: HtmlElement): boolean =>
  /^h[1-6]$/.test(element.name) ||
  (element.name === 'table' && firstBelow(element, ({ name }) => name === 'tr') !== undefined) ||
  (element.name === 'pre' && textOf(element).trim().split('\n', 3).length > 2)

const rowsOf = (table: HtmlElement): readonly HtmlElement[] =>
  [...below(table, ({ name }) => groups.has(name))].filter(({ name }) => name === 'tr')
const groups = setOf('thead tbody tfoot')

const cellsOf = (row: HtmlElement) => elementsIn(row).filter(({ name }) => name === 'td' || name === 'th')

function filledRows(rows: readonly HtmlElement[], cell: (cell: HtmlElement) => string): string[][] {
  /** Cells of rows above that span into this row, by column. */
  const falling = new Map<number, { readonly text: string; rows: number }>()
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
      const text = cell(element)
      const right = Math.min(spanOf(element, 'colspan'), MAX_COLUMNS - filled.length)
      const down = spanOf(element, 'rowspan') - 1
      const again = text.length > LONGEST_REPEATED ? '' : text
      for (let nth = 0; nth < right; nth++) {
        if (down > 0) falling.set(filled.length, { text: again, rows: down })
        filled.push(nth === 0 ? text : again)
      }
    }
    fall()
    return filled
  })
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

export function newWriter(options: WriterOptions = {}): Writer {
  const writer: Writer = { ...beginWriter(options), children: (element) => writeChildren(writer, element) }
  return writer
}

function writeChildren(writer: Writer, element: HtmlElement): void {
  for (const child of element.children)
    if (isElement(child)) writeElement(writer, child)
    else writer.paragraph.words(child)
}

function writeElement(writer: Writer, element: HtmlElement): void {
  const id = element.attributes.size > 0 ? idOf(element) : ''
  if (id) writer.name(id)
  if (isTabList(element)) return void writer.tabs.push(tabLabels(element))
  if (writer.leavesOut(element)) return
  if (writeInline(writer.paragraph, element, () => writeChildren(writer, element))) return
  if (!blockNames.has(element.name)) return writeChildren(writer, element)
  writer.flush()
  writeBlock(writer, element)
  writer.flush()
}

function writeBlock(writer: Writer, element: HtmlElement): void {
  if (/^h[1-6]$/.test(element.name)) return writeHeading(writer, element)
  switch (element.name) {
    case 'pre':
      return writer.fence(codeOf(element))
    case 'ul':
    case 'ol':
      return writer.options.unwraps?.(element) ? writeChildren(writer, element) : writeList(writer, element)
    case 'dl':
      return writeDefinitions(writer, element)
    case 'table':
      return writeTable(writer, element)
    case 'blockquote':
      return isNotice(element) ? writeNotice(writer, element) : writeQuote(writer, () => writeChildren(writer, element))
    case 'summary':
      return writeSummary(writer, element)
    case 'p':
      return hasClass(element, 'rubric')
        ? writer.paragraph.strong(() => writeChildren(writer, element))
        : writeChildren(writer, element)
    default:
      return writeBox(writer, element)
  }
}

/** The name of a heading is its own, one within it, or where its sign for copying leads. */
function writeHeading(writer: Writer, heading: HtmlElement): void {
  const isCode = hasClass(heading, 'code-header')
  const text = isCode ? codeSpan(onOneLine(textOf(heading, isNoise))) : lineOf(heading)
  const inner = firstNear(heading, (element) => idOf(element) !== '')
  const link = firstNear(heading, (element) => isPermalink(element) && attributeOf(element, 'href').startsWith('#'))
  const anchor = idOf(heading) || (inner ? idOf(inner) : '') || (link ? attributeOf(link, 'href').slice(1) : '')
  writer.heading({ level: Number(heading.name.slice(1)), text, anchor })
}

function writeTable(writer: Writer, table: HtmlElement): void {
  const code = codeOfNumberedTable(table)
  if (code) return writer.fence(codeOf(code))
  if (hasClass(table, 'field-list')) return writeFields(writer, table)
  const caption = elementsIn(table).find(({ name }) => name === 'caption')
  if (caption) writeCells(writer, [caption])
  if (isLayout(table)) return writeCells(writer, rowsOf(table).flatMap(cellsOf))
  const text = tableMarkdown(table, (cell) => lineOf(cell).replaceAll('|', String.raw`\|`))
  if (text) writer.output.block(text)
}

/** How Sphinx wrote parameters before it had lists for them. */
function writeFields(writer: Writer, table: HtmlElement): void {
  for (const [at, row] of rowsOf(table).entries()) {
    if (at > 0) writer.output.close()
    const [name, ...values] = elementsIn(row)
    if (name) writeTerm(writer, { terms: [name], meanings: values })
  }
}

function writeCells(writer: Writer, cells: readonly HtmlElement[]): void {
  for (const cell of cells) {
    writer.children(cell)
    writer.flush()
  }
}

/** The label that unfolds a `<details>`; rustdoc puts the signature of a method there. */
function writeSummary(writer: Writer, summary: HtmlElement): void {
  const holdsBlocks = firstNear(summary, ({ name }) => /^h[1-6]$|^pre$/.test(name)) !== undefined
  if (holdsBlocks) writeChildren(writer, summary)
  else writer.paragraph.strong(() => writer.paragraph.words(onOneLine(textOf(summary, isNoise))))
}

function writeBox(writer: Writer, element: HtmlElement): void {
  if (isNotice(element) && element.name !== 'details') return writeNotice(writer, element)
  if (isTabPanel(element)) writeTabLabel(writer)
  writeChildren(writer, element)
}

const isTabList = (element: HtmlElement): boolean =>
  attributeOf(element, 'role') === 'tablist' || / (?:tabbed-labels|sd-tab-labels) /.test(element.classes)

/** Labels of the tabs; if none is marked as a tab, of all elements of the list. */
function tabLabels(list: HtmlElement): string[] {
  const tabs = [...below(list)].filter((tab) => attributeOf(tab, 'role') === 'tab' || tab.name === 'label')
  return (tabs.length > 0 ? tabs : elementsIn(list)).map((tab) => onOneLine(textOf(tab)))
}

function writeTabLabel(writer: Writer): void {
  const label = writer.tabs.at(-1)?.shift()
  if (writer.tabs.at(-1)?.length === 0) writer.tabs.pop()
  if (!label) return
  writer.paragraph.strong(() => writer.paragraph.words(label))
  writer.flush()
}

const blockNames = setOf(
  'h1 h2 h3 h4 h5 h6 pre ul ol dl table blockquote summary p div section article main header aside figure figcaption address ' +
    'fieldset legend form center details body html dt dd li tr td th thead tbody tfoot caption hr hgroup tabs',
)

/** A box with a note, a tip, a warning. */
const isNotice = (element: HtmlElement): boolean => element.classes !== '' && notice.test(element.classes)

const notice =
  / (?:admonition|theme-admonition|custom-block|notecard|markdown-alert|admonitionblock|alert|hint|callout|starlight-aside)[ _]/

function writeNotice(writer: Writer, box: HtmlElement): void {
  const title = titleIn(box)
  const content = hasClass(box, 'admonitionblock') ? firstNear(box, (inner) => hasClass(inner, 'content')) : undefined
  writeQuote(writer, () => {
    writer.paragraph.strong(() => writer.paragraph.words((title && lineOf(title)) || kindOf(box)))
    writer.flush()
    writer.output.close()
    writer.children(content ?? without(box, title))
  })
}

function titleIn(box: HtmlElement): HtmlElement | undefined {
  if (hasClass(box, 'admonitionblock')) return firstNear(box, (inner) => hasClass(inner, 'title'))
  const [first] = elementsIn(box)
  return first && /title|heading/i.test(first.classes) ? first : undefined
}

/** `Warning`, where no title says it. */
function kindOf(box: HtmlElement): string {
  const kind =
    /[ -](note|tip|important|warning|caution|danger|error|hint|info|success|attention|seealso)(?=[ _])/.exec(
      box.classes,
    )?.[1] ?? ''
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

const without = (element: HtmlElement, child: HtmlElement | undefined): HtmlElement => ({
  ...element,
  children: element.children.filter((other) => other !== child),
})
