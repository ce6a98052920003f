import { dedented } from '@wuku/text/markdown/line-index'
import { codeSpan, fence, listItem, listOf } from '../writing/write-markdown.ts'
import { createPageWriter, type PageWriter } from '../writing/page-writer.ts'
import { skipBlank, type Lines } from '../blank-lines.ts'
import { isBlockStart, type Reading } from './reading.ts'

interface Written {
  readonly markdown: string
  /** The line behind it. */
  readonly end: number
}

/** Reads the list that begins at `at`; undefined where none does. */
export function readList(lines: Lines, at: number, reading: Reading): Written | undefined {
  const mark = markOf(lines[at] ?? '')
  return mark === undefined ? undefined : readItems(lines, at, { reading, around: [], name: mark.name })
}

export const isItem = (line: string): boolean => markOf(line) !== undefined

/**
 * `name`: kind of list and depth in it: `**`, `.`, `-`, `::`. Items with another mark than those around them lie deeper.
 */
function markOf(line: string) {
  const found = /^\s*(\*{1,6}|-|\.{1,6}|\d{1,5}\.|[a-zA-Z]\.|<(?:\d{1,3}|\.)>)\s+(\S.*)$/s.exec(line)
  if (found) {
    const sign = found[1] ?? ''
    const name = sign.startsWith('<') ? '<' : /^\d/.test(sign) ? '1' : /^[a-zA-Z]/.test(sign) ? 'a' : sign
    return { name, term: undefined, text: found[2] ?? '' }
  }
  if (line.startsWith('//') || line.length > LONGEST_TERM) return undefined
  const term = /^\s*(\S.*?)(:{2,4}|;;)(?:\s+(.*))?$/s.exec(line)
  return term && !/^[a-z]+::[^\s[]*\[.*\]$/.test(line.trim())
    ? { name: term[2] ?? '', term: term[1] ?? '', text: term[3] ?? '' }
    : undefined
}

const LONGEST_TERM = 2_000

interface Around {
  readonly reading: Reading
  /** Marks of the lists around this one. */
  readonly around: readonly string[]
  readonly name: string
}

function readItems(lines: Lines, start: number, { reading, around, name }: Around): Written {
  const items: string[] = []
  let at = start
  let terms: string[] = []
  for (let mark = markOf(lines[at] ?? ''); mark?.name === name; mark = markOf(lines[at] ?? '')) {
    const item = readItem(lines, at, { reading, around: [...around, name], name })
    if (mark.term !== undefined) terms.push(termWords(mark.term, reading))
    // Terms that stand one below the other share what follows the last.
    const isShared = mark.term !== undefined && item.markdown === '' && markOf(lines[item.end] ?? '')?.name === name
    if (!isShared) {
      const isNumbered = terms.length === 0 && /^[.1a<]/.test(name)
      const gap = /^(?:```|[-|>]|\d+\. )/.test(item.markdown) ? '\n\n' : ' '
      const words = terms.length > 0 ? `${terms.join(', ')}:${gap}${item.markdown}` : item.markdown
      items.push(listItem(isNumbered ? `${items.length + 1}.` : '-', words))
      terms = []
    }
    at = item.end
  }
  return { markdown: listOf(items), end: at }
}

function termWords(term: string, { inline }: Reading): string {
  const words = inline(term.replaceAll(/\[\[[^[\]]*\]\]/g, '').trim())
  return words.startsWith('`') || words.startsWith('**') ? words : /^--?\w/.test(term) ? codeSpan(term) : `**${words}**`
}

/** The text of an item, then what is joined to it by `+`, set in below it, or a list that lies deeper. */
function readItem(lines: Lines, start: number, context: Around): Written {
  const { reading } = context
  const writer = createPageWriter()
  const mark = markOf(lines[start] ?? '')
  const isTerm = mark?.term !== undefined
  let at = readText(lines, start + 1, mark?.text ?? '', { ...context, writer })
  for (;;) {
    const next = skipBlank(lines, at)
    const line = lines[next]
    if (line === undefined) break
    if (line === '+') at = reading.one(lines, skipBlank(lines, next + 1), writer)
    else if (isDeeper(line, context)) {
      const list = readItems(lines, next, { ...context, name: markOf(line)?.name ?? '' })
      writer.block(list.markdown)
      at = list.end
    } else if (markOf(line) !== undefined) return { markdown: writer.text().trim(), end: next }
    else if (isTerm && writer.text() === '' && !isSection(line)) at = readText(lines, next, '', { ...context, writer })
    else if (next > at && /^\s/.test(line)) at = readLiteral(lines, next, writer)
    else if (next === at && isBlockStart(line)) at = reading.one(lines, next, writer)
    else break
    if (at <= next) at = next + 1
  }
  return { markdown: writer.text().trim(), end: writer.text() === '' && isTerm ? skipBlank(lines, at) : at }
}

const isSection = (line: string): boolean => /^={1,6} |^\[/.test(line) || isBlockStart(line)

/** Lists cannot lie in one another without end. */
const isDeeper = (line: string, { around }: Around): boolean => {
  const name = markOf(line)?.name
  return name !== undefined && !around.includes(name) && around.length < 12
}

function readText(
  lines: Lines,
  from: number,
  first: string,
  { reading, writer }: Around & { readonly writer: PageWriter },
): number {
  const text = first === '' ? [] : [first]
  let at = from
  while (at < lines.length && !endsText(lines[at] ?? '')) text.push((lines[at++] ?? '').trim())
  writer.block(reading.inline(text.join('\n')))
  return at
}

const endsText = (line: string): boolean =>
  line === '' || line === '+' || isBlockStart(line) || markOf(line) !== undefined || /^\[.*\]$/.test(line)

function readLiteral(lines: Lines, start: number, writer: PageWriter): number {
  let at = start
  while (at < lines.length && lines[at] !== '' && lines[at] !== '+') at++
  writer.block(fence(dedented(lines.slice(start, at)).join('\n')))
  return at
}
