import { dedented } from '@wuku/text/markdown/line-index'
import { indentColumns } from '../blank-lines.ts'
import { type Format, titleOf } from '../format.ts'
import { createPageWriter, type PageWriter } from '../writing/page-writer.ts'
import { fence, gfmTable, listItem, listOf, paragraph, quote } from '../writing/write-markdown.ts'
import { inlineMarkdown } from './org-inline.ts'

/** Metadata of a file. */
interface State {
  title: string
  description: string
  readonly tags: Set<string>
}

/** Org mode: headlines, lists, tables, blocks, drawers, links. Settings for Emacs are removed. */
export const read: Format = ({ path, text }) => {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const state: State = { title: titleIn(lines), description: '', tags: new Set() }
  const writer = createPageWriter()
  if (state.title !== '') writer.heading(1, inlineMarkdown(state.title))
  readBlocks({ lines, writer, state, below: state.title === '' ? 0 : 1, depth: 0 })
  const page = writer.page('')
  if (page.text === '') return { skipped: { path, why: 'it holds no text' } }
  const meta = {
    ...(state.description !== '' && { description: state.description }),
    ...(state.tags.size > 0 && { tags: [...state.tags] }),
  }
  return { page: { ...page, title: titleOf(page.text, path), ...(Object.keys(meta).length > 0 && { meta }) } }
}

/** It may be written in several lines, and stands before the first headline. */
function titleIn(lines: readonly string[]): string {
  const titleLines: string[] = []
  for (const line of lines) {
    if (/^\*+[ \t]/.test(line)) break
    const title = /^#\+title:[ \t]*(.*)$/i.exec(line)?.[1]?.trim()
    if (title) titleLines.push(title)
  }
  return titleLines.join(' ')
}

interface Reading {
  readonly lines: readonly string[]
  readonly writer: PageWriter
  readonly state: State
  /** Headlines lie so much deeper, below the title. */
  readonly below: number
  readonly depth: number
  readonly endOf: ReturnType<typeof createEnds>
}

/** Lists in lists in quotes; what lies deeper is a paragraph. */
const DEEPEST = 12

function readBlocks(begun: Omit<Reading, 'endOf'>): void {
  const reading = { ...begun, endOf: createEnds(begun.lines) }
  for (let at = 0; at < begun.lines.length;) at = readBlock(reading, at)
}

/** Answers the line behind it. */
function readBlock(reading: Reading, at: number): number {
  const line = reading.lines[at] ?? ''
  const trimmed = line.trim()
  if (trimmed === '' || /^-{5,}$/.test(trimmed) || /^#(?:\s|$)/.test(trimmed)) return at + 1
  const { depth } = reading
  return (
    (depth === 0 ? readSection(reading, at) : undefined) ??
    readMarkedBlock(reading, at) ??
    readDrawer(reading, at) ??
    (trimmed.startsWith('#+') ? readKeyword(reading, at) : undefined) ??
    (trimmed.startsWith('|') ? readTable(reading, at) : undefined) ??
    (/^:(?:\s|$)/.test(trimmed) ? readFixed(reading, at) : undefined) ??
    (depth < DEEPEST && isItem(line) ? readItems(reading, at) : readParagraph(reading, at))
  )
}

function readSection({ lines, writer, state, below }: Reading, at: number): number | undefined {
  const found = readHeadline(lines[at] ?? '')
  if (!found) return undefined
  writer.heading(found.level + below, found.words, customId(lines, at + 1))
  addTags(found.tags, { writer, state })
  return at + 1
}

/** As Markdown writes them. */
function addTags(tags: readonly string[], { writer, state }: Pick<Reading, 'writer' | 'state'>): void {
  const named = tags.filter((tag) => tag !== '')
  for (const tag of named) state.tags.add(tag)
  writer.block(named.map((tag) => `#${tag}`).join(' '))
}

/** A name that the properties right under a headline give it; some lines of planning may lie between. */
function customId(lines: readonly string[], start: number): string | undefined {
  for (const line of lines.slice(start, start + 20)) {
    const id = /^\s*:CUSTOM_ID:\s+(\S{1,200})\s*$/i.exec(line)?.[1]
    if (id !== undefined) return id
    if (/^\*+\s/.test(line) || /^\s*:END:/i.test(line)) return undefined
  }
  return undefined
}

function readMarkedBlock(reading: Reading, at: number): number | undefined {
  const { lines, writer, endOf } = reading
  const [, name = '', rest = ''] = /^\s*#\+begin_([\w-]{1,40})(?:\s+(.*))?$/i.exec(lines[at] ?? '') ?? []
  if (name === '') return undefined
  const kind = name.toLowerCase()
  const end = endOf(kind, at, new RegExp(String.raw`^\s*#\+end_${name}\s*$`, 'i'))
  if (end === undefined) return at + 1
  const inner = lines.slice(at + 1, end)
  if (kind === 'src' || kind === 'example') writer.block(fence(codeOf(inner), kind === 'src' ? rest : ''))
  else if (kind !== 'comment' && kind !== 'export') {
    const content = markdownOf(inner, reading)
    writer.block(kind === 'quote' || kind === 'verse' ? quote(content) : content)
  }
  return end + 1
}

/** A comma keeps a line of code from being a headline or a keyword. */
const codeOf = (lines: readonly string[]): string =>
  dedented(lines)
    .map((line) => line.replace(/^(\s*),(?=[,*]|#\+)/, '$1'))
    .join('\n')

function markdownOf(lines: readonly string[], { state, below, depth }: Reading): string {
  if (depth >= DEEPEST) return paragraph(inlineMarkdown(lines.map((line) => line.trim()).join('\n')))
  const writer = createPageWriter()
  readBlocks({ lines, writer, state, below, depth: depth + 1 })
  return writer.text().trimEnd()
}

/** Properties that programs write for their own use. */
const OF_PROGRAMS = /^(?:id|custom_id|header-args.*|columns|visibility|ordered|style|unnumbered|export_.*|.*_all)$/i

function readDrawer(reading: Reading, at: number): number | undefined {
  const { lines, writer, endOf } = reading
  const name = /^\s*:([\p{L}\p{N}_-]{1,60}):\s*$/u.exec(lines[at] ?? '')?.[1]?.toLowerCase()
  if (name === undefined) return undefined
  if (name === 'end') return at + 1
  const end = endOf(':', at, /^(?:\s*:end:\s*$|\*+\s)/i)
  if (end === undefined || !/:end:/i.test(lines[end] ?? '')) return at + 1
  const inner = lines.slice(at + 1, end)
  writer.block(name === 'properties' ? propertiesOf(inner) : markdownOf(inner.filter(isNoClock), reading))
  return end + 1
}

const isNoClock = (line: string): boolean => !/^\s*CLOCK:/.test(line)

const propertiesOf = (lines: readonly string[]): string =>
  lines
    .flatMap((line) => {
      const [, key = '', value = ''] = /^\s*:([^\s:]{1,60})\+?:\s+(.*)$/.exec(line) ?? []
      return key === '' || OF_PROGRAMS.test(key) ? [] : [`- ${key}: ${inlineMarkdown(value.trim())}`]
    })
    .join('\n')

/** Answers the next line whether it knows the keyword or not: what it does not know is for programs. */
function readKeyword({ lines, writer, state }: Reading, at: number): number {
  const [, key = '', value = ''] = /^\s*#\+([\w-]{1,40}):\s*(.*)$/.exec(lines[at] ?? '') ?? []
  const content = value.trim()
  switch (key.toLowerCase()) {
    case 'description':
      state.description ||= content
      break
    case 'filetags':
      addTags(content.includes(':') ? readTags(content) : content.split(/\s+/), { writer, state })
      break
    case 'subtitle':
    case 'author':
    case 'date':
    case 'caption':
      writer.block(paragraph(inlineMarkdown(content)))
  }
  return at + 1
}

function readTable({ lines, writer }: Reading, at: number): number {
  const rows: (readonly string[])[] = []
  let head = -1
  let end = at
  for (; /^\s*\|/.test(lines[end] ?? ''); end++) {
    const line = (lines[end] ?? '').trim()
    if (line.startsWith('|-')) head = head < 0 ? rows.length : head
    else
      rows.push(
        line
          .replace(/^\|/, '')
          .replace(/\|$/, '')
          .split('|')
          .map((cell) => inlineMarkdown(cell.trim())),
      )
  }
  writer.block(gfmTable(rows, head === 1))
  return end
}

function readFixed({ lines, writer }: Reading, at: number): number {
  let end = at
  while (/^\s*:(?:\s|$)/.test(lines[end] ?? '')) end++
  writer.block(
    fence(
      lines
        .slice(at, end)
        .map((line) => line.replace(/^\s*: ?/, ''))
        .join('\n'),
    ),
  )
  return end
}

function readItems(reading: Reading, at: number): number {
  const { items, end } = readList(reading.lines, at)
  const itemOf = ({ sign, lines: [head = '', ...under] }: Item): string =>
    listItem(sign, markdownOf([head, ...dedented(under)], reading))
  reading.writer.block(listOf(items.map(itemOf)))
  return end
}

function readParagraph({ lines, writer, depth }: Reading, at: number): number {
  const content = [(lines[at] ?? '').trim()]
  let end = at + 1
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    if (line.trim() === '' || (depth === 0 && /^\*+[ \t]/.test(line)) || startsBlock(line)) break
    content.push(line.trim())
  }
  const text = inlineMarkdown(content.join('\n'))
  writer.block(paragraph(text.replace(/^\[\^([\w-]+)\](?=\s)/, '[^$1]:')))
  return end
}

const startsBlock = (line: string): boolean =>
  /^\s*(?:#\+\w|\||:(?:\s|$|[\p{L}\p{N}_-]+:\s*$)|#(?:\s|$)|\[fn:[\w-]+\]\s)/u.test(line) || isItem(line)

/** `** TODO [#A] Spring tides [1/3] :sea:moon:`; the state stays, since people look for it. */
function readHeadline(line: string) {
  const found = /^(\*{1,100})[ \t]+(.*)$/.exec(line)
  if (!found) return undefined
  const [, stars = '', rest = ''] = found
  const { words, tags } = splitTags(rest.trim())
  const content = words.replace(/(^|\s)\[#\w\](?=\s|$)/, '$1').replaceAll(/\[(?:\d{1,6}\/\d{1,6}|\d{1,3}%)\]/g, '')
  return { level: stars.length, words: inlineMarkdown(content.replaceAll(/\s{2,}/g, ' ').trim()), tags }
}

function splitTags(text: string): { words: string; tags: readonly string[] } {
  const at = text.lastIndexOf(' ') + 1
  const tags = readTags(text.slice(at))
  return tags.length === 0 ? { words: text, tags } : { words: text.slice(0, at).trimEnd(), tags }
}

/** `:sea:moon:`. */
const readTags = (text: string): readonly string[] =>
  /^:(?:[\p{L}\p{N}_@#%]+:)+$/u.test(text) ? text.split(':').filter((tag) => tag !== '') : []

interface Item {
  /** As Markdown writes it. */
  readonly sign: string
  /** Its lines, without the marker. */
  readonly lines: readonly string[]
}

const ITEM = /^([ \t]*)([-+]|\d{1,9}[.)]|[a-zA-Z][.)]|(?<=[ \t])\*)(?:[ \t]+|$)(.*)$/

const isItem = (line: string): boolean => ITEM.test(line)

/** The list that begins here. To an item belongs what is indented under it; two empty lines end a list. */
function readList(lines: readonly string[], start: number): { items: readonly Item[]; end: number } {
  const base = indentOf(lines[start] ?? '')
  const items: { sign: string; lines: string[] }[] = []
  let at = start
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const isBlank = line.trim() === ''
    if (isBlank && (lines[at + 1] ?? '').trim() === '') break
    const found = !isBlank && indentOf(line) === base ? ITEM.exec(line) : undefined
    const [, , sign = '', words = ''] = found ?? []
    if (found) items.push({ sign: /^\d/.test(sign) ? sign : '-', lines: [withoutMarks(words)] })
    else if (isBlank || indentOf(line) > base) items.at(-1)?.lines.push(line)
    else break
  }
  return { items, end: at }
}

/** `[@3]` sets a counter; `term :: what it means`. A box to tick is the same in Markdown. */
const withoutMarks = (text: string): string =>
  text
    .replace(/^\[@\w{1,9}\][ \t]*/, '')
    .replace(/^(\[[ xX-]\][ \t]+)/, (box) => box.replace('-', ' '))
    .replace(/^(.{1,200}?)[ \t]+::[ \t]+/, '*$1*: ')

const indentOf = (line: string): number => indentColumns(line, 8)

/**
 * The line that ends a block starting at `start`, matched by `ends`; `undefined` when there is none. A failed search is
 * not repeated: a file of nothing but openings would be read to its end for each.
 */
function createEnds(lines: readonly string[]) {
  const missing = new Set<string>()
  return (name: string, start: number, ends: RegExp): number | undefined => {
    if (missing.has(name)) return undefined
    for (let at = start + 1; at < lines.length; at++) if (ends.test(lines[at] ?? '')) return at
    missing.add(name)
    return undefined
  }
}
