import { limits } from '@wuku/core/limits'
import { type CjkCharacter, readCjkRun } from './cjk.ts'
import { fold } from './fold.ts'
import { cjkFrames, comparingWords, englishStops, negation } from './questions.ts'
import { RunReader } from './runs.ts'
import { stem } from './stems.ts'
import { sameNames, shortForms } from '../tables/short-forms.ts'
import { taiwanWordsIn } from './taiwan.ts'
import { readWord } from './word-terms.ts'
import type { WeightedTerm } from '@wuku/core/ports/index-view'

/** A word of a query and what it looks for. */
export interface QueryWord {
  /** As the caller wrote it. */
  readonly raw: string
  readonly start: number
  readonly end: number
  readonly script: 'word' | 'cjk'
  /** 0 for words that only hold a sentence together, when something else is asked. */
  readonly weight: number
  readonly terms: readonly WeightedTerm[]
  /** Terms of what programs write for it. */
  readonly shortForms?: readonly string[]
  /** Terms of other names of the same thing: `k8s` of `kubernetes`, and the other way round. */
  readonly otherNames?: readonly string[]
}

/** Beside 1 for a plain word, the whole of a compound, a CJK word of two characters or of one. */
const weights = {
  /** A part of a compound. */
  part: 0.6,
  /** A character of a CJK word. */
  character: 0.3,
  /** Two characters across the border of two words: the dictionary is often wrong about names and terms. */
  acrossBorder: 0.3,
  /** The Mainland word for a Taiwanese one. */
  mainland: 0.6,
  /** Words that compare, and things that are not wanted. */
  light: 0.4,
}

/** Free text; quotes and operators are the plan's. */
export function analyseQuery(query: string): readonly QueryWord[] {
  const text = query.slice(0, limits.queryChars)
  const queryWords = readQuery(text, cutQuestions)
  const words = hasContent(queryWords) ? queryWords : readQuery(text, keepAll)
  const isEmpty = words.every(({ weight }) => weight === 0)
  return isEmpty ? words.map((word) => ({ ...word, weight: 1 })) : lightened(words, text)
}

/** Words that compare what is asked for, and things that a query wants left out, weigh less than the others. */
function lightened(words: readonly QueryWord[], text: string): readonly QueryWord[] {
  const unwanted = new Set(Array.from(text.matchAll(negation), ({ index, 0: { length } }) => index + length))
  const isLight = words.map(({ raw, start }) => unwanted.has(start) || comparingWords.has(raw.toLowerCase()))
  if (!isLight.includes(true)) return words
  const others = words.filter(({ weight }, at) => weight > 0 && isLight[at] === false).length
  return others < 2
    ? words
    : words.map((word, at) => (isLight[at] === true ? { ...word, weight: Math.min(word.weight, weights.light) } : word))
}

function readQuery(text: string, cut: Cut): readonly QueryWord[] {
  const run = new RunReader().open(text)
  // Shorter words of Taiwan mean something else on the Mainland: 程序, 文件, 智慧.
  const shortestTaiwan = isTraditional(text) ? 2 : 3
  const words: QueryWord[] = []
  while (run.next()) {
    if (!run.isCjk) words.push(wordOf(run))
    else for (const segment of cut(readCjkRun(run))) words.push(...cjkWordsOf(text, segment, shortestTaiwan))
  }
  return words.filter(({ terms }) => terms.length > 0)
}

/** Two CJK characters or a word. */
const hasContent = (words: readonly QueryWord[]): boolean =>
  words.reduce((sum, { script, weight, start, end }) => sum + (script === 'cjk' ? end - start : 2 * weight), 0) >= 2

const isTraditional = (text: string): boolean =>
  [...text].some((character) => /\p{Script=Han}/u.test(character) && fold(character) !== character)

function wordOf(run: RunReader): QueryWord {
  const { terms, folded } = readWord(run.slice)
  const [fullTerm, ...parts] = terms
  const queryTerms = [
    ...(fullTerm === undefined ? [] : [{ term: fullTerm, weight: 1 }]),
    ...parts.filter((term) => !englishStops.has(term)).map((term) => ({ term, weight: weights.part })),
  ]
  const weight = englishStops.has(folded[0] ?? '') ? 0 : 1
  return {
    raw: run.slice,
    start: run.start,
    end: run.end,
    script: 'word',
    weight,
    terms: unite(queryTerms),
    shortForms: formsByStem.get(fullTerm ?? '') ?? [],
    otherNames: otherNamesOf(fullTerm ?? ''),
  }
}

/** The stretches of a CJK run that are looked for. */
type Cut = (run: readonly CjkCharacter[]) => readonly (readonly CjkCharacter[])[]

const keepAll: Cut = (run) => [run]

const cutQuestions: Cut = (run) => {
  const stretches: (readonly CjkCharacter[])[] = []
  let start = 0
  for (const { 0: question, index } of plainText(run).matchAll(cjkFrames)) {
    stretches.push(run.slice(start, index))
    start = index + question.length
  }
  return [...stretches, run.slice(start)].filter(({ length }) => length > 0)
}

/** One unit for each character, so that places agree; what lies above U+FFFF is in no dictionary. */
const plainText = (run: readonly CjkCharacter[]): string =>
  run.map(({ text }) => (text.length === 1 ? text : '〓')).join('')

function cjkWordsOf(text: string, segment: readonly CjkCharacter[], shortestTaiwan: number): readonly QueryWord[] {
  const taiwan = taiwanWordsIn(plainText(segment), shortestTaiwan)
  const starts = wordStarts(plainText(segment)).filter((at) => !taiwan.some(({ start, end }) => at > start && at < end))
  const borders = [...new Set([...starts, ...taiwan.flatMap(({ start, end }) => [start, end]), segment.length])]
  const ordered = borders.toSorted((a, b) => a - b)
  return ordered.slice(0, -1).map((at, word) => {
    const next = ordered[word + 1] ?? segment.length
    const mainland = taiwan.find(({ start }) => start === at)?.mainland ?? ''
    const characters = segment.slice(at, next)
    const start = characters[0]?.start ?? 0
    const end = characters.at(-1)?.end ?? start
    const terms = unite([
      ...termsOfCjk(characters.map((character) => character.text)),
      ...acrossBorder(segment[next - 1], segment[next]),
      ...termsOfCjk([...mainland]).map(({ term, weight }) => ({ term, weight: weight * weights.mainland })),
    ])
    return { raw: text.slice(start, end), start, end, script: 'cjk', weight: 1, terms }
  })
}

/** Only weights hang on the dictionary that Node brings: the index knows nothing of it. */
const wordStarts = (plain: string): readonly number[] =>
  Array.from(new Intl.Segmenter('zh', { granularity: 'word' }).segment(plain), ({ index }) => index)

/** The pairs of a long word share its weight, but a long word counts more than a short one. */
function termsOfCjk(characters: readonly string[]): readonly WeightedTerm[] {
  const pairWeight = 1 / Math.sqrt(Math.max(1, characters.length - 1))
  return characters.flatMap((character, at) => {
    const next = characters[at + 1]
    const singleCharacter = { term: character, weight: characters.length === 1 ? 1 : weights.character }
    return next === undefined ? [singleCharacter] : [singleCharacter, { term: character + next, weight: pairWeight }]
  })
}

const acrossBorder = (last: CjkCharacter | undefined, next: CjkCharacter | undefined): readonly WeightedTerm[] =>
  last && next ? [{ term: last.text + next.text, weight: weights.acrossBorder }] : []

function unite(terms: readonly WeightedTerm[]): readonly WeightedTerm[] {
  const united = new Map<string, number>()
  for (const { term, weight } of terms) united.set(term, (united.get(term) ?? 0) + weight)
  return [...united].map(([term, weight]) => ({ term, weight }))
}

/** Index terms of the short forms of words that people ask for in full: `str` of `string`. */
const formsByStem = new Map(
  shortForms.split('|').map((entry) => {
    const [word = '', ...forms] = entry.split(' ').map((each) => stem(each))
    return [word, forms]
  }),
)

const pairsOfNames = sameNames
  .split('|')
  .map((entry) => entry.split(' ').map((each) => stem(each)))
  .flatMap(([one = '', other = '']) => [
    { name: one, other },
    { name: other, other: one },
  ])
const namesByStem = Map.groupBy(pairsOfNames, ({ name }) => name)

/** Index terms of the other names of what a term names. */
export const otherNamesOf = (term: string): readonly string[] => (namesByStem.get(term) ?? []).map(({ other }) => other)
