import { setOf } from '@wuku/core/list-helpers'
import { skipBlank, type Lines } from '../blank-lines.ts'
import { type BlockReader, type Reading, dedented, indentedEnd, indentOf, isBlank, trimmed } from './reading.ts'
import { codeSpan, listItem, listOf } from '../writing/write-markdown.ts'

export const readBullets: BlockReader = (lines, at, { writer, nested }) => {
  const { items, end } = readItems(lines, at, BULLET)
  if (items.length > 0) writer.block(listOf(items.map((item) => listItem('-', nested(item.body)))))
  return end
}

const BULLET = /^([-*+•‣⁃])(?:\s+|$)/

/** A line of text may begin like an item; its next line then is neither blank, nor set in, nor an item. */
export const readEnumeration: BlockReader = (lines, at, { writer, nested }) => {
  const next = lines[at + 1]
  if (!ENUMERATED.test(lines[at] ?? '')) return at
  if (!isBlank(next) && !next?.startsWith(' ') && !ENUMERATED.test(next ?? '')) return at
  const { items, end } = readItems(lines, at, ENUMERATED)
  const first = Number.parseInt(items[0]?.sign.replace('(', '') ?? '', 10) || 1
  writer.block(listOf(items.map((item, index) => listItem(`${first + index}.`, nested(item.body)))))
  return end
}

const ENUMERATED = /^(\(?(?:\d{1,9}|#|[a-zA-Z]|[ivxlcdm]{1,8}|[IVXLCDM]{1,8})[.)])(?:\s+|$)/

/** Terms with what they mean set in below them. */
export const readDefinitions: BlockReader = (lines, at, { writer, nested, inline }) => {
  const items: string[] = []
  let end = at
  while (isTerm(lines, end)) {
    const start = end + 1
    const term = lines[end] ?? ''
    end = indentedEnd(lines, start)
    items.push(listItem('-', `${termWords(term, inline)}\n\n${nested(dedented(lines.slice(start, end)))}`))
    end = skipBlank(lines, end)
  }
  writer.block(listOf(items.map(joinTerm)))
  return end
}

const isTerm = (lines: Lines, at: number): boolean =>
  !isBlank(lines[at]) &&
  !lines[at]?.startsWith(' ') &&
  !/^(?:[-*+•‣⁃]|\.\.|>>>|\||\d+[.)]|:[^:]{1,80}:)(?:\s|$)/.test(lines[at] ?? '') &&
  !lines[at]?.endsWith('::') &&
  lines[at + 1]?.startsWith(' ') === true

function termWords(term: string, inline: Reading['inline']): string {
  const [name = '', ...classifiers] = term.split(' : ')
  const words = inline(name)
  const kinds = classifiers.map((each) => inline(each)).join(', ')
  return `${words.startsWith('`') ? words : `**${words}**`}${kinds === '' ? '' : ` (${kinds})`}`
}

/** A term and its first paragraph stand on one line. */
const joinTerm = (item: string): string => item.replace(/\n\n {2}(?=[^\s`>|#-])/, ': ')

export const readFields: BlockReader = (lines, at, { writer, nested, inline }) => {
  const { items, end } = readItems(lines, at, FIELD)
  const types = new Map(items.flatMap(({ sign, body }) => typeOf(sign, body)))
  const fields = items.filter(({ sign, body }) => !/^(?:vartype|type) /.test(sign) && body.length > 0)
  writer.block(
    listOf(fields.map(({ sign, body }) => listItem('-', `${fieldWords(sign, types, inline)} ${nested(body).trim()}`))),
  )
  return end
}

const FIELD = /^:(?![:\s])((?:[^:\\`]|\\.|:(?=\S)|`[^`]{0,80}`){1,200}):(?=\s|$)\s*/

const typeOf = (sign: string, body: Lines): [string, string][] =>
  /^(?:var)?type \S/.test(sign) ? [[sign.replace(/^\w+ /, ''), body.join(' ')]] : []

function fieldWords(sign: string, types: ReadonlyMap<string, string>, inline: Reading['inline']): string {
  const [kind = '', ...rest] = sign.trim().split(/\s+/)
  const name = rest.at(-1) ?? ''
  if (parameters.has(kind.toLowerCase()) && name !== '') {
    const type = rest.slice(0, -1).join(' ') || types.get(rest.join(' ')) || ''
    return `${codeSpan(name.replaceAll('\\', ''))}${type === '' ? '' : ` (${inline(type)})`}:`
  }
  const word = fieldLabels.get(kind.toLowerCase()) ?? inline(kind)
  return `**${word}${rest.length > 0 ? ` ${inline(rest.join(' '))}` : ''}:**`
}

const parameters = setOf(
  'param parameter arg argument key keyword kwarg var ivar cvar query reqheader resheader form json jsonparam reqjson resjson',
)
const fieldLabels: ReadonlyMap<string, string> = new Map([
  ['return', 'Returns'],
  ['returns', 'Returns'],
  ['rtype', 'Return type'],
  ['raises', 'Raises'],
  ['raise', 'Raises'],
  ['except', 'Raises'],
  ['exception', 'Raises'],
  ['throws', 'Throws'],
  ['yields', 'Yields'],
  ['yield', 'Yields'],
  ['ytype', 'Yield type'],
  ['status', 'Status'],
  ['statuscode', 'Status'],
])

/** `-f FILE, --file=FILE  what it does`. */
export const readOptions: BlockReader = (lines, at, { writer, nested }) => {
  const { items, end } = readItems(lines, at, OPTION)
  writer.block(listOf(items.map(({ sign, body }) => listItem('-', `${codeSpan(sign)}: ${nested(body).trim()}`))))
  return end
}

const ONE_OPTION = String.raw`(?:--?[\w?][\w-]{0,60}|/[A-Z])(?:[ =](?:<[^<>]{1,40}>|[A-Za-z][\w-]{0,40}))?`
const OPTION = new RegExp(String.raw`^(${ONE_OPTION}(?:, ${ONE_OPTION}){0,8})(?: {2,}|$)`)

export const readLineBlock: BlockReader = (lines, at, { writer, inline }) => {
  let end = at
  while (/^\|(?: |$)/.test(lines[end] ?? '')) end++
  if (end > at)
    writer.block(
      lines
        .slice(at, end)
        .map((line) => inline(line.slice(1).trim()))
        .join('  \n'),
    )
  return end
}

/** Consecutive items: a line with the marker, and everything indented below it. `sign`: the first group of the pattern. */
export function readItems(lines: Lines, at: number, pattern: RegExp) {
  const items: { readonly sign: string; readonly body: Lines }[] = []
  let end = at
  let next = at
  for (let found = pattern.exec(lines[next] ?? ''); found; found = pattern.exec(lines[next] ?? '')) {
    const bodyEnd = indentedEnd(lines, next + 1)
    const first = (lines[next] ?? '').slice(found[0].length)
    if (first === '' && bodyEnd === next + 1 && items.length === 0 && pattern === OPTION) break
    items.push({ sign: found[1] ?? '', body: itemBody(first, found[0].length, lines.slice(next + 1, bodyEnd)) })
    end = bodyEnd
    next = skipBlank(lines, bodyEnd)
  }
  return { items, end }
}

/** The first line begins where it begins; the others may be set in less, as those of a field are. */
function itemBody(first: string, width: number, rest: Lines): Lines {
  if (first === '') return dedented(rest)
  const least = rest.reduce((indent, line) => (line === '' ? indent : Math.min(indent, indentOf(line))), width)
  const others = rest.map((line) => line.slice(least))
  return trimmed([first, ...others])
}
