import type { Format } from '../format.ts'
import type { Lines } from '../blank-lines.ts'
import { answerOf, createPageWriter } from '../writing/page-writer.ts'
import { paragraph, quote } from '../writing/write-markdown.ts'
import { readExplicit, literalEnd, readDoctest, readLiteral } from './explicit.ts'
import { type Meanings, inlineMarkdown } from './rst-inline.ts'
import { firstState, indentedEnd, isBlank, linesOf, type BlockReader, type Reading, dedented } from './reading.ts'
import { readBullets, readDefinitions, readEnumeration, readFields, readLineBlock, readOptions } from './rst-lists.ts'
import { readGridTable, readSimpleTable } from './rst-tables.ts'

/** reStructuredText of docutils and Sphinx. Includes are resolved before it gets here; what is left of them is dropped. */
export const read: Format = ({ path, text }) => {
  const lines = linesOf(text)
  const writer = createPageWriter()
  const state = firstState()
  readBlocks(lines, createReading({ writer, state, meanings: meaningsOf(lines), depth: 0, isNested: false }))
  return answerOf(writer, state.title, path)
}

/** Substitutions and the titles of labels, wherever in the file they stand. */
function meaningsOf(lines: Lines): Meanings {
  const substitutions = new Map<string, string>()
  const labels = new Map<string, string>()
  lines.forEach((line, at) => {
    if (!line.includes('.. ')) return
    const meaning = SUBSTITUTION.exec(line)
    if (meaning) substitutions.set((meaning[1] ?? '').toLowerCase(), readSubstitution(meaning, lines, at))
    const label = LABEL.exec(line)
    if (label) labels.set((label[1] ?? label[2] ?? '').toLowerCase(), titleBelow(lines, at))
  })
  const titled = new Map([...labels].filter(([, title]) => title !== ''))
  return { substitutions, labels: titled, budget: { left: MAX_INSERTED + lines.length * 100 } }
}

const SUBSTITUTION = /^\.\. \|([^|\s](?:[^|]{0,78}[^|\s])?)\|\s+([\w-]{1,30})::\s*(.*)$/s

const LABEL = /^\.\. _(?:`([^`]{1,200})`|([^:`]{1,200})):$/

/** In characters, for it may be used a thousand times. */
const LONGEST_MEANING = 500

const MAX_INSERTED = 100_000

function readSubstitution([, , kind, first = '']: RegExpExecArray, lines: Lines, at: number): string {
  if (kind === 'unicode')
    return first
      .replace(/\.\..*$/s, '')
      .trim()
      .split(/\s+/)
      .map(unicodeWord)
      .join(' ')
  if (kind !== 'replace') return ''
  const end = Math.min(indentedEnd(lines, at + 1), at + 20)
  return [first, ...lines.slice(at + 1, end).map((line) => line.trim())].join(' ').trim().slice(0, LONGEST_MEANING)
}

function unicodeWord(word: string): string {
  const code = Number.parseInt(/^(?:0x|x|\\x|U\+|u|\\u|&#x)([0-9a-f]{1,6});?$/i.exec(word)?.[1] ?? '', 16)
  return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : word
}

/** The section title behind a label, over other labels and an overline. */
function titleBelow(lines: Lines, at: number): string {
  let line = at + 1
  while (line < at + 8 && (isBlank(lines[line]) || lines[line]?.startsWith('.. _'))) line++
  if (/^([!-/:-@[-`{-~])\1{2,}$/.test(lines[line] ?? '')) line++
  return /^([!-/:-@[-`{-~])\1{2,}$/.test(lines[line + 1] ?? '') ? (lines[line] ?? '').trim() : ''
}

/** A title with an underline, or with lines above and below; or a line between paragraphs, which says nothing. */
const readSection: BlockReader = (lines, at, reading) => {
  const sign = adornmentOf(lines[at])
  if (sign !== undefined) return readOverlined(lines, at, reading)
  const below = adornmentOf(lines[at + 1])
  if (below === undefined || !underlines(lines[at + 1] ?? '', lines[at] ?? '')) return at
  writeTitle(lines[at] ?? '', below, reading)
  return at + 2
}

function readOverlined(lines: Lines, at: number, reading: Reading): number {
  const [over = '', title = '', under = ''] = lines.slice(at, at + 3)
  if (title !== '' && under === over) {
    writeTitle(title, over.charAt(0).repeat(2), reading)
    return at + 3
  }
  return over.length >= 4 && isBlank(lines[at + 1]) ? at + 1 : at
}

/** The character that the line consists of. `::` and `..` mean something else. */
function adornmentOf(line: string | undefined): string | undefined {
  if (line === undefined || !/^([!-/:-@[-`{-~])\1+$/.test(line) || line === '::' || line === '..') return undefined
  return line.charAt(0)
}

/** A short line still counts from four characters on: titles in CJK are seldom underlined to their full width. */
const underlines = (line: string, title: string): boolean => line.length >= Math.min(4, title.trim().length)

function writeTitle(title: string, style: string, { writer, state, inline, isNested }: Reading): void {
  const words = inline(title.trim())
  state.title ??= words
  if (isNested) return writer.block(`**${words}**`)
  if (!state.styles.includes(style)) state.styles.push(style)
  writer.closePart()
  writer.heading(state.styles.indexOf(style) + 1, words, state.label)
}

/** Every reader gets the readers of what is inside its block this way, so that they need not know one another. */
function createReading(start: Omit<Reading, 'inline' | 'body' | 'nested'> & { readonly meanings: Meanings }): Reading {
  const inner = { ...start, depth: start.depth + 1 }
  return {
    ...start,
    inline: (text) => inlineMarkdown(text, start.meanings),
    body: (lines) => readBlocks(lines, createReading(inner)),
    nested(lines) {
      const writer = createPageWriter()
      readBlocks(lines, createReading({ ...inner, writer, isNested: true }))
      return writer.text()
    },
  }
}

function readBlocks(lines: Lines, reading: Reading): void {
  if (reading.depth > DEEPEST) return reading.writer.block(lines.map((line) => line.trim()).join('\n'))
  let at = 0
  while (at < lines.length) at = isBlank(lines[at]) ? at + 1 : readBlock(lines, at, reading)
}

/** Nobody writes a list in a list that deep, and every level is a copy of its lines. */
const DEEPEST = 24

function readBlock(lines: Lines, at: number, reading: Reading): number {
  for (const reader of readers) {
    const end = reader(lines, at, reading)
    if (end === at) continue
    // A label names what follows it directly.
    if (reader !== readExplicit) reading.state.label = undefined
    return end
  }
  return at + 1
}

const readIndented: BlockReader = (lines, at, reading) => {
  if (!lines[at]?.startsWith(' ')) return at
  const end = indentedEnd(lines, at)
  const inner = dedented(lines.slice(at, end))
  // Lists and directives are indented by habit; only a paragraph set in is a quotation.
  if (/^(?:[-*+•] |\.\. |\(?[\da-zA-Z#]{1,4}[.)] |:|>>> |\+-|==)/.test(inner[0] ?? '')) reading.body(inner)
  else reading.writer.block(quote(reading.nested(inner)))
  return end
}

const readParagraph: BlockReader = (lines, at, reading) => {
  let end = at + 1
  while (end < lines.length && !isBlank(lines[end]) && !lines[end]?.startsWith(' ')) end++
  const written = lines.slice(at, end).join('\n')
  const isIntroduction = written.endsWith('::')
  const words = isIntroduction ? written.replace(/(?:\s|^)::$|:$/, '') : written
  reading.writer.block(paragraph(reading.inline(words)))
  return isIntroduction ? literalEnd(lines, end, reading) : end
}

const readers: readonly BlockReader[] = [
  readIndented,
  readExplicit,
  readSection,
  readBullets,
  readGridTable,
  readSimpleTable,
  readDoctest,
  readLineBlock,
  readLiteral,
  readFields,
  readOptions,
  readEnumeration,
  readDefinitions,
  readParagraph,
]
