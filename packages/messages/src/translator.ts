import { grouped, Message, partsOf, type Text } from './message.ts'
import { fill, readTemplate, spaced, valuesIn, type Template } from './template.ts'

/** A text of the program in the language of its reader; what is not in its catalogue stays English. */
export interface Translator {
  (text: Text): string
  /** The same for a page, line by line. Most of a page is data, so only templates of pages count. */
  page(text: string): string
}

export const inEnglish: Translator = Object.assign(String, { page: (text: string) => text })

/** English templates and those of another language, with the same values. */
export type Catalogue = Readonly<Record<string, string>>

export interface Words {
  readonly texts: Catalogue
  /** The part of it that lines of pages may match. */
  readonly lines: Catalogue
  /** Countable nouns by their singular: `document` for `3 documents`. */
  readonly nouns: Catalogue
  /** Texts of messages by their code. */
  readonly messages?: Catalogue
}

interface Entry {
  readonly english: Template
  readonly other: Template
}

/** Longer texts are data of somebody. */
const LONGEST = 10_000
const LONGEST_LINE = 2_000

/** Translates a message by its code, and any other text by the templates (docs/decisions/0030-language.md). */
export function createTranslator({ texts, lines, nouns, messages = {} }: Words): Translator {
  const line = createTranslate(lines, nouns)
  const all = createTranslate({ ...lines, ...texts }, nouns)
  const lineOf = (mark: string, wording: string): string => {
    // A line of a document, or the head of a hit.
    if (/^\d+[:.] /.test(wording)) return wording
    const problem = mark.startsWith('  ') ? problemIn(wording, all) : wording
    return problem === wording ? rowOf(wording, line, (cell) => (isPlain(cell) ? line(cell) : cell)) : problem
  }
  const isPlain = (cell: string): boolean => /^[\d,.]+ /.test(cell) || Object.hasOwn(lines, cell)
  const translateLine = (fullText: string): string => {
    const [, mark = '', wording = '', end = ''] = (fullText.length <= LONGEST_LINE && LINE.exec(fullText)) || []
    return wording === '' ? fullText : mark + lineOf(mark, wording) + end
  }
  const translate = (text: Text): string =>
    text instanceof Message ? (translateMessage(text, messages[text.code], translate) ?? all(String(text))) : all(text)
  return Object.assign(translate, { page: (text: string) => text.split('\n').map(translateLine).join('\n') })
}

function translateMessage({ values }: Message, text: string | undefined, translate: (text: Text) => string) {
  if (text === undefined) return undefined
  return partsOf(text, values).reduce<string>((all, part) => {
    if (typeof part === 'string') return spaced(all, part)
    const { value, noun, isPhrase } = part
    if (noun !== '') return `${all}${grouped(Number(value))} ${noun}`
    if (value instanceof Message) return spaced(all, translate(value))
    return isPhrase ? spaced(all, translate(String(value))) : all + String(value)
  }, '')
}

/** `path: said` and the remedy below it, or `rule (count): paths`, as a report of an index run lists them. */
function problemIn(english: string, translate: (text: string) => string): string {
  const [, path = '', rest = ''] = /^([^:]+: )(.+)$/.exec(english) ?? []
  const [, rule = '', count = ''] = /^(.+? .+?)((?: \([\d,]+\))?: )$/.exec(path) ?? []
  if (translate(rule) !== rule) return translate(rule) + count.replace(': ', '：') + translate(rest)
  // A template that begins with a value would take the path for a part of it.
  if (/^(?:Its?|not matched by) /.test(rest) && translate(rest) !== rest) return path + translate(rest)
  const wording = translate(english)
  return wording === english && path !== '' ? path + translate(rest) : wording
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
  const wording = isHead ? heads : row
  const fullText = line(english)
  if (!isHead && (fullText !== english || wording.every((cell, at) => cell === cells[at]))) return fullText
  let [ends, written] = [0, '']
  for (const [at, cell] of wording.entries()) {
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

function createTranslate(texts: Catalogue, nouns: Catalogue): (text: string) => string {
  const entries = Object.entries(texts).map(([english, other]) => ({
    english: readTemplate(english),
    other: readTemplate(other),
  }))
  const exact = new Map(Object.entries(texts).filter(([english]) => !/\{\d+\}/.test(english)))
  const open = entries.filter(({ english }) => english.holes.length > 0).toSorted(longestFirst)
  const counted = countedBy(nouns)
  const translateOne = (text: string): string =>
    text.length > LONGEST ? text : (exact.get(text) ?? counted(text) ?? eachKnown(text) ?? byTemplate(text) ?? text)
  /** Otherwise the value of a template could take in a sentence that is none of its business. */
  const eachKnown = (text: string): string | undefined => {
    const parts = sentencesIn(text)
    const translatedParts = parts.length > 1 ? parts.map(translateOne) : []
    return translatedParts.length > 1 && translatedParts.every((part, at) => part !== parts[at])
      ? joined(translatedParts)
      : undefined
  }
  const byTemplate = (text: string): string | undefined => {
    for (const { english, other } of open) {
      const values = valuesIn(text, english)
      if (values && (english.isDistinct || fits(values, other))) return fill(other, values, translate)
    }
    return undefined
  }
  /** A template of few letters matches foreign texts too, unless one of its values is known. */
  const fits = (values: readonly string[], { holes }: Template): boolean => {
    const phrases = holes.flatMap(({ at, isPhrase }) => (isPhrase ? [values[at] ?? ''] : []))
    if (values.some((value) => value.includes('\n'))) return false
    return phrases.length === 0
      ? /^[\d.,]+$/.test(values[0] ?? '')
      : phrases.some((value) => translate(value) !== value)
  }
  /** With the blanks and the sentences around it. */
  const translate = (value: string): string => {
    const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(value) ?? []
    const fullText = translateOne(text)
    const wording =
      fullText === text
        ? (lineByLine(text, translate) ?? listed(text, translateOne) ?? sentences(text, translateOne))
        : fullText
    if (wording === text) return value
    const lead = WIDE_START.test(wording) && !before.includes('\n') ? '' : before
    return lead + wording + (WIDE_END.test(wording) && !after.includes('\n') ? '' : after)
  }
  return translate
}

/** The most telling first. A value at the beginning would match anything that stands there, also a text of another template. */
const longestFirst = (one: Entry, other: Entry): number =>
  Number(beginsOpen(one)) - Number(beginsOpen(other)) || lengthOf(other) - lengthOf(one)
const beginsOpen = ({ english }: Entry): boolean => english.parts[0] === ''
const lengthOf = ({ english }: Entry): number => english.parts.reduce((sum, part) => sum + part.length, 0)

/** `3 added, 12 unchanged`: all of it is ours, or none. */
function listed(text: string, translate: (text: string) => string): string | undefined {
  const parts = text.split(/, | · /)
  const wording = parts.map((part) => translate(part))
  return parts.length > 1 && wording.every((part, at) => part !== parts[at]) ? wording.join('，') : undefined
}

/** A remedy may have a line for each way. */
function lineByLine(text: string, translate: (text: string) => string): string | undefined {
  return text.includes('\n') ? text.split('\n').map(translate).join('\n') : undefined
}

/** Several sentences may be put together of which each is known. */
function sentences(text: string, translate: (text: string) => string): string {
  const parts = sentencesIn(text)
  const wording = parts.map((part) => translate(part))
  if (parts.length < 2 || wording.every((part, at) => part === parts[at])) return text
  return joined(wording)
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
