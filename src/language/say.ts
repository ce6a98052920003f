import { fill, readTemplate, valuesIn, type Template } from './template.ts'

/** A text of the program in the language of its reader; unknown texts stay as they are. */
export interface Say {
  (text: string): string
  /** The same for a page, line by line. Most of a page is data, so only templates of pages count. */
  page(text: string): string
}

export const inEnglish: Say = Object.assign((text: string) => text, { page: (text: string) => text })

/** English templates and those of another language, with the same values. */
export type Catalogue = Readonly<Record<string, string>>

export interface Words {
  readonly texts: Catalogue
  /** The part of it that lines of pages may match. */
  readonly lines: Catalogue
  /** Countable nouns by their singular: `document` for `3 documents`. */
  readonly nouns: Catalogue
}

interface Entry {
  readonly english: Template
  readonly other: Template
}

/** Longer texts are data of somebody. */
const LONGEST = 10_000
const LONGEST_LINE = 2_000

/**
 * Matches a text against the templates, wherever it was made: an error of a thread, of a server or of an old job is an
 * English sentence by the time it is printed (docs/decisions/0030-language.md).
 */
export function sayBy({ texts, lines, nouns }: Words): Say {
  const line = told(lines, nouns)
  const all = told({ ...lines, ...texts }, nouns)
  const lineOf = (mark: string, said: string): string => {
    // A line of a document, or the head of a hit.
    if (/^\d+[:.] /.test(said)) return said
    const problem = mark.startsWith('  ') ? problemIn(said, all) : said
    return problem === said ? rowOf(said, line, (cell) => (isPlain(cell) ? line(cell) : cell)) : problem
  }
  const isPlain = (cell: string): boolean => /^[\d,.]+ /.test(cell) || Object.hasOwn(lines, cell)
  const tellLine = (whole: string): string => {
    const [, mark = '', said = '', end = ''] = (whole.length <= LONGEST_LINE && LINE.exec(whole)) || []
    return said === '' ? whole : mark + lineOf(mark, said) + end
  }
  return Object.assign(all, { page: (text: string) => text.split('\n').map(tellLine).join('\n') })
}

/** `path: said` and the remedy below it, or `rule (count): paths`, as a report of an index run lists them. */
function problemIn(english: string, say: (text: string) => string): string {
  const [, path = '', rest = ''] = /^([^:]+: )(.+)$/.exec(english) ?? []
  const [, rule = '', count = ''] = /^(.+? .+?)((?: \([\d,]+\))?: )$/.exec(path) ?? []
  if (say(rule) !== rule) return say(rule) + count.replace(': ', '：') + say(rest)
  // A template that begins with a value would take the path for a part of it.
  if (/^(?:Its?|not matched by) /.test(rest) && say(rest) !== rest) return path + say(rest)
  const said = say(english)
  return said === english && path !== '' ? path + say(rest) : said
}

/**
 * A row of a table: all of its heads, or the cells of a row but the first, its name. Those between may be names too, so only
 * `plain` words change. Heads between the first and the last end on the right, and so does a cell right before the next.
 */
function rowOf(english: string, line: (text: string) => string, plain: (cell: string) => string): string {
  const cells = english.split(/ {2,}/)
  const heads = cells.map(line)
  const isHead = cells.length > 3 && heads.every((cell, at) => cell !== cells[at])
  const last = cells.length - 1
  const row = cells.map((cell, at) => (at === 0 ? cell : at === last ? (heads[at] ?? '') : plain(cell)))
  const said = isHead ? heads : row
  const whole = line(english)
  if (!isHead && (whole !== english || said.every((cell, at) => cell === cells[at]))) return whole
  let [ends, written] = [0, '']
  for (const [at, cell] of said.entries()) {
    const begins = english.indexOf(cells[at] ?? '', ends)
    ends = begins + (cells[at] ?? '').length
    const isNextClose = /^ {2}\S/.test(english.slice(ends, ends + GAP + 1))
    const isRight = at > 0 && at < last && (isHead || isNextClose)
    const column = isRight ? widthOf(english.slice(0, ends)) - widthOf(cell) : widthOf(english.slice(0, begins))
    written += ' '.repeat(Math.max(at === 0 ? 0 : 1, column - widthOf(written))) + cell
  }
  return written
}

/** Blanks between columns. */
const GAP = 2

/** Columns in a terminal. */
const widthOf = (text: string): number => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)

/** A mark, an indent and colours stand around what a line says. */
// oxlint-disable-next-line no-control-regex
const LINE = /^((?:[ ✓!→·✗●○]|\u001B\[\d+m)*)(.*?)((?: |\u001B\[\d+m)*)$/

function told(texts: Catalogue, nouns: Catalogue): (text: string) => string {
  const entries = Object.entries(texts).map(([english, other]) => ({
    english: readTemplate(english),
    other: readTemplate(other),
  }))
  const exact = new Map(Object.entries(texts).filter(([english]) => !/\{\d+\}/.test(english)))
  const open = entries.filter(({ english }) => english.holes.length > 0).toSorted(mostWordsFirst)
  const counted = countedBy(nouns)
  const sayOne = (text: string): string =>
    text.length > LONGEST ? text : (exact.get(text) ?? counted(text) ?? eachKnown(text) ?? byTemplate(text) ?? text)
  /** Otherwise the value of a template could take in a sentence that is none of its business. */
  const eachKnown = (text: string): string | undefined => {
    const parts = sentencesIn(text)
    const said = parts.length > 1 ? parts.map(sayOne) : []
    return said.length > 1 && said.every((part, at) => part !== parts[at]) ? joined(said) : undefined
  }
  const byTemplate = (text: string): string | undefined => {
    for (const { english, other } of open) {
      const values = valuesIn(text, english)
      if (values && (english.isTelling || fits(values, other))) return fill(other, values, say)
    }
    return undefined
  }
  /** A template of few letters matches foreign texts too, unless one of its values is known. */
  const fits = (values: readonly string[], { holes }: Template): boolean => {
    const phrases = holes.flatMap(({ at, isPhrase }) => (isPhrase ? [values[at] ?? ''] : []))
    if (values.some((value) => value.includes('\n'))) return false
    return phrases.length === 0 ? /^[\d.,]+$/.test(values[0] ?? '') : phrases.some((value) => say(value) !== value)
  }
  /** With the blanks and the sentences around it. */
  const say = (value: string): string => {
    const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(value) ?? []
    const whole = sayOne(text)
    const said = whole === text ? (lineByLine(text, say) ?? listed(text, sayOne) ?? sentences(text, sayOne)) : whole
    if (said === text) return value
    const lead = WIDE_START.test(said) && !before.includes('\n') ? '' : before
    return lead + said + (WIDE_END.test(said) && !after.includes('\n') ? '' : after)
  }
  return say
}

/** The most telling first. A value at the beginning would match anything that stands there, also a text of another template. */
const mostWordsFirst = (one: Entry, other: Entry): number =>
  Number(beginsOpen(one)) - Number(beginsOpen(other)) || lengthOf(other) - lengthOf(one)
const beginsOpen = ({ english }: Entry): boolean => english.pieces[0] === ''
const lengthOf = ({ english }: Entry): number => english.pieces.reduce((sum, piece) => sum + piece.length, 0)

/** `3 added, 12 unchanged`: all of it is ours, or none. */
function listed(text: string, say: (text: string) => string): string | undefined {
  const parts = text.split(/, | · /)
  const said = parts.map((part) => say(part))
  return parts.length > 1 && said.every((part, at) => part !== parts[at]) ? said.join('，') : undefined
}

/** A remedy may have a line for each way. */
function lineByLine(text: string, say: (text: string) => string): string | undefined {
  return text.includes('\n') ? text.split('\n').map(say).join('\n') : undefined
}

/** Several sentences may be put together of which each is known. */
function sentences(text: string, say: (text: string) => string): string {
  const parts = sentencesIn(text)
  const said = parts.map((part) => say(part))
  if (parts.length < 2 || said.every((part, at) => part === parts[at])) return text
  return joined(said)
}

const sentencesIn = (text: string): readonly string[] => text.split(/(?<=[.!?]) (?=[A-Z\d"`])/)

/** Sentences one behind the other: a full-width sign of the end, or of the beginning, is blank enough. */
export const joined = (parts: readonly string[]): string =>
  parts.reduce((all, part) => {
    if (all === '' || part === '') return all + part
    return WIDE_END.test(all) || WIDE_START.test(part) ? all + part.trimStart() : `${all} ${part}`
  })

const WIDE_END = /[，。！？：；）”]$/
const WIDE_START = /^[，。；（“]/

/** `3 documents` */
function countedBy(nouns: Catalogue): (text: string) => string | undefined {
  const byForm = new Map(
    Object.entries(nouns).flatMap(([noun, other]) => [
      [noun, other] as const,
      [`${noun.replace(/(?<=[^aeiou])y$/, 'ie')}s`, other] as const,
    ]),
  )
  return (text) => {
    const [, count, noun = '', end = ''] = /^([\d,]+) ([a-z' -]+)(\.?)$/.exec(text) ?? []
    const other = byForm.get(noun)
    return count === undefined || other === undefined ? undefined : `${count} ${other}${end === '' ? '' : '。'}`
  }
}
