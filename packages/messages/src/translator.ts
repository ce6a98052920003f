import { grouped, Message, partsOf, remedyCode, type Rows, type Speaker, type Text } from './message.ts'

/** Texts of another language: constant ones by their English, messages by their code. */
export type Catalogue = Readonly<Record<string, string>>

export interface Words {
  readonly texts: Catalogue
  /** Countable nouns by their singular: `document` for `3 documents`. */
  readonly nouns: Catalogue
  readonly messages?: Catalogue
}

/** Texts of messages of several catalogues, and of their remedies. */
export const byCode = (topics: Readonly<Record<string, Rows>>): Catalogue =>
  Object.fromEntries(
    Object.entries(topics).flatMap(([topic, rows]) =>
      Object.entries(rows).flatMap(([key, row]) => {
        const code = `${topic}.${key}`
        if (typeof row === 'string') return [[code, row]]
        return [[code, row.text], ...(row.remedy === undefined ? [] : [[remedyCode(code), row.remedy]])]
      }),
    ),
  )

/** Looks messages up by their code, and any other text as a whole: sentences are not recognised. */
export function createTranslator({ texts, nouns, messages = {} }: Words): Speaker {
  const constant = (text: string): string => {
    const own = Object.hasOwn(texts, text) ? text : text.trim()
    return Object.hasOwn(texts, own) ? text.replace(own, () => texts[own] ?? own) : text
  }
  const translate = (text: Text): string => {
    if (!(text instanceof Message)) return constant(text)
    const other = messages[text.code]
    return other === undefined ? constant(String(text)) : translateMessage(text, other, translate)
  }
  const counted = (count: number, noun: string): string => `${grouped(count)} ${nouns[noun] ?? noun}`
  return Object.assign(translate, { counted, language: 'zh' as const })
}

const translateMessage = ({ values }: Message, text: string, translate: (text: Text) => string): string =>
  partsOf(text, values).reduce<string>((all, part) => {
    if (typeof part === 'string') return spaced(all, part)
    const { value, noun, isPhrase } = part
    if (noun !== '') return `${all}${grouped(Number(value))} ${noun}`
    if (value instanceof Message) return spaced(all, translate(value))
    return isPhrase ? spaced(all, translate(String(value))) : all + String(value)
  }, '')

/** A blank stands between Chinese and Latin, as in the guides. */
function spaced(left: string, right: string): string {
  if (WIDE_SIGN_END.test(left)) return left + right.replace(/^ +/, '')
  const isSeam = (HAN_END.test(left) && LATIN_START.test(right)) || (LATIN_END.test(left) && HAN_START.test(right))
  return isSeam ? `${left} ${right}` : left + right
}

/** Sentences one behind the other: a full-width sign of the end, or of the beginning, is blank enough. */
export const joined = (parts: readonly string[]): string =>
  parts.reduce((all, part) => {
    if (all === '' || part === '') return all + part
    return WIDE_SIGN_END.test(all) || WIDE_SIGN_START.test(part) ? all + part.trimStart() : `${all} ${part}`
  })

const WIDE_SIGN_START = /^[，。！？：；（“]/
const WIDE_SIGN_END = /[，。！？：；（）“”]$/
const HAN_END = /\p{Script=Han}$/u
const HAN_START = /^\p{Script=Han}/u
const LATIN_END = /[\w>`"]$/
const LATIN_START = /^[\w<`"-]/
