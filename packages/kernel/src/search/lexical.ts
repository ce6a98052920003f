import type { ScopedKind, DocumentsRequest, FoundCandidates, SearchContext, WordsFound } from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import { rankDocuments, rankPassages, type RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import type { Candidate } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { RankingPolicy } from '../base/kind.ts'
import { markTerms } from './holders.ts'
import { type ByWords, isByPassage, keepTimely, planFor, sourcesOf } from './search-context.ts'
import { judgeByParts, type PromptPart } from '../query/prompt-parts.ts'
import { termsFor, type SearchPlan } from '../query/plan.ts'

/** Search that needs no model: it runs while the model computes. Storehouses are searched concurrently. */
export async function findByWords(common: SearchPlan, context: SearchContext): Promise<ByWords> {
  const found = await Promise.all(
    context.scope.kinds.map(async (kind): Promise<readonly [ScopedKind, WordsFound]> => {
      const plan = planFor(kind, common)
      const probe = probeOf(plan, kind, context)
      const documents = documentsRequestOf(kind, plan, { probe, context })
      const [words, besides] = await Promise.all([
        findIn(kind, plan, { probe, context, documents }),
        documents && kind.adds.documents?.besides?.(documents, context),
      ])
      return [kind, { probe, ...words, ...(besides && { besides }) }]
    }),
  )
  return new Map(found)
}

/** Files are judged by all that speaks for them; passages, and what must hold a phrase, by their words. */
export const filesJudged = ({ ranking }: ScopedKind, plan: SearchPlan, { request }: SearchContext) =>
  request.of === 'documents' && request.meaning?.mode !== 'semantic' && plan.mustHold.length === 0
    ? ranking.files
    : undefined

interface Finding {
  readonly probe: TextProbe
  readonly context: SearchContext
}

/** Looks deeper when the best chunks are those of a few long documents, and more documents were asked for. */
async function findIn(
  kind: ScopedKind,
  plan: SearchPlan,
  { probe, context, documents }: Finding & { readonly documents: DocumentsRequest | undefined },
): Promise<Omit<WordsFound, 'probe' | 'besides'>> {
  if (plan.terms.length === 0 || context.request.meaning?.mode === 'semantic') return { ranked: [], candidates: 0 }
  const judging = documents && kind.adds.documents?.judge(documents)
  const parts = partsIn(kind, plan, context)
  for (let { depth } = probe; ; depth *= 4) {
    const ofPart = (part: PromptPart): TextProbe => ({
      ...probe,
      terms: termsFor(part, kind.ranking),
      depth: depth / policy.prompts.deeperThanSentence,
    })
    const probes = parts.length > 0 ? parts.map(ofPart) : [{ ...probe, depth }]
    const [lists, judge] = await Promise.all([context.view.chunks.lexical(probes), judging])
    const { candidates: found, toPart } =
      parts.length > 0
        ? judgeByParts(lists, { parts, ideal: plan.ideal })
        : { candidates: lists[0] ?? [], toPart: undefined }
    const recent = await keepTimely(found, kind, context)
    const matching = plan.mustHold.length > 0 ? await keepMatching(recent, plan, context) : recent
    const own = ownShares(matching, plan)
    const shares = await withAround(own, { kind, probe, context })
    const ranked = judge
      ? await judge(shares)
      : explained(rankIn(kind, shares, { isByParts: parts.length > 0, ...context }), own, context)
    const isAll = lists.every((list, at) => list.length < (probes[at]?.depth ?? 0)) || depth >= policy.depth.tested
    if (isAll || ranked.length >= context.request.limit)
      return {
        ranked,
        candidates: found.length,
        ...(toPart !== undefined && !judge && { toPart }),
      }
  }
}

/** Sentences that passages are judged by. Tools of code focus long questions themselves. */
export const partsIn = (kind: ScopedKind, plan: SearchPlan, context: SearchContext): readonly PromptPart[] =>
  filesJudged(kind, plan, context) && context.request.messages !== true ? [] : plan.parts

function probeOf(plan: SearchPlan, { kind, ranking }: ScopedKind, { request, scope }: SearchContext): TextProbe {
  const { under, paths, since, documents } = request.within ?? {}
  const marks = markTerms(request.within)
  const narrowed = Object.entries({ under, paths, since, documents }).filter(([, value]) => value !== undefined)
  const isNarrow = !scope.isEverything || scope.kinds.length > 1 || narrowed.length > 0
  const needsText = plan.mustHold.length + plan.mustLack.length > 0
  return {
    terms: termsFor(plan, ranking),
    required: [...plan.required, ...marks.required],
    excluded: [...plan.excluded, ...marks.excluded],
    ...(isNarrow && { within: { sources: sourcesOf(kind, scope), ...Object.fromEntries(narrowed) } }),
    k1: ranking.k1,
    depth: needsText ? policy.depth.tested : Math.max(depthOf(ranking), request.limit * 4),
  }
}

const depthOf = ({ files, turns }: RankingPolicy): number =>
  turns ? policy.depth.turns : files ? policy.depth.files : policy.depth.passages

/** A phrase may stand in any chunk of a document, not only in its best: chunks are tested before documents are ranked. */
async function keepMatching(
  candidates: readonly Candidate[],
  { mustHold, pairs }: SearchPlan,
  { request, view }: SearchContext,
): Promise<readonly Candidate[]> {
  const matching: Candidate[] = []
  let page = policy.depth.firstTested
  for (let at = 0; at < candidates.length && matching.length < 2 * request.limit; at += page, page *= 2) {
    const tested = candidates.slice(at, at + page)
    const texts = await view.chunks.texts(
      tested.map((candidate) => candidate.chunk),
      pairs,
    )
    matching.push(...tested.filter(({ chunk }) => isMatched(texts.get(chunk), mustHold)))
  }
  return matching
}

const isMatched = (text: string | undefined, mustHold: SearchPlan['mustHold']): boolean =>
  text !== undefined && mustHold.every((holds) => holds(text))

/** From sums to shares of the ideal passage. */
const ownShares = (candidates: readonly Candidate[], { ideal }: SearchPlan): readonly Candidate[] =>
  candidates.map((candidate) => ({ ...candidate, score: Math.min(1, candidate.score / ideal) }))

/** With what the storehouse knows of what stands around them. */
async function withAround(own: readonly Candidate[], given: FoundCandidates): Promise<readonly Candidate[]> {
  let candidates = own
  for (const change of given.kind.adds.candidates ?? []) candidates = await change(candidates, given)
  return candidates
}

/** Adds what the words of the best passage, its neighbours and the other passages say of each. */
function explained(
  ranked: readonly RankedDocument[],
  own: readonly Candidate[],
  { request: { shown } }: SearchContext,
): readonly RankedDocument[] {
  if (shown?.explain !== true) return ranked
  const words = new Map(own.map(({ chunk, score }) => [chunk, score]))
  return ranked.map((each) => ({
    ...each,
    trail: [
      { by: 'words', score: words.get(each.best.chunk) ?? 0 },
      { by: 'neighbours', score: each.best.score },
      { by: 'more_passages', score: each.score },
    ],
  }))
}

/** Any passage of a long document holds something of a long prompt: there further ones support nothing. */
const NO_SUPPORT = [0, 0] as const

/** From chunks to documents where documents are asked for. */
function rankIn(
  kind: ScopedKind,
  shares: readonly Candidate[],
  { request, isByParts }: Pick<SearchContext, 'request'> & { readonly isByParts: boolean },
): readonly RankedDocument[] {
  const support = isByParts ? NO_SUPPORT : kind.ranking.support
  if (!isByPassage(kind, request)) return rankDocuments(shares, support)
  if (request.of === 'spread')
    return rankPassages(shares, { support, next: policy.documents.nextPassage.amongPassages })
  if (request.of === 'documents' && !kind.ranking.turns)
    return rankPassages(shares, { support, next: policy.documents.nextPassage.amongDocuments })
  return shares.map((best) => ({ document: best.document, best, score: best.score }))
}

/** Absent where documents are not judged as such. */
function documentsRequestOf(kind: ScopedKind, plan: SearchPlan, { probe, context }: Finding) {
  const { view, reading, request, scope } = context
  const files = filesJudged(kind, plan, context)
  const sources = sourcesOf(kind.kind, scope)
  return (
    files && { plan, files, view, reading, probe, sources, roles: request.roles ?? [], explain: request.shown?.explain }
  )
}
