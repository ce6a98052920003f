import { policy } from '@wuku/core/policy'
import { citeStatements, withNeighbours, type TurnPolicy } from '@wuku/index-core/ranking/turns'
import { rankDocuments, rankPassages, type RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import type { Candidate } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { FilePolicy, RankingPolicy } from '../base/kind.ts'
import { rankCommits, type CommitsRequest } from './commits.ts'
import { readFileMatches, rankFiles, type FileContext } from './code-files.ts'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { markTerms } from './holders.ts'
import { sourcesOf } from './scope.ts'
import {
  keepTimely,
  isByPassage,
  planFor,
  type ByWords,
  type SearchContext,
  type WordsFound,
} from './search-context.ts'
import { judgeByParts, type PromptPart, asksOfSelf } from '../query/prompt-parts.ts'
import { termsFor, type SearchPlan } from '../query/plan.ts'
import type { StorehouseKind } from '../base/engine.ts'

/** Search that needs no model: it runs while the model computes. Storehouses are searched concurrently. */
export async function findByWords(common: SearchPlan, context: SearchContext): Promise<ByWords> {
  const found = await Promise.all(
    context.scope.kinds.map(async (kind): Promise<readonly [StorehouseKind, WordsFound]> => {
      const plan = planFor(kind, common)
      const probe = probeOf(plan, kind, context)
      const [words, commits] = await Promise.all([
        findIn(kind, plan, { probe, context }),
        commitsIn(kind, { plan, probe }, context),
      ])
      return [kind, { probe, ...words, ...(commits && { commits }) }]
    }),
  )
  return new Map(found)
}

/** Commits as hits of their own, if the caller wants them. */
async function commitsIn(
  kind: StorehouseKind,
  { plan, probe }: Pick<CommitsRequest, 'plan' | 'probe'>,
  context: SearchContext,
): Promise<WordsFound['commits']> {
  const { commits, within } = context.request
  const files = filesJudged(kind, plan, context)
  if (!files || commits !== true || within?.under !== undefined) return undefined
  return rankCommits({ plan, probe, files }, context)
}

/** Files are judged by all that speaks for them; passages, and what must hold a phrase, by their words. */
export const filesJudged = (
  { ranking }: StorehouseKind,
  plan: SearchPlan,
  { request }: SearchContext,
): FilePolicy | undefined =>
  request.of === 'documents' && request.meaning?.mode !== 'semantic' && plan.mustHold.length === 0
    ? ranking.files
    : undefined

/** Looks deeper when the best chunks are those of a few long documents, and more documents were asked for. */
async function findIn(
  kind: StorehouseKind,
  plan: SearchPlan,
  { probe, context }: { readonly probe: TextProbe; readonly context: SearchContext },
): Promise<Omit<WordsFound, 'probe' | 'commits'>> {
  if (plan.terms.length === 0 || context.request.meaning?.mode === 'semantic') return { ranked: [], candidates: 0 }
  const files = filesContextOf(kind, plan, { probe, context })
  const hearing = files && readFileMatches(files)
  const parts = partsIn(kind, plan, context)
  for (let { depth } = probe; ; depth *= 4) {
    const ofPart = (part: PromptPart): TextProbe => ({
      ...probe,
      terms: termsFor(part, kind.ranking),
      depth: depth / policy.prompts.deeperThanSentence,
    })
    const probes = parts.length > 0 ? parts.map(ofPart) : [{ ...probe, depth }]
    const [lists, fileMatches] = await Promise.all([context.view.chunks.lexical(probes), hearing])
    const { candidates: found, toPart } =
      parts.length > 0
        ? judgeByParts(lists, { parts, ideal: plan.ideal })
        : { candidates: lists[0] ?? [], toPart: undefined }
    const recent = await keepTimely(found, kind, context)
    const matching = plan.mustHold.length > 0 ? await keepMatching(recent, plan, context) : recent
    const own = ownShares(matching, plan)
    const shares = kind.ranking.turns ? await inTurns(own, kind.ranking.turns, { probe, context }) : own
    const ranked =
      files && fileMatches
        ? await rankFiles(shares, fileMatches, files)
        : explained(rankIn(kind, shares, { isByParts: parts.length > 0, ...context }), own, context)
    const isAll = lists.every((list, at) => list.length < (probes[at]?.depth ?? 0)) || depth >= policy.depth.tested
    if (isAll || ranked.length >= context.request.limit)
      return {
        ranked,
        candidates: found.length,
        ...(toPart !== undefined && !files && { toPart }),
      }
  }
}

/** Sentences that passages are judged by. Tools of code focus long questions themselves. */
export const partsIn = (kind: StorehouseKind, plan: SearchPlan, context: SearchContext): readonly PromptPart[] =>
  filesJudged(kind, plan, context) && context.request.messages !== true ? [] : plan.parts

function probeOf(plan: SearchPlan, { kind, ranking }: StorehouseKind, { request, scope }: SearchContext): TextProbe {
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

/** Messages with what stands around them; of somebody's own, those in which they said it. */
async function inTurns(
  own: readonly Candidate[],
  turns: TurnPolicy,
  { probe, context }: { readonly probe: TextProbe; readonly context: SearchContext },
): Promise<readonly Candidate[]> {
  const shares = withNeighbours(own, turns)
  if (!turns.statements || own.length === 0 || !asksOfSelf(context.request.query)) return shares
  const required = [...probe.required, markTerm(turns.statements.family, turns.statements.value)]
  const [found = []] = await context.view.chunks.lexical([{ ...probe, required }])
  const statements = new Set(found.map(({ chunk }) => chunk))
  return citeStatements(shares, (chunk) => statements.has(chunk))
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
  kind: StorehouseKind,
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

/** Absent where files are not judged as such. */
function filesContextOf(
  kind: StorehouseKind,
  plan: SearchPlan,
  { probe, context }: { readonly probe: TextProbe; readonly context: SearchContext },
): FileContext | undefined {
  const { view, reading, request, scope } = context
  const files = filesJudged(kind, plan, context)
  const sources = sourcesOf(kind.kind, scope)
  return (
    files && { plan, files, view, reading, probe, sources, roles: request.roles ?? [], explain: request.shown?.explain }
  )
}
