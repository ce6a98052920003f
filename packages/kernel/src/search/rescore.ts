import { policy } from '@wuku/core/policy'
import { once } from '@wuku/core/once'
import type { Passage, StoredDocument } from '@wuku/core/core-types'
import { closeness } from '@wuku/index-core/ranking/closeness'
import { collapse } from '@wuku/index-core/ranking/copies'
import { pageOfPath } from '@wuku/core/ports/history-page'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { recencyFactor } from '@wuku/index-core/ranking/turns'
import type { TextReading } from '@wuku/text/terms/reading'
import { lastWritten } from './filters/stated-facts.ts'
import { isByPassage, type Found, type SearchContext, type RankEvidence } from './search-context.ts'
import { coverageOf } from './coverage.ts'
import { planFor } from './lexical.ts'
import { asksForNewest, meanOfParts } from '../query/prompt-parts.ts'
import { placesOf } from './word-places.ts'
import type { SearchPlan } from '../query/plan.ts'
import { followLinkPages } from './link-pages.ts'
import { chooseFirst } from './first-hit.ts'
import { foldVariants } from './code-variants.ts'
import type { SearchRequest } from '../query/types.ts'
import type { StorehouseKind } from '../base/engine.ts'

export interface Ranked extends RankedDocument {
  /** Score within the list of its storehouse, and the scale of all, where several storehouses are asked. */
  readonly own?: number
  readonly onScale?: (score: number) => number
  readonly kind: StorehouseKind
  readonly rankEvidence: RankEvidence
}

type RescoredHit = Found & Pick<Ranked, 'kind'>

/**
 * Fetches the best in order, leaves out what holds an excluded word, and lets words that stand together count more; with
 * pages of `pool` to which the best point.
 */
export async function rescoreBest(
  ranked: readonly Ranked[],
  plan: SearchPlan,
  context: SearchContext,
  { pool = ranked, more = 0 }: { readonly pool?: readonly Ranked[]; readonly more?: number } = {},
): Promise<readonly Found[]> {
  const { request } = context
  const mayMove = context.scope.kinds.some(({ ranking }) => ranking.closeness > 0)
  const targetCount = (mayMove ? Math.max(policy.depth.read, request.limit) : request.limit) + more
  const retained: RescoredHit[] = []
  const readPage = createPageReader(plan, context)
  for (let at = 0; at < ranked.length && retained.length < targetCount; at += targetCount)
    retained.push(...(await readPage(ranked.slice(at, at + targetCount))))
  const followed = await followLinkPages(retained, { plan, context, pool, readPage })
  const byScore = withAges(await withCoverage(followed, plan, context), context).toSorted(
    (a, b) => b.score - a.score || a.passage.chunk - b.passage.chunk,
  )
  const ordered = chooseFirst(byScore, plan, context)
    .map((found) => ({ ...found, score: roundedScore(found.score) }))
    .filter((found) => found.score >= (request.shown?.minScore ?? 0))
  const folded = request.shown?.collapse ? await foldVariants(withoutCopies(ordered, context), plan, context) : ordered
  const isShort = more === 0 && retained.length >= targetCount && folded.length < request.limit
  return isShort
    ? rescoreBest(ranked, plan, context, { pool, more: policy.depth.moreForCopies })
    : folded.slice(0, request.limit)
}

type ReadPage = (page: readonly Ranked[]) => Promise<readonly RescoredHit[]>

function createPageReader(plan: SearchPlan, context: SearchContext): ReadPage {
  const { request, view } = context
  const copies = new Set<string>()
  const messages = new Set<string>()
  return async (page) => {
    const retained: RescoredHit[] = []
    const passages = await view.chunks.passages(page.map((each) => each.best.chunk))
    const byChunk = new Map(passages.map((passage) => [passage.chunk, passage]))
    for (const each of page) {
      const passage = byChunk.get(each.best.chunk)
      if (!passage || !isAccepted(passage.document, context)) continue
      if (isCopy(passage, copies) || isKnownMessage(passage, each, { request, messages })) continue
      if (await holdsExcluded(passage, plan, context)) continue
      retained.push(rescoreOne(each, passage, { plan, context }))
    }
    return retained
  }
}

function rescoreOne(
  each: Ranked,
  passage: Passage,
  { plan, context }: { readonly plan: SearchPlan; readonly context: SearchContext },
): RescoredHit {
  const { others = [], cosine } = each
  const reading = once(() => context.reading.textOf(passage.text))
  const together = rescore(reading, each, { plan, context })
  const named = liftByTitle(passage.document.title, each, { plan, context })
  const nearer = (start: number): number => named(together(start))
  const rankEvidence = { ...each.rankEvidence, share: nearer(each.rankEvidence.share) }
  return {
    kind: each.kind,
    passage,
    reading,
    others,
    ...scoreOf(stepped(stepped(each, 'words_together', raised(each, together)), 'name', raised(each, nearer))),
    rankEvidence,
    ...(cosine !== undefined && { cosine }),
  }
}

/**
 * Words of the question that a conversation lacks anywhere take a share from its messages. They count from what the fullest
 * lacks: other storehouses gain nothing by it.
 */
async function withCoverage(
  found: readonly RescoredHit[],
  plan: SearchPlan,
  { view }: SearchContext,
): Promise<readonly RescoredHit[]> {
  const own = found.filter(({ kind }) => kind.ranking.turns)
  if (own.length < 2 || plan.words.length < 2) return found
  const coverage = await coverageOf(
    own.map(({ passage }) => passage.document.id),
    plan.words,
    view,
  )
  const fullest = Math.max(0, ...coverage.values())
  return found.map((each) => {
    const { turns } = each.kind.ranking
    const lacking = fullest - (coverage.get(each.passage.document.id) ?? fullest)
    return turns && lacking > 0 ? stepped(each, 'neighbours', each.score * (1 - turns.whole * lacking)) : each
  })
}

/**
 * Among conversations with equal answers the newest comes first, the more so where what holds now is asked. Ages count from
 * the age of the newest: other storehouses gain nothing by them.
 */
function withAges(
  found: readonly (Found & Pick<Ranked, 'kind'>)[],
  { asked, request }: Pick<SearchContext, 'asked' | 'request'>,
): readonly Found[] {
  const times = found.map(({ kind, passage: { document } }) => (kind.ranking.turns ? lastWritten(document) : undefined))
  const isNewest = asksForNewest(request.query)
  const from = isNewest ? newestOfBest(found, times) : asked
  const retained = times.map((at) =>
    at === undefined ? undefined : recencyFactor(from - at, isNewest ? policy.turns.agedSince : undefined),
  )
  const newest = Math.max(0, ...retained.map((share) => share ?? 0))
  return found.map(({ kind: _kind, ...each }, at) => {
    const share = retained[at]
    return share === undefined ? each : stepped(each, 'age', each.score * (share / newest))
  })
}

function newestOfBest(found: readonly Found[], times: readonly (number | undefined)[]): number {
  const best = Math.max(0, ...found.map(({ score }) => score))
  return Math.max(0, ...found.map(({ score }, at) => (score >= policy.turns.nearBest * best ? (times[at] ?? 0) : 0)))
}

const scoreOf = ({ score, trail: trace }: Ranked): Pick<Found, 'score' | 'trail'> => ({
  score,
  ...(trace && { trail: trace }),
})

/** The same text in several places is one hit: its best place, with the others named. */
function withoutCopies(ordered: readonly Found[], { reading: { textOf } }: SearchContext): readonly Found[] {
  const first = ordered[0]?.reading().memory
  // The memory of words may have been cleared in between, and numbers assigned again.
  const isSame = ordered.every(({ reading }) => reading().memory === first)
  const worded = ordered.map((item) => ({
    item,
    words: wordsOf(isSame ? item.reading() : textOf(item.passage.text), item.passage.text),
  }))
  return collapse(worded).map(({ item, copies }) => ({ ...item, copies: copies.map(({ passage }) => passage) }))
}

/** The whole of each compound, and each character; without headings, unless there is nothing else. */
function wordsOf({ count, starts, first, terms }: TextReading, text: string): Uint32Array {
  const body = /^(?:\s*#{1,6} [^\n]*(?:\n|$))*\s*/.exec(text)?.[0].length ?? 0
  const above = body < text.length ? starts.findIndex((start) => start >= body) : 0
  const from = Math.max(0, above)
  const words = new Uint32Array(count - from)
  for (let at = from; at < count; at++) words[at - from] = terms[first[at] ?? 0] ?? 0
  return words
}

export const roundedScore = (score: number): number => Math.round(score * 1000) / 1000

/** Work trees of one repository hold the same files under the same paths: one of them is enough. */
function isCopy({ document, facts }: Passage, copies: Set<string>): boolean {
  const key = `${document.hash}:${facts.start}:${document.path}`
  const isKnown = copies.has(key)
  copies.add(key)
  return isKnown
}

/** Pieces of one message have one citation: the best of them is enough. A title adds nothing to messages under it. */
function isKnownMessage(
  { document, facts: { anchor } }: Passage,
  { kind }: Ranked,
  { request, messages }: { readonly request: SearchRequest; readonly messages: Set<string> },
): boolean {
  if (request.of !== 'documents' || !kind.ranking.turns || !isByPassage(kind, request)) return false
  const key = anchor === undefined ? `${document.id}` : `${document.id} ${anchor}`
  const isKnown = messages.has(key)
  messages.add(key).add(`${document.id}`)
  return isKnown
}

const isAccepted = (document: StoredDocument, { request }: SearchContext): boolean =>
  request.within?.accepts?.(document) ?? true

/** Words that stand together raise a score by a part of what it lacks. */
function rescore(
  reading: () => TextReading,
  { kind }: Ranked,
  { plan: common, context }: { plan: SearchPlan; context: SearchContext },
): (score: number) => number {
  const plan = planFor(kind, common)
  const matters = plan.words.length > 1 && context.request.meaning?.mode !== 'semantic' && kind.ranking.closeness > 0
  const together = matters ? closenessOf(reading(), plan) : 0
  return (score) => score + (1 - score) * kind.ranking.closeness * together
}

/** A question how `useState` is set means the page of that title: all of the title stands in the question. */
function liftByTitle(
  title: string,
  { kind }: Ranked,
  { plan: { words }, context }: { plan: SearchPlan; context: SearchContext },
): (score: number) => number {
  // A question for what was said about a name is none for the page of that name.
  if (!kind.ranking.linkPages || context.past || context.request.meaning?.mode === 'semantic') return (score) => score
  const reading = context.reading.textOf(title)
  const places = placesOf(reading, words)
  if (!isCovered(reading, new Set(places.flatMap(({ at }) => at)))) return (score) => score
  const all = words.reduce((sum, { ideal }) => sum + ideal, 0)
  const own = words.reduce((sum, { ideal }, at) => (places[at]?.at.length ? sum + ideal : sum), 0)
  const share = all === 0 ? 0 : own / all
  return (score) => score + (1 - score) * policy.documents.title * share
}

/** Whether each word of a title is among these; a pair of characters stands at its first. */
function isCovered({ count, starts, ends }: TextReading, held: ReadonlySet<number>): boolean {
  const endsPair = (at: number): boolean =>
    (ends[at] ?? 0) - (starts[at] ?? 0) === 1 && held.has(at - 1) && ends[at - 1] === starts[at]
  for (let at = 0; at < count; at++) if (!held.has(at) && !endsPair(at)) return false
  return count > 0
}

/** Words of two sentences say nothing by standing together. */
function closenessOf(reading: TextReading, { words, parts }: SearchPlan): number {
  const places = placesOf(reading, words)
  if (parts.length === 0) return closeness(places)
  return meanOfParts(parts, (part) => closeness(places.filter((_, at) => words[at]?.sentence === part.sentence)))
}

/** The same step within its own list and on the scale of all, so that no list changes its order there. */
const raised = ({ score, own, onScale }: Ranked, nearer: (score: number) => number): number =>
  own === undefined || !onScale ? nearer(score) : Math.min(1, score + onScale(nearer(own)) - onScale(own))

/** An excluded word may stand nowhere in what the answer would be: in the whole document, where documents are asked for. */
async function holdsExcluded(passage: Passage, plan: SearchPlan, { request, view }: SearchContext): Promise<boolean> {
  if (plan.mustLack.length === 0) return false
  // A page of commits holds a hundred, and each is an answer by itself.
  const isFullDocument = request.of === 'documents' && pageOfPath(passage.document.path) === undefined
  const fullText = isFullDocument
    ? ((await view.documents.bodies([passage.document.id])).get(passage.document.id) ?? '')
    : passage.text
  return plan.mustLack.some((holds) => holds(fullText) || holds(passage.document.title))
}
