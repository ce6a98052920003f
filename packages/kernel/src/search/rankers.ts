import type {
  ScopedKind,
  BestRanking,
  Found,
  Ranked,
  Ranker,
  Ranking,
  ReadPassage,
  SearchContext,
  StorehouseRanking,
} from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import type { Passage, Candidate, DocumentId } from '@wuku/core/core-types'
import { closeness } from '@wuku/index-core/ranking/closeness'
import { collapse } from '@wuku/index-core/ranking/copies'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { stepped, type ScoreStep, startTrace } from '@wuku/index-core/ranking/score-trace'
import type { TextReading } from '@wuku/text/terms/reading'
import { fold } from '@wuku/text/terms/fold'
import { meanOfParts } from '../query/prompt-parts.ts'
import type { PlannedWord, SearchPlan, PhraseBonus } from '../query/plan.ts'
import { belongs } from '../resolve-project.ts'
import { fieldsOf, holdsAny } from './evidence.ts'
import { followLinkPages, shareOfWords } from './link-pages.ts'
import { preferPast } from './own-past.ts'
import { planFor, isByPassage, keepTimely, roleFactors, sourcesOf } from './search-context.ts'
import { withMeaning } from './semantic.ts'
import { createMatcher, placesOf, tellingTerms } from './word-places.ts'
import type { TextProbe } from '@wuku/core/ports/index-view'

/** A passage that holds a phrase as it was written answers better than one that has its words; and none is left out for it. */
async function preferPhraseMatches(
  ranked: readonly RankedDocument[],
  { plan, kind, context, found: { probe } }: StorehouseRanking,
): Promise<readonly RankedDocument[]> {
  if (plan.bonuses.length === 0) return ranked
  const keyOf = ({ chunk, document }: Candidate): number => (isByPassage(kind, context.request) ? chunk : document)
  const matches = new Map<number, PhraseMatch>()
  for (const bonus of plan.bonuses)
    for (const candidate of await matchesOf(bonus, plan, { probe, kind, context })) {
      const { phrases = new Set<PhraseBonus>(), best = candidate } = matches.get(keyOf(candidate)) ?? {}
      matches.set(keyOf(candidate), {
        phrases: phrases.add(bonus),
        best: best.score >= candidate.score ? best : candidate,
      })
    }
  const known = new Set(ranked.map(({ best }) => keyOf(best)))
  const added = [...matches]
    .filter(([key]) => !known.has(key))
    .map(([, { best }]) => rankPhraseOnly(best, plan, context.request.shown?.explain))
  const weightOf = await weights([...matches.values()], kind, context)
  return [...ranked, ...added].map((each) => {
    const match = matches.get(keyOf(each.best))
    if (!match) return each
    const weight = weightOf(each.document) * shareOf(match.phrases)
    return stepped(each, 'phrase', each.score + (1 - each.score) * weight)
  })
}

interface PhraseMatch {
  readonly phrases: Set<PhraseBonus>
  readonly best: Candidate
}

/** A file that is ranked behind for the part that it plays gains less. */
async function weights(matches: readonly PhraseMatch[], { ranking: { files } }: ScopedKind, context: SearchContext) {
  if (!files) return () => policy.phrases.weight
  const found = matches.map(({ best }) => best.document)
  const parts = await roleFactors(found, files, context)
  return (document: DocumentId) => policy.phrases.weight * (parts.get(document) ?? 1)
}

const shareOf = (phrases: ReadonlySet<PhraseBonus>): number =>
  Math.min(
    1,
    [...phrases].reduce((sum, { share }) => sum + share, 0),
  )

function rankPhraseOnly(best: Candidate, { ideal }: SearchPlan, explain: boolean | undefined): RankedDocument {
  const score = Math.min(1, best.score / ideal)
  return { document: best.document, best, score, ...startTrace(explain, { by: 'words', score }) }
}

async function matchesOf(
  { terms, pairs, holds }: PhraseBonus,
  { mustHold }: SearchPlan,
  { probe, kind, context }: { probe: TextProbe; kind: ScopedKind; context: SearchContext },
): Promise<readonly Candidate[]> {
  const { view } = context
  const required = [...probe.required, ...terms]
  const [found = []] = await view.chunks.lexical([{ ...probe, required, depth: policy.phrases.read }])
  const recent = await keepTimely(found, kind, context)
  const texts = await view.chunks.texts(
    recent.map(({ chunk }) => chunk),
    pairs,
  )
  return recent.filter(({ chunk }) => {
    const text = texts.get(chunk)
    return text !== undefined && holds(text) && mustHold.every((isMatched) => isMatched(text))
  })
}

/**
 * Everything that changes an order once passages were found by their words: lists, in the order in which they are applied.
 * Behind them come those that storehouses add.
 */

/** Rankers within one storehouse, once the meaning of the question is known. */
const ofStorehouse: readonly Ranker<RankedDocument, StorehouseRanking>[] = [
  { name: 'phrase', rank: preferPhraseMatches },
  { name: 'meaning', rank: withMeaning },
]

/** Rankers over all storehouses, on one scale. */
const ofAll: readonly Ranker<Ranked, SearchContext>[] = [
  { name: 'project', rank: preferProject },
  { name: 'own_past', rank: preferPast },
  { name: 'exact', rank: addExact },
]

/** Rankers that score each passage by its own text. */
const byText: readonly Ranker<ReadPassage, Ranking>[] = [
  { name: 'words_together', rank: liftedBy('words_together', wordsTogether) },
  { name: 'name', rank: liftedBy('name', nameInTitle) },
]

/** Rankers of the best passages, whose texts are read; these are sorted afterwards. */
const ofBest: readonly Ranker<ReadPassage, BestRanking>[] = [{ name: 'links', rank: followLinkPages }]

/** Rankers of the sorted passages. */
const inOrder: readonly Ranker<Found, Ranking>[] = [
  { name: 'first', rank: chooseFirst },
  { name: 'exact', rank: exactFirst },
]

/** Passages that are one hit, where the request wants them as one. */
const grouping: readonly (Omit<Ranker<Found, Ranking>, 'name'> & { readonly name: 'copies' })[] = [
  { name: 'copies', rank: withoutCopies },
]

export const rankers = { ofStorehouse, ofAll, byText, ofBest, inOrder, grouping }

export async function applyRankers<Item, Given>(
  items: readonly Item[],
  list: readonly Pick<Ranker<Item, Given>, 'rank'>[],
  given: Given,
): Promise<readonly Item[]> {
  let ranked = items
  for (const { rank } of list) ranked = await rank(ranked, given)
  return ranked
}

/** Lists of the searched storehouses, in their order. */
export const addedBy = <List extends 'ofBest' | 'grouping'>({ scope: { kinds } }: SearchContext, list: List) =>
  kinds.flatMap(({ adds }) => [...(adds[list] ?? [])])

/** Mild, so that a project does not bury what answers much better. */
async function preferProject(ranked: readonly Ranked[], { request: { prefer }, view }: SearchContext) {
  if (!prefer || ranked.length === 0) return ranked
  const documents = await view.documents.byId([...new Set(ranked.map(({ document }) => document))])
  const own = new Set(documents.filter((document) => belongs(prefer, document)).map(({ id }) => id))
  return ranked.map((each) =>
    own.has(each.document) ? stepped(each, 'project', 1 - (1 - each.score) ** policy.past.ofProject) : each,
  )
}

type Lift = (passage: ReadPassage, ranking: Ranking) => (score: number) => number

const unlifted = (score: number): number => score

/** The same step in the score of a passage and in the evidence for it. */
function liftedBy(by: ScoreStep, liftOf: Lift): Ranker<ReadPassage, Ranking>['rank'] {
  return (passages, ranking) =>
    passages.map((passage) => {
      const next = liftOf(passage, ranking)
      // Scores on the scale of all kinds are rounded again, whether they are lifted or not.
      if (next === unlifted && !passage.ranked.onScale) return passage
      const lift = (score: number): number => next(passage.lift(score))
      const rankEvidence = { ...passage.rankEvidence, share: next(passage.rankEvidence.share) }
      return { ...stepped(passage, by, raised(passage.ranked, lift)), lift, rankEvidence }
    })
}

/** The same step within its own list and on the scale of all, so that no list changes its order there. */
const raised = ({ score, own, onScale }: Ranked, lift: (score: number) => number): number =>
  own === undefined || !onScale ? lift(score) : Math.min(1, score + onScale(lift(own)) - onScale(own))

/** Words that stand together raise a score by a part of what it lacks. */
function wordsTogether({ kind, reading }: ReadPassage, { plan: common, context }: Ranking): (score: number) => number {
  const plan = planFor(kind, common)
  const matters = plan.words.length > 1 && context.request.meaning?.mode !== 'semantic' && kind.ranking.closeness > 0
  const together = matters ? closenessOf(reading(), plan) : 0
  return together === 0 ? unlifted : (score) => score + (1 - score) * kind.ranking.closeness * together
}

/** Words of two sentences say nothing by standing together. */
function closenessOf(reading: TextReading, { words, parts }: SearchPlan): number {
  const places = placesOf(reading, words)
  if (parts.length === 0) return closeness(places)
  return meanOfParts(parts, (part) => closeness(places.filter((_, at) => words[at]?.sentence === part.sentence)))
}

/** A question how `useState` is set means the page of that title: all of the title stands in the question. */
function nameInTitle(
  { kind, passage }: ReadPassage,
  { plan: { words }, context: { request, reading: memory } }: Ranking,
): (score: number) => number {
  // A question for what was said about a name is none for the page of that name.
  const isOfPast = request.past !== undefined && !request.past.isPersonal
  if (!kind.ranking.linkPages || isOfPast || request.meaning?.mode === 'semantic') return unlifted
  const reading = memory.textOf(passage.document.title)
  const places = placesOf(reading, words)
  if (!isCovered(reading, new Set(places.flatMap(({ at }) => at)))) return unlifted
  const share = shareOfWords(words, (_, at) => (places[at]?.at.length ?? 0) > 0)
  return (score) => score + (1 - score) * policy.documents.title * share
}

/** Whether each word of a title is among these; a pair of characters stands at its first. */
function isCovered({ count, starts, ends }: TextReading, held: ReadonlySet<number>): boolean {
  const endsPair = (at: number): boolean =>
    (ends[at] ?? 0) - (starts[at] ?? 0) === 1 && held.has(at - 1) && ends[at - 1] === starts[at]
  for (let at = 0; at < count; at++) if (!held.has(at) && !endsPair(at)) return false
  return count > 0
}

/** The same text in several places is one hit: its best place, with the others named. */
function withoutCopies(ordered: readonly Found[], { context: { reading } }: Ranking): readonly Found[] {
  const first = ordered[0]?.reading().memory
  // The memory of words may have been cleared in between, and numbers assigned again.
  const isSame = ordered.every((each) => each.reading().memory === first)
  const worded = ordered.map((item) => ({ item, words: wordsIn(item.passage, isSame ? item.reading : undefined) }))
  return collapse(worded).map(({ item, copies }) => ({ ...item, copies: copies.map(({ passage }) => passage) }))

  /** The whole of each compound, and each character; without headings, unless there is nothing else. */
  function wordsIn({ text }: Passage, read = () => reading.textOf(text)): Uint32Array {
    const { count, starts, first: firstTerm, terms } = read()
    const body = /^(?:\s*#{1,6} [^\n]*(?:\n|$))*\s*/.exec(text)?.[0].length ?? 0
    const above = body < text.length ? starts.findIndex((start) => start >= body) : 0
    const from = Math.max(0, above)
    const words = new Uint32Array(count - from)
    for (let at = from; at < count; at++) words[at - from] = terms[firstTerm[at] ?? 0] ?? 0
    return words
  }
}

/**
 * Puts first the text that says the query word by word, else one with the only name or number that hardly any passage holds:
 * two common words in a title outweigh such a name in a long text, and yet people ask for it. The same with any rare word was
 * measured to lose (docs/decisions/0004-weights.md).
 */
function chooseFirst(ordered: readonly Found[], { plan, context }: Ranking): readonly Found[] {
  const [first] = ordered
  const isEqual = isEqualTo(context.request.query)
  const chosen =
    ordered.find((found) => isEqual(found) && !isCode(found, context)) ?? ordered.find(holdsRarest(plan, context))
  if (!first || !chosen || chosen === first) return ordered
  return [stepped(chosen, 'first', first.score), ...ordered.filter((found) => found !== chosen)]
}

type Choice = (found: Found) => boolean

/** The first line of code is often a comment of a word or two, which answers nothing. */
function isCode({ passage: { document } }: Found, { scope: { kinds, sources } }: SearchContext): boolean {
  const source = sources.find(({ id }) => id === document.source)
  return kinds.some(({ kind, ranking: { files } }) => files !== undefined && kind === source?.kind)
}

/** The passage without its headings, or the first line of it, such as a question above its answer; but not a link to it. */
function isEqualTo(query: string): Choice {
  const asked = bareOf(query)
  const longest = 2 * query.length + 8
  return ({ passage: { text } }) => {
    if (asked === '') return false
    const start = /^(?:\s*#[^\n]*(?:\n|$))+/.exec(text)?.[0].length ?? 0
    const body = text.slice(start).trim()
    const line = /^[^\n]*/.exec(body)?.[0] ?? ''
    if (/\]\(|\[\[/.test(line)) return false
    return [body, line].some((each) => each.length <= longest && mayBegin(each, asked) && bareOf(each) === asked)
  }
}

/** Nearly all texts begin with another letter. */
const mayBegin = (text: string, asked: string): boolean =>
  !/^\p{ASCII}*$/u.test(text) || /[a-z\d]/i.exec(text)?.[0].toLowerCase() === asked[0]

const bareOf = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function holdsRarest({ words, passages }: SearchPlan, { reading }: SearchContext): Choice {
  const rare = passages < policy.first.rareFrom ? [] : words.filter(isRare)
  const terms = rare.length === 1 ? rare.flatMap(tellingTerms) : []
  const termsIn = createMatcher(terms)
  return (found) => terms.length > 0 && holdsAny(termsIn(fieldsOf(found, reading.textOf)), terms)
}

const isRare = ({ raw, isGuess, chunkCount, otherNames }: PlannedWord): boolean =>
  !isGuess && chunkCount > 0 && chunkCount <= policy.first.maxHolders && isName.test(raw) && otherNames.length === 0

/** A number, or a name in capitals; but no year, which says when, as a month and a day do. */
const isName = /^(?!(?:19|20)\d\d$)[^\d]*\d|^\p{Lu}{2,}$/u

/** Passages at places that the question names, among what its words find. */
async function addExact(ranked: readonly Ranked[], context: SearchContext): Promise<readonly Ranked[]> {
  const named = (await Promise.all(context.scope.kinds.map((kind) => namedIn(kind, context)))).flat()
  if (named.length === 0) return ranked
  const best = Math.max(0.5, ...ranked.map(({ score }) => score))
  const isOfDocuments = context.request.of === 'documents'
  const keyOf = ({ best: { chunk }, document }: Pick<Ranked, 'best' | 'document'>) => (isOfDocuments ? document : chunk)
  const byKey = new Map(ranked.map((each) => [keyOf(each), each]))
  const exact = new Map<number, Ranked>()
  for (const each of named) {
    const key = keyOf(each)
    if (exact.has(key)) continue
    const known = byKey.get(key)
    const others = known && known.best.chunk !== each.best.chunk ? [known.best.chunk, ...(known.others ?? [])] : []
    const found = { ...known, ...each, others, ...(known?.trail && { trail: known.trail }) }
    // High enough that their texts are read, and in the order that they had.
    exact.set(key, stepped(found, 'exact', best - (best - (known?.score ?? 0)) / 10))
  }
  return [...exact.values(), ...ranked.filter((each) => !exact.has(keyOf(each)))]
}

async function namedIn(kind: ScopedKind, context: SearchContext): Promise<readonly Ranked[]> {
  const { request, view, scope, reading } = context
  const read = kind.adds.exact
  if (!read || request.meaning?.mode === 'semantic') return []
  const sources = sourcesOf(kind.kind, scope)
  const found = await read(request.question ?? request.query, { view, sources, cache: reading.sourceCache })
  return found.map(({ chunk, document, readAs }, at) => ({
    document,
    best: { chunk, document, score: 1 },
    score: 0,
    kind,
    rankEvidence: { share: 1, meaning: 0, fits: true },
    // Definitions of a name keep the order that its words give them.
    exact: { readAs, at: readAs === 'name' ? Infinity : at },
    ...startTrace(request.shown?.explain, { by: 'exact', score: 0 }),
  }))
}

/** Moves the places that the question names before everything that its words find. */
function exactFirst(ordered: readonly Found[]): readonly Found[] {
  const named = ordered.filter(({ exact }) => exact).toSorted(byPlace)
  if (named.length === 0) return ordered
  const best = ordered[0]?.score ?? 0
  return [...named.map((found) => stepped(found, 'exact', best)), ...ordered.filter(({ exact }) => !exact)]
}

const byPlace = ({ exact: a }: Found, { exact: b }: Found): number =>
  a?.at === b?.at ? 0 : (a?.at ?? 0) - (b?.at ?? 0)
