import { policy } from '@wuku/core/policy'
import { rarity } from '@wuku/core/strength'
import type { Kind } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { TermStats, WeightedTerm } from '@wuku/core/ports/index-view'
import { compilePhrase, compilePrefix, prefixProbe, type Phrase } from '@wuku/text/terms/phrase'
import { analyseQuery, type QueryWord } from '@wuku/text/terms/query'
import { withDates } from './dates.ts'
import { isPhrasesOnly, withoutDemands } from './query-relaxation.ts'
import type { ParsedQuery } from './query.ts'
import type { NamedWord } from '@wuku/index-core/ranking/name-match'
import type { ReadWord } from '@wuku/text/terms/word-terms'
import { termsOfNames, fullNamesIn, writtenNames } from './file-names.ts'
import { inSentences, partsOf, unite, type PromptPart } from './prompt-parts.ts'
import type { ParsedRequest, RankedPassage, SearchAnswer, SearchRequest, SearchTrace } from './types.ts'

/** Another word that is searched in addition to one of the query. */
export interface Alternative {
  /** As an answer names it. */
  readonly text: string
  /** The text that it replaces, when that is more than the word that it is weighed against. */
  readonly of?: string
  /** Weight relative to 1 for the word itself. */
  readonly factor: number
  readonly terms: readonly WeightedTerm[]
}

/** A word of a query with other words that are searched with it. */
export interface WidenedWord extends QueryWord {
  readonly alternatives?: readonly Alternative[]
}

/** Adds words that a storehouse knows, where the request asks for them; the answer names them. */
export interface WordRewrite {
  readonly name: string
  rewrite(
    words: readonly WidenedWord[],
    given: { readonly query: string; readonly widen: NonNullable<SearchRequest['widen']>; readonly view: StoreView },
  ): Promise<readonly WidenedWord[]>
}

export interface PlannedTerm extends WeightedTerm {
  /** Nothing that may be seen holds it. */
  readonly isAbsent?: true
  /** A single character of a Chinese word, or two across its border: a text that holds it need not hold the word. */
  readonly isPart?: true
}

/** A word of the query with its index terms, each with weight and rarity multiplied. */
export interface PlannedWord {
  readonly raw: string
  /** Position among the words of the query. */
  readonly start: number
  readonly end: number
  readonly terms: readonly PlannedTerm[]
  /** Abbreviations that programs use for it, no heavier than the word itself: some storehouses search them too. */
  readonly shortForms: readonly WeightedTerm[]
  /** Other names of the same thing, no heavier than the word either: all storehouses of text search them. */
  readonly otherNames: readonly WeightedTerm[]
  /** Other words that something holds, searched with it where the request is widened; their terms are among `otherNames`. */
  readonly alternatives?: readonly Alternative[]
  /** Chunks that hold its commonest term, or another name. */
  readonly chunkCount: number
  /** Score of a passage saturated with the word. */
  readonly ideal: number
  readonly isCjk: boolean
  /** Number of its sentence in a long prompt. */
  readonly sentence?: number
  /** That sentence asks. */
  readonly isAsking?: boolean
  /** It stands in the place of another, written nearly alike. */
  readonly isGuess?: boolean
}

/**
 * Terms to look up in a storehouse. Short forms and other names add to the score of a passage, but a passage without them
 * loses nothing: the ideal score leaves them out. Files of code are found by their own names.
 */
export function termsFor(
  { terms, shortForms, otherNames }: Pick<SearchPlan, 'terms' | 'shortForms' | 'otherNames'>,
  { shortForms: share, files }: { readonly shortForms?: number; readonly files?: object },
): readonly WeightedTerm[] {
  const more = [
    ...(share === undefined ? [] : shortForms.map(({ term, weight }) => ({ term, weight: share * weight }))),
    ...(files ? [] : otherNames.map(({ term, weight }) => ({ term, weight: policy.words.otherName * weight }))),
  ].filter(({ weight }) => weight > 0)
  if (more.length === 0) return terms
  const knownTerms = new Set(terms.map(({ term }) => term))
  const others = new Map<string, WeightedTerm>()
  for (const each of more)
    if (!knownTerms.has(each.term) && each.weight > (others.get(each.term)?.weight ?? 0)) others.set(each.term, each)
  return [...terms, ...others.values()]
}

/** Everything about a query that does not depend on where it is asked. */
export interface SearchPlan {
  readonly words: readonly PlannedWord[]
  /** Sentences of a long prompt; none where it is one. */
  readonly parts: readonly PromptPart[]
  /** In what is searched. */
  readonly passages: number
  /** The topic with which the query opens, if any: words as they are written. */
  readonly topic: readonly string[]
  /** United over words, ready for the store. */
  readonly terms: readonly WeightedTerm[]
  readonly shortForms: readonly WeightedTerm[]
  readonly otherNames: readonly WeightedTerm[]
  /**
   * Files that it may name; none where no files are judged. `terms`: index terms by which they are looked up. `fullNames`: names
   * that its words make, with their share of its weight.
   */
  readonly names: { readonly terms: readonly WeightedTerm[]; readonly fullNames: ReadonlyMap<string, number> }
  readonly required: readonly string[]
  readonly excluded: readonly string[]
  /** Score of an ideal passage: the sum that 1.0 stands for. */
  readonly ideal: number
  /**
   * Conditions that index terms cannot decide: whether a passage's own text holds the phrases and none of the exclusions.
   */
  readonly mustHold: readonly TextTest[]
  /** Words that stand side by side wherever all phrases do. */
  readonly pairs: readonly number[]
  readonly mustLack: readonly TextTest[]
  /** Phrases that improve a passage that holds them as written. */
  readonly bonuses: readonly PhraseBonus[]
  /** Plans of the storehouses, where several are searched: a word that is rare in one may be common in another. */
  readonly ofKinds?: ReadonlyMap<Kind, SearchPlan>
  /** In place of the same, where files are judged. */
  readonly ofFiles: Pick<SearchPlan, 'required' | 'mustHold' | 'pairs' | 'bonuses'>
}

/** A caller that lists the newest itself says that the query is the topic of a prompt to go on. */
export type RankRequest = SearchRequest & Pick<ParsedRequest, 'continuation'>

/** The answer to either form of a request. */
export type AnyAnswer = SearchAnswer | RankAnswer

/** Passages in their order, without all that a reader is shown of them. */
export interface RankAnswer {
  readonly ranked: readonly RankedPassage[]
  /** The plan of the last attempt, with corrected spellings and relaxed conditions. */
  readonly plan: SearchPlan
  readonly trace: SearchTrace
}

export interface PhraseBonus extends Phrase {
  readonly text: string
  /** Share of the weight of all words in the query. */
  readonly share: number
}

export type TextTest = (text: string) => boolean

/** A view in which the words of a query are counted. `wordOf`: given for files, which may be called by words of the query. */
export interface Counting {
  readonly view: StoreView
  readonly wordOf?: ReadWord | undefined
  readonly widen?: SearchRequest['widen'] | undefined
  readonly rewrites?: readonly WordRewrite[]
}

/**
 * `view`: of all that is searched. `kinds`: its storehouses, where they are several. Each counts its own words, and its order is
 * the same whatever else is searched.
 */
export async function planSearch(
  query: ParsedQuery,
  counting: Counting,
  kinds: ReadonlyMap<Kind, Counting> = new Map(),
): Promise<SearchPlan> {
  const dated = await withDates(analyseQuery(query.words), query.words, counting.view)
  const asWritten = dated.map((word) => (query.guessed?.includes(word.raw) ? guessed(word) : word))
  const { view, widen = [], rewrites = [] } = counting
  let words: readonly WidenedWord[] = asWritten
  if (widen.length > 0)
    for (const { rewrite } of rewrites) words = await rewrite(words, { query: query.words, widen, view })
  const prefixes = await Promise.all(query.prefixes.map((prefix) => wordOfPrefix(prefix, counting.view)))
  const given: Given = { query, words, meaningful: [...words, ...prefixes].filter(({ weight }) => weight > 0) }
  if (kinds.size === 0) return toPlan(given, await countIn(counting, given))
  const counts = new Map(
    await Promise.all([...kinds].map(async ([kind, each]) => [kind, await countIn(each, given)] as const)),
  )
  const all = { stats: sumOf([...counts.values()].map(({ stats }) => stats)), names: [] }
  const plans = [...counts].map(([kind, own]) => [kind, toPlan(given, own, all.stats.holders)] as const)
  return { ...toPlan(given, all), ofKinds: new Map(plans) }
}

interface Given {
  readonly query: ParsedQuery
  readonly words: readonly QueryWord[]
  /** Words that say anything, and prefixes. */
  readonly meaningful: readonly WidenedWord[]
}

interface Counted extends Pick<Counting, 'wordOf'> {
  readonly stats: TermStats
  readonly names: readonly WeightedTerm[]
}

async function countIn({ view, wordOf }: Counting, { query, words, meaningful }: Given): Promise<Counted> {
  const terms = meaningful.flatMap(({ terms: own, shortForms = [], otherNames = [], alternatives = [] }) => [
    ...[...own, ...alternatives.flatMap((each) => each.terms)].map(({ term }) => term),
    ...shortForms,
    ...otherNames,
  ])
  const folded = wordOf && wordsOfNames(query, words).flatMap((raw) => wordOf(raw).folded)
  const [stats, names] = await Promise.all([
    view.terms.stats([...new Set(terms)]),
    folded ? termsOfNames({ words: folded, fullNames: writtenNames(words) }, view) : [],
  ])
  return { stats, names, wordOf }
}

/** Storehouses share no chunk. */
function sumOf(all: readonly TermStats[]): TermStats {
  const holders = new Map<string, number>()
  for (const own of all) for (const [term, count] of own.holders) holders.set(term, (holders.get(term) ?? 0) + count)
  return { chunks: all.reduce((sum, { chunks }) => sum + chunks, 0), holders }
}

/** `elsewhere`: holders of terms in all that is searched. */
function toPlan(
  { query, words, meaningful }: Given,
  { stats, names, wordOf }: Counted,
  elsewhere: TermStats['holders'] = stats.holders,
): SearchPlan {
  const weighted = weigh(meaningful, stats, elsewhere)
  const excluded = query.excluded.map((phrase) => compilePhrase(phrase))
  const inOrder = inSentences(query.words, weighted)
  return {
    words: inOrder.map((word) => (query.guessed?.includes(word.raw) ? { ...word, isGuess: true } : word)),
    parts: partsOf(inOrder),
    passages: stats.chunks,
    topic: topicOf(query.words),
    terms: unite(weighted.map(({ terms }) => terms)),
    shortForms: unite(weighted.map(({ shortForms }) => shortForms)),
    otherNames: unite(weighted.map(({ otherNames }) => otherNames)),
    names: { terms: names, fullNames: wordOf ? fullNamesIn(words, weighted) : new Map() },
    ideal: weighted.reduce((sum, word) => sum + word.ideal, 0),
    excluded: excluded.flatMap((phrase) => (phrase.terms.length === 1 ? phrase.terms : [])),
    mustLack: excluded.map((phrase) => phrase.holds),
    ...phrasesOf(query, words, weighted),
    ofFiles: phrasesOf(isPhrasesOnly(query) ? query : withoutDemands(query), words, weighted),
  }
}

const wordsOfNames = ({ prefixes }: ParsedQuery, words: readonly QueryWord[]): readonly string[] => [
  ...words.filter(({ weight, script }) => weight > 0 && script !== 'cjk').map(({ raw }) => raw),
  ...prefixes.map(writtenPrefix),
]

const writtenPrefix = (prefix: string): string => `${prefix}*`

/** Files are judged by their names among other things, where whole documents are asked for by their words. */
export const namesReader = (
  { of, meaning }: Pick<SearchRequest, 'of' | 'meaning'>,
  kinds: readonly { readonly ranking: { readonly files?: object } }[],
  { wordOf }: { readonly wordOf: ReadWord },
): ReadWord | undefined =>
  of === 'documents' && meaning?.mode !== 'semantic' && kinds.some(({ ranking }) => ranking.files) ? wordOf : undefined

const guessed = (word: QueryWord): QueryWord => ({ ...word, weight: policy.words.guess * word.weight })

/** Names and code seldom hold a phrase as people say it: among other words it is not required of a file. */
function phrasesOf(query: ParsedQuery, words: readonly QueryWord[], weighted: readonly PlannedWord[]) {
  const phrases = query.phrases.filter(({ force }) => force !== 'adds').map(({ text }) => compilePhrase(text))
  return {
    required: [...new Set(phrases.flatMap((phrase) => phrase.terms))],
    mustHold: [...phrases.map((phrase) => phrase.holds), ...prefixTest(query, words)],
    pairs: [...new Set(phrases.flatMap((phrase) => phrase.pairs))],
    bonuses: bonusesOf(query, weighted),
  }
}

function bonusesOf({ phrases }: ParsedQuery, words: readonly PlannedWord[]): readonly PhraseBonus[] {
  const ideals = new Map(words.map(({ raw, ideal }) => [raw, ideal]))
  const all = words.reduce((sum, { ideal }) => sum + ideal, 0)
  const adding = phrases.filter(({ force }) => force === 'adds').slice(0, policy.words.maxPhrases)
  return adding.flatMap(({ text }) => {
    const compiled = compilePhrase(text)
    const own = analyseQuery(text).reduce((sum, { raw }) => sum + (ideals.get(raw) ?? 0), 0)
    const isRun = compiled.pairs.length > 0 || compiled.terms.length > 1
    return isRun && all > 0 ? [{ ...compiled, text, share: Math.min(1, own / all) }] : []
  })
}

/** Stems are looked up, and a stem may be shorter than the beginning: where nothing else is asked, the text decides. */
function prefixTest({ prefixes }: ParsedQuery, words: readonly QueryWord[]): readonly TextTest[] {
  if (prefixes.length === 0 || words.length > 0) return []
  const tests = prefixes.map((prefix) => compilePrefix(prefix).holds)
  return [(text) => tests.some((holds) => holds(text))]
}

/** A beginning stands for the terms of the vocabulary that it begins, as one word whose terms share its weight. */
async function wordOfPrefix(prefix: string, view: StoreView): Promise<QueryWord> {
  const found = (await view.terms.vocabulary([prefixProbe(prefix)], policy.words.prefixTerms))[0] ?? []
  const terms = found.map(({ term }) => ({ term, weight: 1 }))
  return { raw: writtenPrefix(prefix), start: 0, end: 0, script: 'word', weight: 1, terms }
}

function weigh(
  words: readonly WidenedWord[],
  { chunks, holders: chunkCounts }: TermStats,
  elsewhere: TermStats['holders'],
): readonly PlannedWord[] {
  const weighTerm = (term: string, weight: number): WeightedTerm => ({
    term,
    weight: weight * rarity(chunkCounts.get(term) ?? 0, chunks),
  })
  const isIndexed = (term: string): boolean => chunkCounts.has(term)
  // A name that only other storehouses hold is a lack here.
  const isKnown = (term: string): boolean => elsewhere.has(term)
  return words.map((word) => {
    const { raw, start, end, shortForms = [], otherNames = [] } = word
    const whole = Math.max(...word.terms.map(({ weight }) => weight))
    const terms = word.terms.map(({ term, weight }): PlannedTerm => ({
      ...weighTerm(term, weight * word.weight),
      ...(!isIndexed(term) && { isAbsent: true }),
      ...(word.script === 'cjk' && weight < whole && { isPart: true }),
    }))
    const lighter = (term: string): WeightedTerm => noHeavier(weighTerm(term, word.weight), terms)
    const alternatives = (word.alternatives ?? []).filter((each) => each.terms.every(({ term }) => isIndexed(term)))
    const names = [
      ...otherNames.filter(isIndexed).map(lighter),
      ...alternatives.flatMap(({ factor, terms: own }) =>
        own.map(({ term, weight }) => ({
          term,
          weight: (factor / policy.words.otherName) * weight * lighter(term).weight,
        })),
      ),
    ]
    // A name that nothing holds lacks nowhere, where another name of the same is held.
    const isByName = names.length > 0 && !word.terms.some(({ term }) => isIndexed(term))
    return {
      raw,
      start,
      end,
      terms,
      shortForms: shortForms.map(lighter),
      otherNames: names,
      ...(alternatives.length > 0 && { alternatives }),
      chunkCount: Math.max(0, ...[...word.terms, ...names].map(({ term }) => chunkCounts.get(term) ?? 0)),
      ideal: isByName ? Math.max(...names.map(({ weight }) => weight)) : idealOf(terms, isKnown),
      isCjk: word.script === 'cjk',
    }
  })
}

/** A short form that hardly anybody writes would else outweigh a word that everybody does. */
const noHeavier = ({ term, weight }: WeightedTerm, than: readonly WeightedTerm[]): WeightedTerm => ({
  term,
  weight: Math.min(weight, ...than.map((each) => each.weight)),
})

/**
 * Only terms that something holds: two characters across the border of two words, and the whole of a compound that is
 * written apart everywhere, are no lack of the passage. A word that nothing holds in any form is one.
 */
function idealOf(terms: readonly WeightedTerm[], isKnown: (term: string) => boolean): number {
  const known = terms.filter(({ term }) => isKnown(term))
  if (known.length === 0) return Math.max(0, ...terms.map(({ weight }) => weight))
  return known.reduce((sum, { weight }) => sum + weight, 0)
}

/**
 * The topic that a message names before its content: `router: …`, `fix(router)!: …`, `[2.x] router, cache: …`. A blank
 * follows the colon, so that `std::vector` and `http://…` open nothing. In `fix(router)` the word before the bracket is
 * the kind of change, not the place.
 */
export function topicOf(query: string): readonly string[] {
  const start = narrow(query.slice(0, policy.fileNames.topicColumns))
  const opening = start.slice(0, Math.max(0, start.search(/:\s/)))
  const untagged = opening
    .replaceAll(/\[[^\]]*\]/g, '')
    .replace(/!$/, '')
    .trim()
  const scope = /^[^\s()]+\(([^()]+)\)$/.exec(untagged)?.[1] ?? untagged
  const words = scope.split(/[\s,，、/&]+/).filter((word) => word !== '')
  return words.length > policy.fileNames.topicWords || /[:()`'"[\]]/.test(scope) ? [] : words
}

/** Signs as Chinese is written with them: its colon brings its own room. */
const narrow = (text: string): string => text.replaceAll('：', ': ').replaceAll('（', '(').replaceAll('）', ')')

/** Each word as loud as any other, and a compound met by all of its parts: `socket` alone is not `cf-socket`. */
export const topicWords = (topic: readonly string[], wordOf: ReadWord): readonly NamedWord[] =>
  topic.flatMap((raw) => {
    const [fullForm, ...parts] = wordOf(raw).folded
    const named = parts.length > 0 ? parts : fullForm === undefined ? [] : [fullForm]
    return named.map((part) => ({ forms: [part], weight: 1 / named.length }))
  })
