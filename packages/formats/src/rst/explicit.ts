import { setOf } from '@wuku/core/list-helpers'
import type { Lines } from '../blank-lines.ts'
import { readCsv } from '../csv.ts'
import { fence, gfmTable, paragraph, quote } from '../writing/write-markdown.ts'
import { describeObject, type Directive, isDescription, readDirective } from './descriptions.ts'
import { type BlockReader, type Reading, dedented, indentedEnd, isBlank } from './reading.ts'
import { readItems } from './rst-lists.ts'

/** `::` alone on its line. */
export const readLiteral: BlockReader = (lines, at, reading) =>
  lines[at] === '::' ? literalEnd(lines, at + 1, reading) : at

/** Writes the literal block that follows a paragraph which ends with `::`; answers where it ends. */
export function literalEnd(lines: Lines, from: number, { writer, state }: Reading): number {
  let start = from
  while (start < lines.length && isBlank(lines[start])) start++
  const end = lines[start]?.startsWith(' ') ? indentedEnd(lines, start) : quotedEnd(lines, start)
  const code = dedented(lines.slice(start, end)).join('\n')
  writer.block(fence(code, languageOf(code, state.language)))
  return end
}

/** The language that the file names, else a guess from the code. */
function languageOf(code: string, language: string): string {
  if (language !== '')
    return language === 'default' || language === 'python3' || language === 'pycon' ? 'python' : language
  return PYTHON.test(code) ? 'python' : ''
}

const PYTHON =
  /^ *(?:>>> |import \w+$|from [\w.]+ import |def \w+\(|class \w+[:(]|async (?:def|with) |await \w|(?:with|for|if|while) \S.*:$|print\()/m

/** Up to the next blank line, as Python's own prompt does. */
export const readDoctest: BlockReader = (lines, at, { writer }) => {
  if (!lines[at]?.startsWith('>>> ')) return at
  let end = at + 1
  while (!isBlank(lines[end])) end++
  writer.block(fence(lines.slice(at, end).join('\n'), 'python'))
  return end
}

/** A literal block that is not indented: all of its lines begin with the same character. */
function quotedEnd(lines: Lines, start: number): number {
  const sign = /^[!-/:-@[-`{-~]/.exec(lines[start] ?? '')?.[0]
  if (sign === undefined) return start
  const end = lines.findIndex((line, at) => at > start && !line.startsWith(sign))
  return end === -1 ? lines.length : end
}

/** Explicit markup, which begins with `..`: directives, targets, footnotes, comments. */
export const readExplicit: BlockReader = (lines, at, reading) => {
  const line = lines[at] ?? ''
  if (/^__ \S/.test(line)) return at + 1
  if (!/^\.\.(?: |$)/.test(line)) return at
  const end = indentedEnd(lines, at + 1)
  if (line === '..') return isBlank(lines[at + 1]) ? at + 1 : end
  const match = /^\.\. _(?:`([^`]+)`|([^:`]+)):$/.exec(line)
  const note = /^\.\. \[([^\]\s]{1,60})\]\s*(.*)$/s.exec(line)
  const directive = readDirective(line, lines.slice(at + 1, end))
  if (directive) writeDirective(directive, reading)
  else if (match) reading.state.label = slug(match[1] ?? match[2] ?? '')
  else if (note) writeFootnote(note, lines.slice(at + 1, end), reading)
  return end
}

/** The id that docutils makes of a label. */
const slug = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^[-\d]+|-+$/g, '')

function writeFootnote([, name = '', first = '']: RegExpExecArray, rest: Lines, { writer, nested }: Reading): void {
  const words = nested([first, ...dedented(rest)]).trim()
  writer.block(`[${name.replace(/^#(?=.)/, '')}] ${words}`)
}

function writeDirective(directive: Directive, reading: Reading): void {
  const { name } = directive
  if (dropped.has(name) || setState(directive, reading)) return
  if (isDescription(name, reading.state.domain)) return describeObject(directive, reading)
  const written = codeOf(directive, reading) ?? tableOf(directive, reading) ?? noteOf(directive, reading)
  if (written !== undefined) return reading.writer.block(written)
  writeBody(directive, reading)
}

/** Unknown directives keep their text: a tab, a card, a box of some extension. */
function writeBody({ name, words, content, block }: Directive, reading: Reading): void {
  if (name.startsWith('auto') || bare.has(name)) return reading.body(bare.has(name) && words === '' ? block : content)
  if (titles.has(name) || (content.length > 0 && words !== ''))
    reading.writer.block(/^[\w-]+$/.test(words) && !titles.has(name) ? `**${words}**` : `**${reading.inline(words)}**`)
  else if (content.length === 0 && words.includes(' ')) reading.writer.block(paragraph(reading.inline(words)))
  reading.body(content)
}

/** Their words are for the builder. */
const bare = setOf(
  'container only ifconfig class rst-class cssclass compound glossary figure hlist grid centered pull-quote epigraph ' +
    'highlights tabs tab-set toggle line-block parsed',
)
const titles = setOf('rubric topic sidebar admonition table dropdown tab')

const dropped = setOf(
  'toctree index image contents sectnum section-numbering meta role default-role include literalinclude raw target-notes ' +
    'header footer tabularcolumns audit-event testsetup testcleanup graphviz digraph graph inheritance-diagram autosummary ' +
    'highlightlang sectionauthor codeauthor moduleauthor bibliography plot video youtube restructuredtext-test-directive ' +
    'miscnews acks-index program-output click argparse doxygenfile doxygenclass',
)

/** Tables written as lists or with commas; undefined for all other directives. */
function tableOf({ name, words, options, content }: Directive, reading: Reading): string | undefined {
  const hasHeads = Number.parseInt(options.get('header-rows') ?? '', 10) > 0
  const title = words === '' ? '' : `**${reading.inline(words)}**\n\n`
  if (name === 'list-table' || name === 'flat-table') return title + listTable(content, hasHeads, reading)
  if (name === 'csv-table') return title + csvTable(content, options, hasHeads, reading)
  return undefined
}

/** Directives that only say something of what follows. */
function setState({ name, words, content }: Directive, { state, body }: Reading): boolean {
  const kind = name.replace(/^(?:py|js):/, '')
  const isModule = kind === 'module' || kind === 'currentmodule'
  if (isModule) state.module = words === 'None' ? '' : words
  else if (kind === 'highlight') state.language = words.split(/\s/)[0] ?? ''
  else if (kind === 'default-domain') state.domain = words
  else if (kind === 'program') state.program = words.replaceAll(/\s+/g, '-')
  else if (kind === 'title') state.title = words
  else return false
  if (isModule) body(content)
  return true
}

/** A file may give a directive any name. */
const ownOf = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Admonitions and remarks on versions; undefined for all else. */
function noteOf(directive: Directive, reading: Reading): string | undefined {
  const { name, words, block, content } = directive
  const version = ownOf(versions, name.replace(/^version-/, 'version'))
  if (version !== undefined) return versionNote(version, directive, reading)
  if (name === 'availability') return `*Availability: ${reading.inline(words)}*\n\n${reading.nested(content)}`
  if (name === 'admonition') return quote(`**${reading.inline(words)}**\n\n${reading.nested(content)}`)
  const title = admonitions.has(name)
    ? `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    : ownOf(otherAdmonitions, name)
  if (title === undefined) return undefined
  const inner = reading.nested(block).trim()
  return inner === '' ? '' : quote(`**${title}**\n\n${inner}`)
}

/** `.. versionchanged:: 3.6 What changed`, or with the text below. */
function versionNote(label: string, { name, words, content, arguments: lines }: Directive, reading: Reading): string {
  const [since = '', ...rest] = words.split(' ')
  const removed = name === 'deprecated-removed' ? `, removed in version ${rest.shift() ?? ''}` : ''
  const text = lines.length > 0 ? rest.join(' ') : ''
  const inner = [reading.nested([text]).trim(), reading.nested(content).trim()]
    .filter((each) => each !== '')
    .join('\n\n')
  return `*${label} ${since}${removed}${inner === '' ? '.' : ':'}* ${inner}`.trim()
}

const versions: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
  'deprecated-removed': 'Deprecated since version',
  versionremoved: 'Removed in version',
  'soft-deprecated': 'Soft deprecated since version',
}

const admonitions = setOf('note warning tip hint important caution danger attention error')
const otherAdmonitions: Readonly<Record<string, string>> = {
  seealso: 'See also',
  todo: 'To do',
  'impl-detail': 'Implementation detail',
  versionnote: 'Note',
}

/** Directives that show code; undefined for all others. */
function codeOf(directive: Directive, reading: Reading): string | undefined {
  const { name, words, content, options } = directive
  const fixed = ownOf(languages, name)
  if (fixed !== undefined) return fence(codeLines(directive).join('\n'), fixed)
  if (name === 'parsed-literal') return fence(withoutMarkup(directive.block.join('\n')), '')
  if (name === 'prompt') return fence(content.join('\n'), /^\w+/.exec(words)?.[0] ?? 'bash')
  if (!coded.has(name)) return undefined
  const language = words.split(/\s+/)[0] ?? ''
  const caption = options.get('caption')
  const label = language === '' ? (options.get('language') ?? reading.state.language) : language
  // Code that stands directly below its language, without the blank line.
  const code = content.length > 0 ? content : dedented(directive.arguments.slice(1))
  const written = fence(code.join('\n'), languageOf(code.join('\n'), /^(?:none|text)$/.test(label) ? 'text' : label))
  return caption === undefined ? written : `**${reading.inline(caption)}**\n\n${written}`
}

const codeLines = ({ content, block, name }: Directive): readonly string[] =>
  content.length > 0 && name !== 'productionlist' ? content : block

/** Roles and emphasis inside code show their words. */
const withoutMarkup = (code: string): string =>
  code
    .replaceAll(/:[\w:-]{1,40}:`([^`\n]{1,200})`/g, '$1')
    .replaceAll(/\*\*(\S[^*\n]{0,200})\*\*|\*(\w[^*\n]{0,200})\*/g, '$1$2')

const coded = setOf('code-block code sourcecode code-tab highlight-block code-cell literal-block group-tab-code')

const languages: Readonly<Record<string, string>> = {
  doctest: 'python',
  testcode: 'python',
  testoutput: 'text',
  ipython: 'python',
  'jupyter-execute': 'python',
  console: 'console',
  'console-tab': 'console',
  snippet: '',
  productionlist: '',
  'grammar-snippet': '',
  math: 'latex',
  mermaid: 'mermaid',
  uml: 'plantuml',
  'js-code': 'js',
}

/** `list-table`: a list of rows, each a list of cells. */
function listTable(content: Lines, hasHeads: boolean, { nested }: Reading): string {
  const rows = readItems(content, 0, STAR).items.map(({ body }) =>
    readItems(body, 0, STAR).items.map((item) => nested(item.body)),
  )
  return gfmTable(rows, hasHeads)
}

const STAR = /^([-*+])(?:\s+|$)/

/** `csv-table`. */
function csvTable(content: Lines, options: Directive['options'], hasHeads: boolean, { inline }: Reading): string {
  const [header, delimiter = ','] = [options.get('header'), options.get('delim')]
  const sign = { tab: '\t', space: ' ' }[delimiter] ?? (delimiter.charAt(0) || ',')
  const label = header === undefined ? [] : readCsv(header, sign)
  const rows = [...label, ...readCsv(content.join('\n'), sign)].map((row) => row.map((cell) => inline(cell.trim())))
  return gfmTable(rows, label.length > 0 || hasHeads)
}
