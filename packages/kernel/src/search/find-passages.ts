import type { Found, RankEvidence, Ranked, SearchContext } from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import { calibrate, shareOf, type StorehouseList } from '@wuku/index-core/ranking/fusion'
import { byScoreThenChunk, type RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import type { DocumentId } from '@wuku/core/core-types'
import { weighFound } from './evidence.ts'
import { listNewest } from './filters/list-newest.ts'
import { listLatest } from './dated-continuation.ts'
import { readBest, roundedScore } from './read-passages.ts'
import { applyRankers, rankers } from './rankers.ts'
import { filesJudged, findByWords } from './lexical.ts'
import { sentencesOf } from '../query/prompt-parts.ts'
import type { SearchPlan } from '../query/plan.ts'
import { isByPassage, planFor, type ByWords, type Find } from './search-context.ts'
import type { RankedPassage } from '../query/types.ts'

/** More than are judged, since callers leave some out. */
const WEIGHED = 2 * policy.evidence.judged

export const findPassages: Find<Found> = async (plan, context, byWords) => {
  if (context.request.continuation === 'latest') return listLatest(context)
  // Filters alone are asked.
  if (plan.terms.length === 0 && context.request.filters !== undefined) return listNewest(context)
  const { ranked, candidates } = await rankAll(plan, context, byWords)
  return { found: await readBest(ranked, plan, context), candidates }
}

/**
 * Ranking only, for callers that paginate: the text of the best alone is read, and the others follow in their former
 * order. The same request has the same order, however much of it is shown.
 */
export const orderPassages: Find<RankedPassage> = async (plan, context, byWords) => {
  const { ranked, candidates } = await rankAll(plan, context, byWords)
  const { limit } = context.request
  // Only the text itself shows whether a passage holds an excluded word.
  const readCount = plan.mustLack.length > 0 ? limit : (context.request.shown?.readCount ?? policy.depth.readOfOrder)
  const within = { ...context, request: { ...context.request, limit: readCount + policy.depth.readOfLinks } }
  const best = await readBest(ranked.slice(0, readCount), plan, within, { pool: ranked })
  const seen = new Set(best.map(({ passage }) => passage.chunk))
  const least = best.at(-1)?.score ?? 1
  const rest = ranked.slice(readCount, limit).filter(({ best: { chunk } }) => !seen.has(chunk))
  const sourceOf = await sourcesOfDocuments(rest, context)
  return {
    found: [
      ...best.map((found, at) => toRanked(found, at < WEIGHED ? { plan, context } : undefined)),
      ...rest.flatMap(({ best: { chunk }, document, score }) => {
        const source = sourceOf(document)
        return source === undefined ? [] : [{ chunk, document, source, score: roundedScore(Math.min(least, score)) }]
      }),
    ],
    candidates,
  }
}

/** Only the best hits show how sure an answer is, which takes reading all of their text. */
function toRanked(found: Found, weighing: { readonly plan: SearchPlan; readonly context: SearchContext } | undefined) {
  const { chunk, document } = found.passage
  const place = { chunk, document: document.id, source: document.source, score: found.score }
  if (!weighing) return place
  const { plan, context } = weighing
  const kind = context.scope.sources.find(({ id }) => id === document.source)?.kind
  const storehouse = context.scope.kinds.find((each) => each.kind === kind)
  if (!storehouse) return place
  const own = { plan: planFor(storehouse, plan), ranking: storehouse.ranking }
  return { ...place, evidence: weighFound(found, { ...own, textOf: context.reading.textOf }) }
}

/** With a single source, all documents are its own. */
async function sourcesOfDocuments(ranked: readonly Ranked[], { view, scope: { sources } }: SearchContext) {
  const [only, ...others] = sources
  if (only && others.length === 0) return () => only.id
  const documents = await view.documents.byId([...new Set(ranked.map(({ document }) => document))])
  const known = new Map(documents.map(({ id, source }) => [id, source]))
  return (document: DocumentId) => known.get(document)
}

async function rankAll(common: SearchPlan, context: SearchContext, byWords?: ByWords) {
  const { query, messages } = context.request
  const words = byWords ?? (await findByWords(common, context))
  const lists = await Promise.all(
    [...words].map(async ([kind, found]): Promise<StorehouseList<Ranked>> => {
      const plan = planFor(kind, common)
      const own = await applyRankers(found.ranked, [...rankers.ofStorehouse, ...(kind.adds.rankers ?? [])], {
        kind,
        plan,
        found,
        context,
      })
      const files = filesJudged(kind, plan, context)
      const evidence = files && kind.adds.documents?.maxEvidence(files)
      const isOfPrompt = (!files || messages === true) && sentencesOf(query).length > 1
      const rankEvidenceOf = ({ score, meaning = 0 }: RankedDocument): RankEvidence => ({
        share: shareOf(score, evidence),
        meaning,
        ...(found.toPart !== undefined && { toPart: found.toPart }),
        ...(isOfPrompt && { isOfPrompt }),
      })
      const ranked = own.map((each) => ({ ...each, kind, rankEvidence: rankEvidenceOf(each) }))
      return {
        ranked,
        ...(evidence !== undefined && { evidence }),
        ...(isByPassage(kind, context.request) && { tail: tailOf(ranked) }),
      }
    }),
  )
  const candidates = [...words.values()].reduce((sum, found) => sum + found.candidates, 0)
  const ranked = await applyRankers(calibrate(lists), rankers.ofAll, context)
  return { ranked: ranked.toSorted(byScoreThenChunk), candidates }
}

/** Score of the best hit of the hundredth document: a conversation may have a hundred messages about one thing. */
function tailOf(ranked: readonly RankedDocument[]): number {
  const documents = new Set<DocumentId>()
  return ranked.find(({ document }) => documents.add(document).size === policy.storehouses.tail)?.score ?? 0
}
