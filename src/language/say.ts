import { fill, readTemplate, valuesIn, type Template } from './template.ts'

/** A text of the program in the language of its reader; what no catalogue has stays as it is. */
export type Say = (text: string) => string

export const inEnglish: Say = (text) => text

/** English templates and those of another language, with the same values. */
export type Catalogue = Readonly<Record<string, string>>

export interface Words {
  readonly texts: Catalogue
  /** Of what is counted: `document` of `3 documents`. */
  readonly nouns: Catalogue
}

interface Entry {
  readonly english: Template
  readonly other: Template
}

/** Longer texts are data of somebody. */
const LONGEST = 10_000

/**
 * Texts are recognised by what they say, not by where they were made: an error of a thread, of a server or of a job of
 * yesterday comes as an English sentence, and is told in the language of its reader all the same.
 */
export function sayBy({ texts, nouns }: Words): Say {
  const entries = Object.entries(texts).map(([english, other]) => ({
    english: readTemplate(english),
    other: readTemplate(other),
  }))
  const exact = new Map(Object.entries(texts).filter(([english]) => !/\{\d+\}/.test(english)))
  const open = entries.filter(({ english }) => english.holes.length > 0).toSorted(mostWordsFirst)
  const counted = countedBy(nouns)
  const say = (text: string): string =>
    text.length > LONGEST ? text : (exact.get(text) ?? counted(text) ?? byTemplate(text) ?? text)
  const byTemplate = (text: string): string | undefined => {
    for (const { english, other } of open) {
      const values = valuesIn(text, english)
      if (values) return fill(other, values, sayParts)
    }
    return undefined
  }
  /** The same for a value, with the blanks and the sentences around it. */
  const sayParts = (value: string): string => {
    const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(value) ?? []
    const whole = say(text)
    const said = whole === text ? sentences(text, say) : whole
    if (said === text) return value
    const lead = WIDE_START.test(said) && !before.includes('\n') ? '' : before
    return lead + said + (WIDE_END.test(said) && !after.includes('\n') ? '' : after)
  }
  return sayParts
}

const mostWordsFirst = (one: Entry, other: Entry): number => lengthOf(other) - lengthOf(one)
const lengthOf = ({ english }: Entry): number => english.pieces.reduce((sum, piece) => sum + piece.length, 0)

/** Several sentences may be put together of which each is known. */
function sentences(text: string, say: Say): string {
  const parts = text.split(/(?<=[.!?]) (?=[A-Z"`])/)
  const said = parts.map((part) => say(part))
  if (parts.length < 2 || said.every((part, at) => part === parts[at])) return text
  return joined(said)
}

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
    const [, count, noun = ''] = /^([\d,]+) ([a-z' -]+)$/.exec(text) ?? []
    const other = byForm.get(noun)
    return count === undefined || other === undefined ? undefined : `${count} ${other}`
  }
}
