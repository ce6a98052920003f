import { calibrate, shareOf, type StorehouseList } from '../../ranking/fusion.ts'
import { HEARD } from '../../ranking/sureness.ts'
import { withNeighbours } from '../../ranking/turns.ts'
import {
  byScoreThenChunk,
  rankDocuments,
  type RankedDocument,
  rankPassages,
} from '../../ranking/documents.ts'
import type { Candidate, DocumentId, Kind, SourceId } from '../../core/words.ts'
import type { TextProbe } from '../../ports/index-view.ts'
import type { FilePolicy, RankingPolicy } from '../kind.ts'
import { markTerm } from '../../text/terms/marks.ts'
import { rankCommits, withoutPages, type CommitsRequest } from './commits.ts'
import { weighFound } from './evidence.ts'
import { hearFiles, rankFiles, wholeEvidence, type FileContext } from './code-files.ts'
import { listNewest } from './filters/list-newest.ts'
import { lookAt, roundedScore, type Ranked } from './rescore.ts'
import { withMeaning } from './semantic.ts'
import { preferHolders } from './query/phrases.ts'
import { preferPast } from './own-past.ts'
import { preferOwn } from './prefer.ts'
import { keepTimely } from './timely.ts'
import { termsFor, type SearchPlan } from './plan.ts'
import {
  isByPassage,
  type ByWords,
  type Found,
  type Scope,
  type SearchContext,
  type Standing,
  type WordsFound,
} from './context.ts'
import type { RankedPassage, SearchRequest } from './types.ts'
import type { StorehouseKind } from '../engine.ts'

/** Chunks kept of the lexical search: enough to judge documents by several chunks, few enough to look at. */
const DEPTH = 200
/** The same where a file is judged by many of its chunks. */
const DEPTH_OF_FILES = 400
/** And where the neighbours of a chunk speak for it, which have little to say for themselves. */
const DEPTH_OF_TURNS = 1_000
/** The same where only an order is asked for, and nothing of it shown yet: a page of ten. */
const LOOKED_AT_OF_MANY = 10
/** Texts tested for phrases and exclusions before the search gives up; the answer says so. */
export const MOST_TESTED = 3_000
/** A phrase that stands often is found among the first; each further look is twice as long. */
const FIRST_TESTED = 50

export async function findPassages(
  plan: SearchPlan,
  context: SearchContext,
  byWords?: ByWords,
): Promise<{ found: readonly Found[]; candidates: number }> {
  if (isListing(plan, context)) return listNewest(context)
  const { ranked, candidates } = await rankAll(plan, context, byWords)
  return { found: await lookAt(ranked, plan, context), candidates }
}

/** Filters alone are asked. */
const isListing = ({ terms }: SearchPlan, { request }: SearchContext): boolean =>
  terms.length === 0 && request.filters !== undefined

/**
 * Ranking only, for callers that paginate: the text of the best alone is read, and the others follow in their former
 * order. The same request has the same order, however much of it is shown.
 */
export async function orderPassages(
  plan: SearchPlan,
  context: SearchContext,
  byWords?: ByWords,
): Promise<{ found: readonly RankedPassage[]; candidates: number }> {
  const { ranked, candidates } = await rankAll(plan, context, byWords)
  const { limit } = context.request
  // Only the text itself shows whether a passage holds an excluded word.
  const looked = plan.mustLack.length > 0 ? limit : (context.request.looked ?? LOOKED_AT_OF_MANY)
  const best = await lookAt(ranked.slice(0, looked), plan, {
    ...context,
    request: { ...context.request, limit: looked },
  })
  const least = best.at(-1)?.score ?? 1
  const rest = ranked.slice(looked, limit)
  const sourceOf = await sourcesOfDocuments(rest, context)
  return {
    found: [
      ...best.map((found, at) => toRanked(found, at < HEARD ? { plan, context } : undefined)),
      ...rest.flatMap(({ best: { chunk }, document, score }) => {
        const source = sourceOf(document)
        return source === undefined ? [] : [{ chunk, document, source, score: roundedScore(Math.min(least, score)) }]
      }),
    ],
    candidates,
  }
}

/** Only the best hits show how sure an answer is, which takes reading all of their text. */
function toRanked(
  found: Found,
  weighing: { readonly plan: SearchPlan; readonly context: SearchContext } | undefined,
): RankedPassage {
  const { chunk, document } = found.passage
  const place = { chunk, document: document.id, source: document.source, score: found.score }
  if (!weighing) return place
  const { plan, context } = weighing
  const kind = context.scope.sources.find(({ id }) => id === document.source)?.kind
  const ranking = context.scope.kinds.find((each) => each.kind === kind)?.ranking
  if (!ranking) return place
  return { ...place, evidence: weighFound(found, { plan, ranking, textOf: context.reading.textOf }) }
}

/** With a single source, all documents are its own. */
async function sourcesOfDocuments(
  ranked: readonly Ranked[],
  { view, scope: { sources } }: SearchContext,
): Promise<(document: DocumentId) => SourceId | undefined> {
  const [only, ...others] = sources
  if (only && others.length === 0) return () => only.id
  const documents = await view.documents.byId([...new Set(ranked.map(({ document }) => document))])
  const known = new Map(documents.map(({ id, source }) => [id, source]))
  return (document) => known.get(document)
}

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

async function rankAll(
  common: SearchPlan,
  context: SearchContext,
  byWords?: ByWords,
): Promise<{ readonly ranked: readonly Ranked[]; readonly candidates: number }> {
  const words = byWords ?? (await findByWords(common, context))
  const lists = await Promise.all(
    [...words].map(async ([kind, found]): Promise<StorehouseList<Ranked>> => {
      const plan = planFor(kind, common)
      const both = await withMeaning(kind, found.ranked, { plan, context, within: found.probe.within })
      const files = filesJudged(kind, plan, context)
      const evidence = files && wholeEvidence(files)
      const standing = ({ score, meaning = 0 }: RankedDocument): Standing => ({
        share: shareOf(score, evidence),
        meaning,
      })
      const withCommits = await addCommits(both, found.commits, context)
      const ranked = withCommits.map((each) => ({ ...each, kind, standing: standing(each) }))
      return { ranked, ...(evidence !== undefined && { evidence }) }
    }),
  )
  const candidates = [...words.values()].reduce((sum, found) => sum + found.candidates, 0)
  const ranked = await preferPast(await preferOwn(calibrate(lists), context), context)
  return { ranked: ranked.toSorted(byScoreThenChunk), candidates }
}

/** Commits as hits of their own, if the caller wants them. */
async function commitsIn(
  kind: StorehouseKind,
  { plan, probe }: Pick<CommitsRequest, 'plan' | 'probe'>,
  context: SearchContext,
): Promise<WordsFound['commits']> {
  const { commits, under } = context.request
  const files = filesJudged(kind, plan, context)
  if (!files || commits !== true || under !== undefined) return undefined
  return rankCommits({ plan, probe, files }, context)
}

/** In place of the pages that they stand on. */
async function addCommits(
  ranked: readonly RankedDocument[],
  commits: WordsFound['commits'],
  context: SearchContext,
): Promise<readonly RankedDocument[]> {
  if (!commits) return ranked
  const files = await withoutPages(ranked, context)
  return commits.length === 0 ? files : [...files, ...commits].toSorted(byScoreThenChunk)
}

const planFor = ({ ranking }: StorehouseKind, common: SearchPlan): SearchPlan =>
  ranking.files ? { ...common, ...common.ofFiles } : common

/** Files are judged by all that speaks for them; passages, and what must hold a phrase, by their words. */
const filesJudged = (
  { ranking }: StorehouseKind,
  plan: SearchPlan,
  { request }: SearchContext,
): FilePolicy | undefined =>
  request.of === 'documents' && request.mode !== 'semantic' && plan.mustHold.length === 0 ? ranking.files : undefined

/** Looks deeper when the best chunks are those of a few long documents, and more documents were asked for. */
async function findIn(
  kind: StorehouseKind,
  plan: SearchPlan,
  { probe, context }: { readonly probe: TextProbe; readonly context: SearchContext },
): Promise<{ readonly ranked: readonly RankedDocument[]; readonly candidates: number }> {
  if (plan.terms.length === 0 || context.request.mode === 'semantic') return { ranked: [], candidates: 0 }
  const files = filesContextOf(kind, plan, { probe, context })
  const hearing = files && hearFiles(files)
  for (let { depth } = probe; ; depth *= 4) {
    const [[found = []], heard] = await Promise.all([context.view.chunks.lexical([{ ...probe, depth }]), hearing])
    const recent = await keepTimely(found, kind, context)
    const held = plan.mustHold.length > 0 ? await keepHolders(recent, plan, context) : recent
    const own = ownShares(held, plan)
    const shares = kind.ranking.turns ? withNeighbours(own, kind.ranking.turns) : own
    const ranked =
      files && heard ? await rankFiles(shares, heard, files) : explained(rankIn(kind, shares, context), own, context)
    const isAll = found.length < depth || depth >= MOST_TESTED
    if (isAll || ranked.length >= context.request.limit)
      return { ranked: await preferHolders(ranked, plan, { probe, kind, context }), candidates: found.length }
  }
}

function probeOf(plan: SearchPlan, { kind, ranking }: StorehouseKind, { request, scope }: SearchContext): TextProbe {
  const isNarrow = !scope.isEverything || scope.kinds.length > 1 || narrows(request)
  const sources = sourcesOf(kind, scope)
  const under = request.under === undefined ? {} : { under: request.under }
  const paths = request.paths === undefined ? {} : { paths: request.paths }
  const since = request.since === undefined ? {} : { since: request.since }
  const documents = request.documents === undefined ? {} : { documents: request.documents }
  const needsText = plan.mustHold.length + plan.mustLack.length > 0
  return {
    terms: termsFor(plan, ranking),
    required: [...plan.required, ...(request.marks ?? []).map(({ family, value }) => markTerm(family, value))],
    excluded: plan.excluded,
    ...(isNarrow ? { within: { sources, ...under, ...paths, ...since, ...documents } } : {}),
    k1: ranking.k1,
    depth: needsText ? MOST_TESTED : Math.max(depthOf(ranking), request.limit * 4),
  }
}

const depthOf = ({ files, turns }: RankingPolicy): number => (turns ? DEPTH_OF_TURNS : files ? DEPTH_OF_FILES : DEPTH)

const narrows = ({ under, paths, since, documents }: SearchRequest): boolean =>
  under !== undefined || paths !== undefined || since !== undefined || documents !== undefined

/** A phrase may stand in any chunk of a document, not only in its best: chunks are tested before documents are ranked. */
async function keepHolders(
  candidates: readonly Candidate[],
  { mustHold, pairs }: SearchPlan,
  { request, view }: SearchContext,
): Promise<readonly Candidate[]> {
  const kept: Candidate[] = []
  let page = FIRST_TESTED
  for (let at = 0; at < candidates.length && kept.length < 2 * request.limit; at += page, page *= 2) {
    const tested = candidates.slice(at, at + page)
    const texts = await view.chunks.texts(
      tested.map((candidate) => candidate.chunk),
      pairs,
    )
    kept.push(...tested.filter(({ chunk }) => isHeld(texts.get(chunk), mustHold)))
  }
  return kept
}

const isHeld = (text: string | undefined, mustHold: SearchPlan['mustHold']): boolean =>
  text !== undefined && mustHold.every((holds) => holds(text))

/** From sums to shares of the ideal passage. */
const ownShares = (candidates: readonly Candidate[], { ideal }: SearchPlan): readonly Candidate[] =>
  candidates.map((candidate) => ({ ...candidate, score: Math.min(1, candidate.score / ideal) }))

/** Adds what the words of the best passage, its neighbours and the other passages say of each. */
function explained(
  ranked: readonly RankedDocument[],
  own: readonly Candidate[],
  { request: { explain } }: SearchContext,
): readonly RankedDocument[] {
  if (explain !== true) return ranked
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

/** From chunks to documents where documents are asked for. */
function rankIn(
  kind: StorehouseKind,
  shares: readonly Candidate[],
  { request }: SearchContext,
): readonly RankedDocument[] {
  const { support } = kind.ranking
  if (!isByPassage(kind, request)) return rankDocuments(shares, support)
  if (request.of === 'spread') return rankPassages(shares, support)
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
  return files && { plan, files, view, reading, probe, sources, roles: request.roles ?? [], explain: request.explain }
}

const sourcesOf = (kind: Kind, { sources }: Scope): readonly SourceId[] =>
  sources.filter((source) => source.kind === kind).map(({ id }) => id)
