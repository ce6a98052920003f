import { describeObject, isDescription } from './descriptions.ts'
import { type Directive, takeDirective } from './directive.ts'
import { codeOf } from './directives/code.ts'
import { noteOf } from './directives/notes.ts'
import { setState } from './directives/state.ts'
import { tableOf } from './directives/table.ts'
import { dedented, indentedEnd, isBlank, type Lines } from './lines.ts'
import { paragraph } from '../writing/markdown.ts'
import type { BlockReader, Reading } from './reading.ts'

/** What begins with `..`: directives, targets, footnotes, comments. */
export const readExplicit: BlockReader = (lines, at, reading) => {
  const line = lines[at] ?? ''
  if (/^__ \S/.test(line)) return at + 1
  if (!/^\.\.(?: |$)/.test(line)) return at
  const end = indentedEnd(lines, at + 1)
  if (line === '..') return isBlank(lines[at + 1]) ? at + 1 : end
  const label = /^\.\. _(?:`([^`]+)`|([^:`]+)):$/.exec(line)
  const note = /^\.\. \[([^\]\s]{1,60})\]\s*(.*)$/s.exec(line)
  const directive = takeDirective(line, lines.slice(at + 1, end))
  if (directive) writeDirective(directive, reading)
  else if (label) reading.state.label = slug(label[1] ?? label[2] ?? '')
  else if (note) writeFootnote(note, lines.slice(at + 1, end), reading)
  return end
}

/** The id that docutils makes of a label. */
const slug = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^[-\d]+|-+$/g, '')

function writeFootnote([, name = '', first = '']: RegExpExecArray, rest: Lines, { paper, nested }: Reading): void {
  const words = nested([first, ...dedented(rest)]).trim()
  paper.block(`[${name.replace(/^#(?=.)/, '')}] ${words}`)
}

function writeDirective(directive: Directive, reading: Reading): void {
  const { name } = directive
  if (dropped.has(name) || setState(directive, reading)) return
  if (isDescription(name, reading.state.domain)) return describeObject(directive, reading)
  const written = codeOf(directive, reading) ?? tableOf(directive, reading) ?? noteOf(directive, reading)
  if (written !== undefined) return reading.paper.block(written)
  writeBody(directive, reading)
}

/** What is not known keeps its text: a tab, a card, a box of some extension. */
function writeBody({ name, words, content, block }: Directive, reading: Reading): void {
  if (name.startsWith('auto') || bare.has(name)) return reading.body(bare.has(name) && words === '' ? block : content)
  if (titles.has(name) || (content.length > 0 && words !== ''))
    reading.paper.block(/^[\w-]+$/.test(words) && !titles.has(name) ? `**${words}**` : `**${reading.inline(words)}**`)
  else if (content.length === 0 && words.includes(' ')) reading.paper.block(paragraph(reading.inline(words)))
  reading.body(content)
}

/** Their words are for the builder. */
const bare = new Set(
  'container only ifconfig class rst-class cssclass compound glossary figure hlist grid centered pull-quote epigraph highlights tabs tab-set toggle line-block parsed'.split(
    ' ',
  ),
)
const titles = new Set(['rubric', 'topic', 'sidebar', 'admonition', 'table', 'dropdown', 'tab'])

const dropped = new Set(
  (
    'toctree index image contents sectnum section-numbering meta role default-role include literalinclude raw target-notes ' +
    'header footer tabularcolumns audit-event testsetup testcleanup graphviz digraph graph inheritance-diagram autosummary ' +
    'highlightlang sectionauthor codeauthor moduleauthor bibliography plot video youtube restructuredtext-test-directive ' +
    'miscnews acks-index program-output click argparse doxygenfile doxygenclass'
  ).split(' '),
)
