import { policy } from '@wuku/core/policy'
import { once } from '@wuku/core/once'
import type { StoreView } from '@wuku/core/ports/store'
import type { TermCount } from '@wuku/core/ports/index-view'
import { editDistance } from '@wuku/text/edits/edit'
import { readWord } from '@wuku/text/terms/word-terms'
import { fold } from '@wuku/text/terms/fold'
import { hashOf } from '@wuku/text/terms/word-pairs'
import { commonWords } from '../../query/common-words-table.ts'
import type { ParsedQuery } from '../../query/query.ts'
import type { PlannedWord, SearchPlan } from '../../query/plan.ts'
import type { Correction } from '../../query/types.ts'

export interface Corrected {
  readonly query: ParsedQuery
  readonly corrections: readonly Correction[]
}

type Correct = (query: ParsedQuery, plan: SearchPlan, view: StoreView) => Promise<Corrected | undefined>

/** How far a guess may go. */
interface Guessing {
  /** Shorter words have too many neighbours to guess among. */
  readonly shortest: number
  /** From this length on two letters may be wrong. */
  readonly twoFrom: number
  /** Letters taken for right: the beginning is where typing errors are rarest. */
  readonly beginning: number
  /** Terms looked at that begin like the word, commonest first. */
  readonly neighbours: number
  /** Passages that hold what the word is taken for. */
  readonly minChunks: number
  /** Only what texts write as a plain word, as near as its stem: a word that is spelled well is no misspelt identifier. */
  readonly plainOnly: boolean
}

const whereNothingIs: Guessing = {
  shortest: 4,
  twoFrom: 8,
  beginning: 1,
  neighbours: 20_000,
  minChunks: 1,
  plainOnly: false,
}
/** Other words find something: a guess may do harm, and must not take long. */
const guessingWith = (passages: number): Guessing => ({
  shortest: 5,
  twoFrom: 10,
  beginning: 2,
  neighbours: 5_000,
  minChunks: Math.min(MAX_CHUNKS_NEEDED, 1 + Math.floor(passages / PASSAGES_PER_CHUNK)),
  plainOnly: true,
})
/** Among few passages a word that stands once may be the one; among many, rare ones lie near anything. */
const [MAX_CHUNKS_NEEDED, PASSAGES_PER_CHUNK] = [6, 200]

/** When nothing was found: the words that nothing holds, each replaced by the nearest that something holds. */
export const correctQuery: Correct = async (query, plan, view) => {
  const unknown = plan.words.filter((word) => word.chunkCount === 0 && !word.isCjk)
  return replaceIn(query, await correctWords(unknown, whereNothingIs, view))
}

/**
 * Replaces words without any match while other words do match: if it is a plain word and one that stands in several
 * passages is spelled nearly alike, that one is searched instead, with less weight. Names, identifiers, quoted words and
 * words that everybody knows stay unchanged.
 */
export const correctUnknownWords: Correct = async (query, plan, view) => {
  const known = plan.words.filter(({ chunkCount }) => chunkCount > 0).length
  // Most of it is unknown here: the question is in another language, or belongs elsewhere.
  if (2 * known < plan.words.length) return undefined
  const quoted = query.phrases.map(({ text }) => text).join(' ')
  const unknown = plan.words.filter(
    ({ raw, chunkCount }) => chunkCount === 0 && isPlain.test(raw) && !quoted.includes(raw),
  )
  return replaceIn(
    query,
    await correctWords(unknown.slice(0, policy.corrections.maxWords), guessingWith(plan.passages), view),
  )
}

/**
 * Words that nothing holds, written without blanks, and the words that they are made of: `quarterlybudgetreview`. Or a word
 * that the query writes apart and every text together: `java script`.
 */
export const resplitWords: Correct = async (query, plan, view) => {
  const unknown = plan.words
    .filter(({ raw, chunkCount }) => chunkCount === 0 && isRun.test(raw))
    .slice(0, policy.corrections.maxWords)
  if (unknown.length === 0) return undefined
  const shortest = plan.words.some(({ chunkCount }) => chunkCount > 0)
    ? policy.corrections.shortestSplit
    : 2 * policy.corrections.shortestPart
  const split = async ({ raw }: PlannedWord) =>
    raw.length < shortest || isCommonWord(raw) ? undefined : splitWord(raw, plan.passages, view)
  const found = await Promise.all(
    unknown.map(async (word) => {
      const ways = await Promise.all([joinWord(word, plan, view), split(word), beginningOf(word, view)])
      return ways.find((each) => each !== undefined)
    }),
  )
  const corrections = found.filter((each) => each !== undefined)
  const corrected = withBeginnings(replaceIn(query, corrections), corrections)
  // Every part is held as it is written: none is a guess.
  return corrected && { corrections, query: { ...corrected.query, guessed: query.guessed ?? [] } }
}

/** Letters of one script, and no joint; longer ones are encoded data. */
const isRun = /^\p{L}{2,48}$/u

/** A run that nothing holds by itself, and longer ones begin with: `quarterlybudget` of `quarterlybudgetreview`. */
async function beginningOf({ raw }: PlannedWord, view: StoreView): Promise<Correction | undefined> {
  if (raw.length < policy.corrections.shortestBeginning) return undefined
  const [longer = []] = await view.terms.vocabulary([fold(raw)], 1)
  return longer.length > 0 ? { from: raw, to: `${raw}*` } : undefined
}

/** Beginnings are looked up as such, and are no words. */
function withBeginnings(corrected: Corrected | undefined, corrections: readonly Correction[]): Corrected | undefined {
  const beginnings = corrections.filter(({ from, to }) => to === `${from}*`)
  if (!corrected || beginnings.length === 0) return corrected
  const { query } = corrected
  const words = beginnings.reduce((text, { to }) => text.replaceAll(to, ' '), query.words)
  const prefixes = [...new Set([...query.prefixes, ...beginnings.map(({ from }) => from)])]
  return { ...corrected, query: { ...query, words, prefixes } }
}

async function joinWord(word: PlannedWord, plan: SearchPlan, view: StoreView): Promise<Correction | undefined> {
  const at = plan.words.indexOf(word)
  const pairs = [
    [plan.words[at - 1], word],
    [word, plan.words[at + 1]],
  ].flatMap(([one, two]) =>
    one && two && !one.isCjk && !two.isCjk ? [{ from: `${one.raw} ${two.raw}`, to: one.raw + two.raw }] : [],
  )
  const terms = pairs.map(({ to }) => readWord(to).terms[0] ?? to)
  const { holders: chunkCounts } = await view.terms.stats(terms)
  return pairs.find((_, pair) => (chunkCounts.get(terms[pair] ?? '') ?? 0) > 0)
}

/** The parts that make the run likeliest: the commonest, and few of them. */
async function splitWord(raw: string, passages: number, view: StoreView): Promise<Correction | undefined> {
  const places = spansOf(raw.length)
  const termAt = new Map(
    places.map(({ start, end }) => [`${start} ${end}`, readWord(raw.slice(start, end)).terms[0] ?? '']),
  )
  const { holders: chunkCounts } = await view.terms.stats([...new Set(termAt.values())])
  const best: { readonly cost: number; readonly parts: readonly string[] }[] = [{ cost: 0, parts: [] }]
  for (const { start, end } of places) {
    const before = best[start]
    const chunkCount = chunkCounts.get(termAt.get(`${start} ${end}`) ?? '') ?? 0
    if (!before || chunkCount < (end - start > policy.corrections.shortestPart ? 1 : 2)) continue
    const cost = before.cost + 1 + Math.log((passages + 1) / chunkCount)
    if (cost < (best[end]?.cost ?? Infinity)) best[end] = { cost, parts: [...before.parts, raw.slice(start, end)] }
  }
  const parts = best[raw.length]?.parts
  return parts && { from: raw, to: parts.join(' ') }
}

/** By their ends, so that the best way to a place is known before it is gone on from. */
function spansOf(length: number): readonly { readonly start: number; readonly end: number }[] {
  const spans = []
  for (let end = policy.corrections.shortestPart; end <= length; end++)
    for (
      let start = Math.max(0, end - policy.corrections.longestPart);
      start <= end - policy.corrections.shortestPart;
      start++
    )
      spans.push({ start, end })
  return spans
}

/** No digit, no capital inside, no joint. */
const isPlain = /^\p{Lu}?\p{Ll}+$/u

function replaceIn(query: ParsedQuery, corrections: readonly Correction[]): Corrected | undefined {
  if (corrections.length === 0) return undefined
  const words = corrections.reduce((text, { from, to }) => text.replaceAll(from, to), query.words)
  return { query: { ...query, words, guessed: corrections.map(({ to }) => to) }, corrections }
}

async function correctWords(words: readonly PlannedWord[], guessing: Guessing, view: StoreView) {
  const long = words.filter(({ raw }) => raw.length >= guessing.shortest && !isCommonWord(raw))
  const found = await Promise.all(long.map((word) => correctWord(word, guessing, view)))
  return found.filter((each) => each !== undefined)
}

async function correctWord(
  word: PlannedWord,
  { twoFrom, beginning, neighbours, minChunks, plainOnly }: Guessing,
  view: StoreView,
): Promise<Correction | undefined> {
  const typed = word.raw.toLowerCase()
  const known = (await view.terms.vocabulary([typed.slice(0, beginning)], neighbours))[0] ?? []
  const common = known.filter((each) => each.holders >= minChunks)
  const maxDistance = typed.length < twoFrom ? 1 : 2
  const nearest = nearestTerm(common, typed, word.terms[0]?.term ?? typed, maxDistance)
  if (nearest === undefined) return undefined
  const isNear = (each: string): boolean => editDistance(typed, each.toLowerCase(), maxDistance) <= maxDistance
  const written = (await fullWords(nearest.term, typed, view)).filter(isNear)
  const to = plainOnly ? written.find((each) => isPlain.test(each)) : written[0]
  if (to === undefined || (plainOnly && nearest.holders < policy.corrections.several && !isCommonWord(to)))
    return undefined
  return { from: word.raw, to: to.toLowerCase() }
}

/** Endings that stemming removes: an error in one hides the stem. */
const ENDINGS = ['s', 'es', 'ed', 'er', 'ing', 'ion', 'ions', 'e', 'al', 'ment', 'ation']

function nearestTerm(terms: readonly TermCount[], typed: string, stem: string, allowed: number): TermCount | undefined {
  // The index holds stems: an error may stand in the word, and another in what stemming made of it.
  const forms = [...new Set([typed, stem])]
  let best: TermCount | undefined
  let maxDistance = allowed
  for (const count of terms) {
    const { term } = count
    const wholes = isStemOf(term, typed) ? ENDINGS.map((ending) => editDistance(typed, term + ending, maxDistance)) : []
    const distance = Math.min(...forms.map((form) => distanceTo(form, term, maxDistance)), ...wholes)
    if (distance > maxDistance) continue
    best = count
    maxDistance = distance - 1
    if (maxDistance < 1) break
  }
  return best
}

/** Above `maxDistance` where they are too far apart for their length. */
function distanceTo(form: string, term: string, maxDistance: number): number {
  const allowed = form.length < policy.corrections.shortestWithTwo ? Math.min(maxDistance, 1) : maxDistance
  const distance = editDistance(form, term, allowed)
  return distance > allowed ? maxDistance + 1 : distance
}

const SHORTEST_STEM = 4

const isStemOf = (term: string, typed: string): boolean =>
  term.length >= SHORTEST_STEM && term.length < typed.length && typed.startsWith(term)

/** As texts write it, the nearest first: `kubernetes`, not `kubernet`. */
async function fullWords(term: string, typed: string, view: StoreView): Promise<readonly string[]> {
  const probe = { terms: [{ term, weight: 1 }], required: [term], excluded: [], k1: 1.2, depth: MAX_READ }
  const texts = await view.chunks.texts(((await view.chunks.lexical([probe]))[0] ?? []).map(({ chunk }) => chunk))
  const written = [...texts.values()].flatMap((text) => text.match(/\p{L}[\p{L}\p{N}]*/gu) ?? [])
  const words = new Set(written.filter((word) => readWord(word).terms[0] === term))
  return [...words].toSorted(
    (a, b) => distanceOf(typed, a) - distanceOf(typed, b) || (a.toLowerCase() < b.toLowerCase() ? -1 : 1),
  )
}

/** Passages in which a word is looked at as it is written. */
const MAX_READ = 5
const FURTHEST = 6

const distanceOf = (typed: string, word: string): number => editDistance(typed, word.toLowerCase(), FURTHEST)

/**
 * Whether nearly every reader of English knows the word: it is spelled well, though no text may hold it. One other word in
 * fifty is taken for one.
 */
function isCommonWord(word: string): boolean {
  if (!/^[A-Za-z]{4,}$/.test(word)) return false
  const bits = readFilter()
  return placesIn(bits, word.toLowerCase()).every((place) => (((bits[place >>> 3] ?? 0) >>> (place & 7)) & 1) === 1)
}

const readFilter = once((): Uint8Array => Buffer.from(commonWords, 'base64'))

/** Bits that a word sets. */
const PLACES = 5

/** Places of a word's bits in the filter, all made of two hashes. */
export function placesIn(bits: Uint8Array, word: string): readonly number[] {
  const hash = hashOf(word)
  const step = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) | 1
  return Array.from({ length: PLACES }, (_, at) => ((hash + at * step) >>> 0) % (8 * bits.length))
}
