import type { Text } from '@wuku/messages/message'
import { policy } from '@wuku/core/policy'
import { limits } from '@wuku/core/limits'
import { commandsFlag, isOption, queryStyleOf, type QueryStyle } from './query-manner.ts'
import { countWords, outsideOf, signsIn, type Sign } from './query-signs.ts'

/** A query, parsed. Everything that is not clearly an operator is text. */
export interface ParsedQuery {
  /** All that is searched word by word, words of phrases among it; signs that set words off are blanks. */
  readonly words: string
  readonly phrases: readonly QuotedPhrase[]
  /** Must not stand, as long as anything is left without. */
  readonly excluded: readonly string[]
  /** Beginnings of words. */
  readonly prefixes: readonly string[]
  /** Words of `words` that stand in the place of others, written nearly alike. They weigh less. */
  readonly guessed?: readonly string[]
  /** Notes for the caller on signs that look like an operator and were not taken for one. */
  readonly notes: readonly Text[]
}

export interface QuotedPhrase {
  readonly text: string
  /**
   * `adds`: passages that hold it as it is written rank higher. `demands`: only these, while there are enough of them.
   * `insists`: only these.
   */
  readonly force: 'adds' | 'demands' | 'insists'
}

/**
 * `"phrase"`, `+"phrase"`, `-"phrase"`, `-word`, `word*`, for callers that type a few keywords. In a sentence, in code
 * and in a command line the same signs are written for other reasons: there quotes and backticks only set words off,
 * and `-it` is an option. The rules are in docs/guides/recall.md.
 */
export function parseQuery(query: string): ParsedQuery {
  const signs = signsIn(query)
  const outside = outsideOf(query, signs)
  const place = {
    query,
    manner: queryStyleOf(outside, signs),
    otherWords: countWords(outside.slice(0, limits.queryChars)),
  }
  const read: Read = { text: [], phrases: [], excluded: [], prefixes: [], asWords: [] }
  let end = 0
  for (const sign of signs) {
    read.text.push(query.slice(end, sign.start))
    applySign(sign, place, read)
    end = sign.end
  }
  const words = [...read.text, query.slice(end)].join('').trim()
  return finishQuery({ ...read, words })
}

interface Read {
  readonly text: string[]
  readonly phrases: QuotedPhrase[]
  readonly excluded: string[]
  readonly prefixes: string[]
  /** Operands of exclusions that are none. */
  readonly asWords: string[]
}

interface Place {
  readonly query: string
  readonly manner: QueryStyle
  /** Words outside of signs. */
  readonly otherWords: number
}

function applySign(sign: Sign, place: Place, read: Read): void {
  const { kind, operand, start, end } = sign
  const asText = (): void => void read.text.push(...blanksAround(place.query.slice(start, end), operand))
  if (kind === 'prefix' && place.manner === 'keywords') return void read.prefixes.push(operand)
  if (kind === 'minus' && isExclusion(sign, place)) return void read.excluded.push(operand)
  if (kind === 'minus' && place.manner !== 'code' && !isOption(operand)) read.asWords.push(operand)
  if (kind === 'minus' || kind === 'prefix' || kind === 'fence') return asText()
  if (sign.mark === '-' && place.manner !== 'code') return void read.excluded.push(operand)
  asText()
  if (isRun(operand)) read.phrases.push({ text: operand, force: forceOf(sign, place) })
}

/** In place of the signs: offsets stay, and words that signs kept apart stay apart. */
function blanksAround(written: string, operand: string): readonly string[] {
  const before = written.indexOf(operand)
  return [' '.repeat(before), operand, ' '.repeat(written.length - before - operand.length)]
}

/** `-x`, `-rf` and `-2` leave out nothing that anybody would want to leave out. */
const isExclusion = ({ operand, start }: Sign, { query, manner }: Place): boolean =>
  manner === 'keywords' && /^\p{L}[\p{L}\p{N}_.-]*$/u.test(operand) && !commandsFlag(query.slice(0, start), operand)

function forceOf({ kind, mark, operand, start }: Sign, { query, manner, otherWords }: Place): QuotedPhrase['force'] {
  if (kind !== 'quoted' || manner === 'code') return 'adds'
  if (mark === '+') return 'insists'
  // `key: "value"` is a line of some file.
  if (/[:=]\s?$/.test(query.slice(Math.max(0, start - 2), start))) return 'adds'
  const isIntended = otherWords === 0 || (manner === 'keywords' && otherWords <= policy.queries.maxOtherWords)
  const longest = otherWords === 0 ? policy.queries.longestDemanded.alone : policy.queries.longestDemanded.beside
  return isIntended && countWords(operand) <= longest ? 'demands' : 'adds'
}

/** One plain word cannot stand in another order. */
const isRun = (operand: string): boolean => countWords(operand) > 1 || /[^\p{L}\p{N}]/u.test(operand.trim())

/** Exclusions become the query if nothing else is asked. */
function finishQuery({ words, phrases, excluded, prefixes, asWords }: Read & { readonly words: string }): ParsedQuery {
  const hasWords = /[\p{L}\p{N}\p{S}]/u.test(words) || prefixes.length > 0
  const searched = hasWords ? asWords : [...asWords, ...excluded]
  return {
    words: hasWords ? words : excluded.join(' ') || words,
    phrases: [...new Map(phrases.map((phrase) => [phrase.text, phrase])).values()].slice(
      0,
      policy.queries.maxOperators,
    ),
    excluded: hasWords ? different(excluded) : [],
    prefixes: different(prefixes),
    notes: searched.length === 0 ? [] : [describeSearched(different(searched), hasWords)],
  }
}

function describeSearched(operands: readonly string[], hasWords: boolean): string {
  const listed = operands.map((operand) => `-${operand}`).join(', ')
  return hasWords
    ? `${listed}: searched as words here; -"${operands[0]}" excludes a word.`
    : `${listed}: searched as words, because the query has no others.`
}

const different = (operands: readonly string[]): readonly string[] =>
  [...new Set(operands)].slice(0, policy.queries.maxOperators)
