import { fold } from '@wuku/text/terms/fold'
import { compilePhrase } from '@wuku/text/terms/phrase'
import { taiwanWordsIn } from '@wuku/text/terms/taiwan'
import { readWord } from '@wuku/text/terms/word-terms'
import { type QueryTerm, analyseQuery } from '@wuku/text/terms/query'

/** Something that a conversation holds or does not: in one of some ways. */
export interface SearchTarget {
  readonly ways: readonly Way[]
}

export interface Way {
  /** Index terms, all of them in one chunk; none: the text alone decides. */
  readonly terms: readonly string[]
  /** Absent where the terms decide. */
  readonly holds?: (text: string) => boolean
}

/** Words in a row. */
export function phraseWay(phrase: string): Way {
  const { terms, holds } = compilePhrase(phrase)
  return terms.length === 1 && isOneTerm(phrase.trim()) ? { terms } : { terms, holds }
}

/** `C# C#` and 哈哈哈 have one term each, and are not held by every text that has it. */
const isOneTerm = (phrase: string): boolean =>
  isCjk(phrase) ? [...phrase].length <= 2 : readWord(phrase).terms.length === 1

/** A word as the query has it: a compound joined or apart, and what the Mainland says for a word of Taiwan. */
export function wordTarget(raw: string): SearchTarget {
  const [singleTerm] = readWord(raw).terms
  const phrase = phraseWay(raw)
  const joined =
    isCjk(raw) || singleTerm === undefined || phrase.terms.includes(singleTerm) ? [] : [{ terms: [singleTerm] }]
  return { ways: [...joined, phrase, ...mainlandWays(raw)] }
}

/** All of some words in one message. */
export function allWordsTarget(words: readonly string[]): SearchTarget {
  const phrases = words.map(compilePhrase)
  const terms = [...new Set(phrases.flatMap((phrase) => phrase.terms))]
  return { ways: [{ terms, holds: (text) => phrases.every((phrase) => phrase.holds(text)) }] }
}

const mainlandWays = (raw: string): readonly Way[] =>
  isCjk(raw)
    ? taiwanWordsIn(fold(raw), fold(raw) === raw ? 3 : 2)
        .filter(({ start, end }) => end - start === fold(raw).length)
        .map(({ mainland }) => phraseWay(mainland))
    : []

export const isCjk = (word: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々〇]/u.test(word)

/** Another word that is searched in addition to one of the query. */
export interface Alternative {
  /** As the answer names it. */
  readonly text: string
  /** The text that it replaces, when that is more than the word that it is weighed against. */
  readonly of?: string
  /** Weight relative to 1 for the word itself. */
  readonly factor: number
  readonly terms: readonly QueryTerm[]
  readonly way: Way
}

/** A term of the index as it stands there. */
export const ofTerm = (term: string, factor: number, text = term): Alternative => ({
  text,
  factor,
  terms: [{ term, weight: 1 }],
  way: { terms: [term] },
})

/** Words as somebody would write them. */
export const ofWords = (text: string, factor: number): Alternative => ({
  text,
  factor,
  terms: analyseQuery(text).flatMap((word) =>
    word.terms.map(({ term, weight }) => ({ term, weight: weight * word.weight })),
  ),
  way: phraseWay(text),
})
