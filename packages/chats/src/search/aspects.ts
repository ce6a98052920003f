import { rarity } from '@wuku/core/strength'
import { OTHER_NAME, planSearch, type PhraseBonus, type PlannedWord } from '@wuku/kernel/query/plan'
import type { ParsedQuery, QuotedPhrase } from '@wuku/kernel/query/query'
import type { StoreView } from '@wuku/core/ports/store'
import type { WeightedTerm } from '@wuku/core/ports/index-view'
import { compilePrefix } from '@wuku/text/terms/phrase'
import {
  isCjk,
  phraseWay,
  ofTerm,
  allWordsTarget,
  wordTarget,
  type SearchTarget,
  type Way,
  type Alternative,
} from './search-targets.ts'
import { cjkWordsOf, correctionsOf, type CjkWord } from './cjk-typos.ts'
import { relatedTo } from './related.ts'
import { typosOf } from './typos.ts'

/** One of the things that are looked up, each for itself: the query, or an entry of a list. */
export interface Aspect {
  readonly text: string
  /** In the store, of all that may be seen. */
  readonly passages: number
  readonly words: readonly AspectWord[]
  /** Terms of all words and their alternatives, for the store. */
  readonly terms: readonly WeightedTerm[]
  /** Terms of which a message must hold at least one to answer. */
  readonly telling: readonly WeightedTerm[]
  /** Score of a passage saturated with all words. */
  readonly ideal: number
  /** Required of a conversation regardless of the words: phrases, and beginnings if nothing else is asked. */
  readonly required: readonly SearchTarget[]
  readonly excluded: readonly string[]
  /** Phrases that raise the score of a conversation that holds them as written. */
  readonly bonuses: readonly PhraseBonus[]
  /** Words of which one character may be wrong. */
  readonly slips: readonly CjkWord[]
}

export interface AspectWord extends PlannedWord {
  readonly target: SearchTarget
  readonly alternatives: readonly Alternative[]
}

export interface Widening {
  readonly isFuzzy: boolean
  readonly isExpanded: boolean
}

export async function readAspect(
  { text, query }: { readonly text: string; readonly query: ParsedQuery },
  widening: Widening,
  view: StoreView,
): Promise<Aspect> {
  const { words: free } = query
  const plan = await planSearch({ ...query, phrases: query.phrases.filter(isAdding), excluded: [] }, { view })
  const slips = widening.isFuzzy ? cjkWordsOf(free) : []
  const alternativesByWord = await alternativesOf(plan.words, { free, slips, ...widening }, view)
  const words = await weighWords(plan.words, { alternativesByWord, slips }, view)
  return {
    text,
    passages: plan.passages,
    words,
    terms: unite(words.flatMap(({ terms }) => terms)),
    telling: unite(tellingOf(words)),
    ideal: words.reduce((sum, { ideal }) => sum + ideal, 0),
    required: requirementsOf(query, words),
    excluded: query.excluded,
    bonuses: plan.bonuses,
    slips,
  }
}

const isAdding = ({ force }: QuotedPhrase): boolean => force === 'adds'

function requirementsOf({ phrases, prefixes }: ParsedQuery, words: readonly AspectWord[]): readonly SearchTarget[] {
  const asWritten = phrases.filter((phrase) => !isAdding(phrase)).map(({ text }) => ({ ways: [phraseWay(text)] }))
  const isOnlyBeginnings = prefixes.length > 0 && words.every(({ raw }) => raw.endsWith('*'))
  return isOnlyBeginnings ? [{ ways: words.flatMap(({ target }) => target.ways) }] : asWritten
}

type Alternatives = ReadonlyMap<string, readonly Alternative[]>

async function alternativesOf(
  words: readonly PlannedWord[],
  { free, slips, isFuzzy, isExpanded }: Widening & { readonly free: string; readonly slips: readonly CjkWord[] },
  view: StoreView,
): Promise<Alternatives> {
  const completeWords = words.map(({ raw }) => raw).filter((raw) => !raw.endsWith('*'))
  const related = isExpanded ? await relatedTo(completeWords, free, view) : new Map<string, readonly Alternative[]>()
  const found = new Map<string, readonly Alternative[]>(related)
  for (const { raw, otherNames } of words)
    if (otherNames.length > 0)
      found.set(raw, [...(found.get(raw) ?? []), ...otherNames.map(({ term }) => ofTerm(term, OTHER_NAME))])
  const add = (raw: string, more: readonly Alternative[]): void => {
    found.set(raw, [...(found.get(raw) ?? []), ...more])
  }
  if (!isFuzzy) return found
  const spelt = [...new Set(completeWords)].filter((raw) => !isCjk(raw))
  const slipped = slips.flatMap((slip) => {
    const last = completeWords.findLast((raw) => slip.written.includes(raw))
    return last === undefined ? [] : [{ raw: last, slip }]
  })
  const [typos, corrections] = await Promise.all([
    Promise.all(spelt.map((raw) => typosOf(raw, view))),
    Promise.all(slipped.map(({ slip }) => correctionsOf(slip, view))),
  ])
  for (const [at, raw] of spelt.entries()) add(raw, typos[at] ?? [])
  for (const [at, { raw }] of slipped.entries()) add(raw, corrections[at] ?? [])
  return found
}

/** Alternatives that nothing holds are dropped; the others never count more than the word itself would. */
async function weighWords(
  words: readonly PlannedWord[],
  { alternativesByWord, slips }: { readonly alternativesByWord: Alternatives; readonly slips: readonly CjkWord[] },
  view: StoreView,
): Promise<readonly AspectWord[]> {
  const all = [...alternativesByWord.values()].flat()
  if (all.length === 0) return words.map((word) => withoutAlternatives(word, slips))
  const terms = new Set(all.flatMap((each) => [...each.terms.map(({ term }) => term), ...each.way.terms]))
  const { chunks: total, holders: frequencies } = await view.terms.stats([...terms])
  const isIndexed = ({ way }: Alternative): boolean => way.terms.every((term) => frequencies.has(term))
  const weightOf = (term: string): number => rarity(frequencies.get(term) ?? 0, total)
  return words.map((word) => {
    const alternatives = distinct(alternativesByWord.get(word.raw) ?? []).filter(isIndexed)
    const more = alternatives.map((each) => weighAlternative(each, word, weightOf))
    const ideals = more.map(({ ideal }) => ideal)
    return {
      ...word,
      terms: [...word.terms, ...more.flatMap((each) => each.terms)],
      ideal: word.chunkCount > 0 || ideals.length === 0 ? word.ideal : Math.max(...ideals),
      target: { ways: [...waysOf(word), ...alternatives.map(({ way }) => way), ...slipWays(word, slips)] },
      alternatives,
    }
  })
}

const withoutAlternatives = (word: PlannedWord, slips: readonly CjkWord[]): AspectWord => ({
  ...word,
  target: { ways: [...waysOf(word), ...slipWays(word, slips)] },
  alternatives: [],
})

function weighAlternative(
  { terms, factor }: Alternative,
  word: PlannedWord,
  weightOf: (term: string) => number,
): { readonly ideal: number; readonly terms: readonly WeightedTerm[] } {
  const ideal = terms.reduce((sum, { term, weight }) => sum + weight * weightOf(term), 0)
  const cap = word.chunkCount > 0 ? Math.min(1, word.ideal / ideal) : 1
  return {
    ideal,
    terms: terms.map(({ term, weight }) => ({ term, weight: factor * cap * weight * weightOf(term) })),
  }
}

const distinct = (alternatives: readonly Alternative[]): readonly Alternative[] =>
  [...new Map(alternatives.toReversed().map((each) => [each.text, each])).values()].toReversed()

function waysOf({ raw, terms }: PlannedWord): readonly Way[] {
  if (!raw.endsWith('*')) return wordTarget(raw).ways
  const { holds } = compilePrefix(raw.slice(0, -1))
  return terms.map(({ term }) => ({ terms: [term], holds }))
}

const slipWays = ({ raw }: PlannedWord, slips: readonly CjkWord[]): readonly Way[] =>
  slips.filter(({ written }) => written.includes(raw)).flatMap(({ ways }) => ways)

function unite(terms: readonly WeightedTerm[]): readonly WeightedTerm[] {
  const weights = new Map<string, number>()
  for (const { term, weight } of terms) weights.set(term, (weights.get(term) ?? 0) + weight)
  return [...weights].map(([term, weight]) => ({ term, weight }))
}

/** One character of a longer word is no more than a hint, and a word that only holds a sentence together not even that. */
function tellingOf(words: readonly AspectWord[]): readonly WeightedTerm[] {
  const longer = tellingWords(words).flatMap(({ raw, terms }) =>
    isCjk(raw) && [...raw].length > 1 ? terms.filter(({ term }) => !isOneCharacter(term)) : terms,
  )
  return longer.length > 0 ? longer : words.flatMap(({ terms }) => terms)
}

const isOneCharacter = (term: string): boolean => isCjk(term) && [...term].length === 1

const tellingWords = (words: readonly AspectWord[]): readonly AspectWord[] => {
  const telling = words.filter(({ raw }) => !holdsTogether.test(raw))
  return telling.length > 0 ? telling : words
}

/** Words that hold a Chinese sentence together: a conversation need not hold them. */
const holdsTogether = /^[的地得了着过和是在与及或之等把被也都就而但很我你他她它这那于以其为从跟让给请有去]$/u

/** Requirements of `match: "all"`: every word of a sentence; for each entry of a list, all its words in one message. */
export function everythingOf(aspects: readonly Aspect[]): readonly SearchTarget[] {
  const searchedAspects = aspects.filter(({ words }) => words.length > 0)
  return searchedAspects.flatMap(({ words }) => {
    const isWidened = words.some(({ alternatives }) => alternatives.length > 0)
    if (searchedAspects.length > 1 && words.length > 1 && !isWidened)
      return [allWordsTarget(words.map(({ raw }) => raw))]
    return tellingWords(words).map(({ target }) => target)
  })
}
