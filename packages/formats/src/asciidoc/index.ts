import { dedented } from '@wuku/text/markdown/line-index'
import type { Format } from '../format.ts'
import { skipBlank, type Lines } from '../blank-lines.ts'
import { answerOf, createPageWriter } from '../writing/page-writer.ts'
import { fence, paragraph, quote } from '../writing/write-markdown.ts'
import { inlineMarkdown } from './asciidoc-inline.ts'
import { isItem, readList } from './asciidoc-lists.ts'
import { readTable } from './asciidoc-tables.ts'
import { noAttributes, readAttributes } from './attributes.ts'
import { isTitle, preprocess } from './preprocess.ts'
import { type Above, blockEnd, isBlockStart, type Reading } from './reading.ts'

/** AsciiDoc as Asciidoctor reads it. Includes are resolved before it gets here; what is left of them is dropped. */
export const read: Format = ({ path, text }) => {
  const lines = withoutHeader(preprocess(text))
  const writer = createPageWriter()
  const state: Reading['state'] = { title: undefined }
  const start = { writer, state, depth: 0, isNested: false, isInList: false }
  readBlocks(lines, createReading({ ...start, titles: titlesOf(lines) }))
  return answerOf(writer, state.title, path)
}

/** Author and revision stand directly below the title of the document. */
function withoutHeader(lines: Lines): Lines {
  const title = lines.findIndex((line) => line !== '')
  const first = lines[title] ?? ''
  const below = /^= \S/.test(first)
    ? title + 1
    : /^=+$/.test(lines[title + 1] ?? '') && isTitle(first, lines[title + 1] ?? '')
      ? title + 2
      : -1
  if (below === -1) return lines
  const end = lines.findIndex(
    (line, at) =>
      at >= below &&
      line.length <= LONGEST_LINE &&
      !/^(?:[\p{L}\w][^=|]*<[^<>\s]+@?[^<>\s]*>.*|v?\d[\w.]*(?:,.*|$)|(?:\p{Lu}[\p{L}.'-]*\s?){2,3})$/u.test(line),
  )
  return [...lines.slice(0, below), '', ...lines.slice(end === -1 ? lines.length : end)]
}

/** Characters of a line with authors, a version or a date. */
const LONGEST_LINE = 500

/** Titles by the ids above them, for references that say no words. */
function titlesOf(lines: Lines): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  lines.forEach((line, at) => {
    const id = /^\[(?:\[([^\],]{1,200})|#([^\].,%]{1,200}))/.exec(line)
    if (!id) return
    const below = lines[at + 1] ?? ''
    const title =
      /^(?:={1,6}\s+|\.(?=[^\s.]))(.+)$/s.exec(below)?.[1] ?? (isTitle(below, lines[at + 2] ?? '') ? below : undefined)
    if (title !== undefined) titles.set(id[1] ?? id[2] ?? '', title.replaceAll(/[`*]/g, ''))
  })
  return titles
}

function createReading(
  start: Omit<Reading, 'inline' | 'nested' | 'one'> & { titles: ReadonlyMap<string, string> },
): Reading {
  const { titles, depth } = start
  const inner = { ...start, depth: depth + 1, isNested: true }
  return {
    ...start,
    inline: (text) => inlineMarkdown(text, titles),
    nested(lines) {
      const writer = createPageWriter()
      readBlocks(lines, createReading({ ...inner, writer, isInList: false }))
      return writer.text()
    },
    one(lines, at, writer) {
      if (depth <= DEEPEST) return readOne(lines, at, createReading({ ...inner, writer, isInList: true }))
      writer.block(lines[at] ?? '')
      return at + 1
    },
  }
}

function readBlocks(lines: Lines, reading: Reading): void {
  if (reading.depth > DEEPEST) return reading.writer.block(lines.join('\n'))
  let at = skipBlank(lines, 0)
  while (at < lines.length) at = skipBlank(lines, readOne(lines, at, reading))
}

const DEEPEST = 24

/** Reads the attributes and titles above a block, then the block. */
function readOne(lines: Lines, start: number, reading: Reading): number {
  let above: Above = { attributes: noAttributes, title: '', id: '' }
  let at = start
  for (; at < lines.length; at = skipBlank(lines, at + 1)) {
    const next = readAbove(lines[at] ?? '', above)
    if (next === undefined) break
    above = next
  }
  return at < lines.length ? readBlock(lines, at, above, reading) : at
}

function readAbove(line: string, above: Above): Above | undefined {
  const anchor = /^\[\[([^\],]+)(?:,[^\]]*)?\]\]$/.exec(line)
  if (anchor) return { ...above, id: anchor[1] ?? '' }
  if (/^\[(?!\[).*\]$/.test(line)) {
    const attributes = readAttributes(line.slice(1, -1))
    return {
      ...above,
      attributes: attributes.style === '' && above.attributes.style !== '' ? above.attributes : attributes,
      id: attributes.id || above.id,
    }
  }
  return /^\.[^\s.]/.test(line) ? { ...above, title: line.slice(1) } : undefined
}

function readBlock(lines: Lines, at: number, above: Above, reading: Reading): number {
  const line = lines[at] ?? ''
  const heading = /^(={1,6}|#{1,6})\s+(\S.*)$/.exec(line)
  if (heading) {
    writeSection(heading[1]?.length ?? 1, heading[2] ?? '', above, reading)
    return at + 1
  }
  if (isTitle(line, lines[at + 1] ?? '')) {
    writeSection('=-~^+'.indexOf(lines[at + 1]?.charAt(0) ?? '=') + 1, line, above, reading)
    return at + 2
  }
  if (isBlockStart(line)) return readDelimited(lines, at, above, reading)
  if (/^(?:'{3,}|-{3}|\*{3}|<{3,})$/.test(line) || /^[a-z][\w-]*::[^\s[]*\[.*\]$/.test(line) || line === '+')
    return at + 1
  const list = readList(lines, at, reading)
  if (!list) return readParagraph(lines, at, above, reading)
  writeTitled(above, list.markdown, reading)
  return list.end
}

function writeSection(level: number, words: string, above: Above, reading: Reading): void {
  const anchor = /\[\[([^[\],]+)(?:,[^[\]]*)?\]\]/.exec(words)?.[1]
  const title = reading.inline(
    words
      .trimEnd()
      .replace(/\s={1,6}$/, '')
      .trim(),
  )
  reading.state.title ??= title
  if (reading.isNested) reading.writer.block(`**${title}**`)
  else reading.writer.heading(level, title, above.id || anchor || undefined)
}

function readDelimited(lines: Lines, at: number, above: Above, reading: Reading): number {
  const end = blockEnd(lines, at)
  if (!lines[at]?.startsWith('////'))
    writeTitled(above, styledBlock(lines[at] ?? '', lines.slice(at + 1, end), above, reading), reading)
  return end + 1
}

/** Lines up to a blank one or a block; set in they are code. */
function readParagraph(lines: Lines, at: number, above: Above, reading: Reading): number {
  let end = at + 1
  while (end < lines.length && !endsParagraph(lines[end] ?? '', reading)) end++
  const written = lines.slice(at, end)
  const styled = styledLines(written, above, reading)
  const note = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+/.exec(written[0] ?? '')
  if (styled !== undefined) writeTitled(above, styled, reading)
  else if (/^\s/.test(lines[at] ?? '') && !isItem(lines[at] ?? ''))
    writeTitled(above, fence(dedented(written).join('\n')), reading)
  else if (note)
    reading.writer.block(
      quote(`**${titleCase(note[1] ?? '')}**\n\n${reading.inline(written.join('\n').slice(note[0].length))}`),
    )
  else writeTitled(above, paragraph(reading.inline(written.map((line) => line.trim()).join('\n'))), reading)
  return end
}

const endsParagraph = (line: string, { isInList }: Reading): boolean =>
  line === '' || line === '+' || isBlockStart(line) || /^\[.*\]$/.test(line) || (isInList && isItem(line))

const titleCase = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase()

function writeTitled({ title }: Above, markdown: string, { writer, inline }: Reading): void {
  if (markdown.trim() !== '') writer.block(title === '' ? markdown : `**${inline(title)}**\n\n${markdown}`)
}

/** A block between two equal delimiter lines, by its delimiter and its style. */
function styledBlock(delimiter: string, lines: Lines, above: Above, reading: Reading): string {
  const { attributes } = above
  const sign = delimiter.charAt(0)
  if (delimiter.length > 3 && /^[|,:!]=/.test(delimiter)) return readTable(delimiter, lines, attributes, reading)
  if (sign === '`') return code(lines, delimiter.slice(3) || languageOf(above))
  if (sign === '-' && delimiter !== '--') return code(lines, languageOf(above))
  const styled = styledLines(lines, above, reading)
  if (styled !== undefined) return styled
  if (sign === '.') return code(lines, '')
  if (sign === '+') return passed(lines, above)
  const inner = reading.nested(lines)
  return sign === '_' ? quote(inner) : inner
}

/** A block or a paragraph whose style says what it is; undefined when it says nothing. */
function styledLines(lines: Lines, above: Above, { nested, inline }: Reading): string | undefined {
  const { style, positional } = above.attributes
  if (/^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/.test(style))
    return quote(`**${titleCase(style)}**\n\n${nested(lines)}`)
  if (codes.has(style) || (style === '' && (positional[1] ?? '') !== '' && /^[a-z+#]+$/.test(positional[1] ?? '')))
    return code(lines, languageOf(above))
  if (style === 'stem' || style === 'latexmath' || style === 'asciimath') return fence(lines.join('\n'), 'latex')
  if (style === 'quote') return quote(nested(lines).trim() + attribution(positional, inline))
  if (style === 'verse') return quote(lines.map((line) => inline(line)).join('  \n') + attribution(positional, inline))
  return style === 'comment' ? '' : undefined
}

const codes = new Set(['source', 'listing', 'literal', 'synopsis', 'console', 'plantuml', 'mermaid', 'ditaa'])

const attribution = ([, who = '', where = '']: readonly string[], inline: Reading['inline']): string =>
  who === '' ? '' : `\n\n— ${inline([who, where].filter((word) => word !== '').join(', '))}`

function languageOf({ attributes }: Above): string {
  const { style, positional, named } = attributes
  if (style === 'mermaid' || style === 'plantuml' || style === 'console') return style
  return named.get('language') ?? (style === 'source' || style === '' ? (positional[1] ?? '') : '')
}

/** Callouts `<1>` stay, so that the list below has something to point at; marks of comments before them go. */
const code = (lines: Lines, language: string): string =>
  fence(
    lines
      .map((line) => line.replaceAll(/(?:\/\/|#|--|;;|<!--)\s*(<!?(?:--)?(?:\d{1,3}|\.)(?:--)?>)/g, '$1'))
      .join('\n'),
    language,
  )

/** Passthrough blocks mostly contain words, so only their tags are dropped. */
const passed = (lines: Lines, { attributes }: Above): string =>
  attributes.style === ''
    ? lines
        .join('\n')
        .replaceAll(/<(?:script|style)[\s>][^]*?<\/(?:script|style)>/gi, '')
        .replaceAll(/<[^<>]{0,1000}>/g, ' ')
        .trim()
    : fence(lines.join('\n'))
