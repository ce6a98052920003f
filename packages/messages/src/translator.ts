import { english, grouped, Message, partsOf, type Speaker, type Text } from './message.ts'
import { fill, readTemplate, spaced, valuesIn, type Template } from './template.ts'

/** A text of the program in the language of its reader; what is not in its catalogue stays English. */
export type Translator = Speaker

export const inEnglish: Translator = english

/** English templates and those of another language, with the same values. */
export type Catalogue = Readonly<Record<string, string>>

export interface Words {
  readonly texts: Catalogue
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

/** Translates a message by its code, and any other text by the templates (docs/decisions/0030-language.md). */
export function createTranslator({ texts, nouns, messages = {} }: Words): Translator {
  const recognise = createTranslate(texts, nouns)
  const translate = (text: Text): string =>
    text instanceof Message
      ? (translateMessage(text, messages[text.code], translate) ?? recognise(String(text)))
      : recognise(text)
  const counted = (count: number, noun: string): string => `${grouped(count)} ${nouns[noun] ?? noun}`
  return Object.assign(translate, { counted })
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

function createTranslate(texts: Catalogue, nouns: Catalogue): (text: string) => string {
  let open: readonly Entry[] | undefined
  /** Made for the first text that is no constant: most runs print none. */
  const openEntries = (): readonly Entry[] =>
    (open ??= Object.entries(texts)
      .filter(([template]) => /\{\d+\*?\}/.test(template))
      .map(([template, other]) => ({ english: readTemplate(template), other: readTemplate(other) }))
      .toSorted(longestFirst))
  const counted = countedBy(nouns)
  const exact = (text: string): string | undefined => (Object.hasOwn(texts, text) ? texts[text] : undefined)
  const translateOne = (text: string): string =>
    text.length > LONGEST ? text : (exact(text) ?? counted(text) ?? eachKnown(text) ?? byTemplate(text) ?? text)
  /** Otherwise the value of a template could take in a sentence that is none of its business. */
  const eachKnown = (text: string): string | undefined => {
    const parts = sentencesIn(text)
    const translatedParts = parts.length > 1 ? parts.map(translateOne) : []
    return translatedParts.length > 1 && translatedParts.every((part, at) => part !== parts[at])
      ? joined(translatedParts)
      : undefined
  }
  const byTemplate = (text: string): string | undefined => {
    for (const { english: own, other } of openEntries()) {
      const values = valuesIn(text, own)
      if (values && (own.isDistinct || fits(values, other))) return fill(other, values, translate)
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
  const translate = (value: string): string => exact(value) ?? withBlanks(value)
  const withBlanks = (value: string): string => {
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
const beginsOpen = ({ english: own }: Entry): boolean => own.parts[0] === ''
const lengthOf = ({ english: own }: Entry): number => own.parts.reduce((sum, part) => sum + part.length, 0)

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
