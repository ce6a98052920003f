import type { PlannedWord } from '@wuku/kernel/query/plan'
import type { Way } from '@wuku/kernel/search/holders'
import { fold } from '@wuku/text/terms/fold'
import { compilePhrase } from '@wuku/text/terms/phrase'
import { taiwanWordsIn } from '@wuku/text/terms/taiwan'
import { readWord } from '@wuku/text/terms/word-terms'

/** Something that a conversation holds or does not: in one of some ways. */
export type SearchTarget = readonly Way[]

/** Words in a row. */
export function phraseWay(phrase: string): Way {
  const { terms, holds } = compilePhrase(phrase)
  return terms.length === 1 && isOneTerm(phrase.trim()) ? { terms } : { terms, holds }
}

/** `C# C#` and 哈哈哈 have one term each, and are not held by every text that has it. */
const isOneTerm = (phrase: string) => (isCjk(phrase) ? [...phrase].length <= 2 : readWord(phrase).terms.length === 1)

/** A word as the query has it: a compound joined or apart, and what the Mainland says for a word of Taiwan. */
export function wordTarget(raw: string): SearchTarget {
  const [singleTerm] = readWord(raw).terms
  const phrase = phraseWay(raw)
  const joined =
    isCjk(raw) || singleTerm === undefined || phrase.terms.includes(singleTerm) ? [] : [{ terms: [singleTerm] }]
  return [...joined, phrase, ...mainlandWays(raw)]
}

/** All of some words in one message. */
function allWordsTarget(words: readonly string[]): SearchTarget {
  const phrases = words.map(compilePhrase)
  const terms = [...new Set(phrases.flatMap((phrase) => phrase.terms))]
  return [{ terms, holds: (text) => phrases.every((phrase) => phrase.holds(text)) }]
}

const mainlandWays = (raw: string): readonly Way[] =>
  isCjk(raw)
    ? taiwanWordsIn(fold(raw), fold(raw) === raw ? 3 : 2)
        .filter(({ start, end }) => end - start === fold(raw).length)
        .map(({ mainland }) => phraseWay(mainland))
    : []

const isCjk = (word: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々〇]/u.test(word)

/** As it stands, begins, or is called otherwise. */
const targetOf = ({ raw, terms, otherNames, alternatives = [] }: PlannedWord): SearchTarget => [
  ...(raw.endsWith('*') ? terms.map(({ term }) => ({ terms: [term] })) : wordTarget(raw)),
  ...(alternatives.length > 0
    ? alternatives.map((each) => ({ terms: each.terms.map(({ term }) => term) }))
    : otherNames.map(({ term }) => ({ terms: [term] }))),
]

/** Requirements of `match: "all"`: every word of a sentence; for each entry of a list, all its words in one message. */
export function everythingOf(queries: readonly (readonly PlannedWord[])[]): readonly SearchTarget[] {
  const searched = queries.filter((words) => words.length > 0)
  return searched.flatMap((words) => {
    const isWidened = words.some(({ alternatives = [] }) => alternatives.length > 0)
    if (searched.length > 1 && words.length > 1 && !isWidened) return [allWordsTarget(words.map(({ raw }) => raw))]
    return tellingWords(words).map(targetOf)
  })
}

/** Index terms of which a message must hold at least one to answer: one character of a longer word is no more than a hint. */
export function tellingTerms(words: readonly PlannedWord[]): ReadonlySet<string> {
  const longer = tellingWords(words).flatMap(({ raw, isCjk: isOfCharacters, terms, otherNames }) => [
    ...(isOfCharacters && [...raw].length > 1 ? terms.filter(({ term }) => [...term].length > 1) : terms),
    ...otherNames,
  ])
  return new Set((longer.length > 0 ? longer : words.flatMap(({ terms }) => terms)).map(({ term }) => term))
}

const tellingWords = (words: readonly PlannedWord[]): readonly PlannedWord[] => {
  const telling = words.filter(({ raw }) => !holdsTogether.test(raw))
  return telling.length > 0 ? telling : words
}

/** Words that hold a Chinese sentence together: a conversation need not hold them. */
const holdsTogether = /^[的地得了着过和是在与及或之等把被也都就而但很我你他她它这那于以其为从跟让给请有去]$/u
