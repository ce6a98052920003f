import type { BestRanking, Found, Ranked, Ranking, ReadPassage, SearchContext } from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import { once } from '@wuku/core/once'
import type { DocumentId, Passage } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { pageOfPath } from '@wuku/core/ports/history-page'
import type { SearchPlan } from '../query/plan.ts'
import type { SearchRequest } from '../query/types.ts'
import { addedBy, applyRankers, rankers } from './rankers.ts'
import { isByPassage } from './search-context.ts'

/**
 * Fetches the best in order, leaves out what holds an excluded word, and ranks what is left by its text; with pages of `pool`
 * to which the best point.
 */
export async function readBest(
  ranked: readonly Ranked[],
  plan: SearchPlan,
  context: SearchContext,
  { pool = ranked, more = 0 }: { readonly pool?: readonly Ranked[]; readonly more?: number } = {},
): Promise<readonly Found[]> {
  const { limit, shown } = context.request
  const ranking = { plan, context }
  const mayMove = context.scope.kinds.some(({ ranking: { closeness } }) => closeness > 0)
  const targetCount = (mayMove ? Math.max(policy.depth.read, limit) : limit) + more
  const retained: ReadPassage[] = []
  const readPage = createPageReader(ranking)
  for (let at = 0; at < ranked.length && retained.length < targetCount; at += targetCount)
    retained.push(...(await readPage(ranked.slice(at, at + targetCount))))
  const best = await applyRankers(retained, [...rankers.ofBest, ...addedBy(context, 'ofBest')], {
    ...ranking,
    pool,
    readPage,
  })
  const byScore = best.toSorted((a, b) => b.score - a.score || a.passage.chunk - b.passage.chunk)
  const ordered = (await applyRankers<Found, Ranking>(byScore, rankers.inOrder, ranking))
    .map((found) => ({ ...found, score: roundedScore(found.score) }))
    .filter((found) => found.score >= (shown?.minScore ?? 0))
  const grouped = shown?.collapse
    ? await applyRankers(ordered, [...rankers.grouping, ...addedBy(context, 'grouping')], ranking)
    : ordered
  const isShort = more === 0 && retained.length >= targetCount && grouped.length < limit
  return isShort ? readBest(ranked, plan, context, { pool, more: policy.depth.moreForCopies }) : grouped.slice(0, limit)
}

function createPageReader(ranking: Ranking): BestRanking['readPage'] {
  const { plan, context } = ranking
  const { request, view } = context
  const copies = new Set<string>()
  const messages = new Set<string>()
  return async (page) => {
    const retained: ReadPassage[] = []
    const passages = await view.chunks.passages(page.map((each) => each.best.chunk))
    const byChunk = new Map(passages.map((passage) => [passage.chunk, passage]))
    for (const each of page) {
      const passage = byChunk.get(each.best.chunk)
      if (!passage || request.within?.accepts?.(passage.document) === false) continue
      if (isCopy(passage, copies) || isKnownMessage(passage, each, { request, messages })) continue
      if (await holdsExcluded(passage, plan, context)) continue
      retained.push(toRead(each, passage, context))
    }
    return applyRankers(retained, rankers.byText, ranking)
  }
}

function toRead(ranked: Ranked, passage: Passage, { reading }: SearchContext): ReadPassage {
  const { kind, others = [], score, rankEvidence, cosine, trail, exact } = ranked
  return {
    kind,
    ranked,
    lift: (same) => same,
    passage,
    reading: once(() => reading.textOf(passage.text)),
    others,
    score,
    ...(trail && { trail }),
    rankEvidence,
    ...(cosine !== undefined && { cosine }),
    ...(exact && { exact }),
  }
}

export const roundedScore = (score: number): number => Math.round(score * 1000) / 1000

/** Work trees of one repository hold the same files under the same paths: one of them is enough. */
const isCopy = ({ document, facts }: Passage, copies: Set<string>): boolean =>
  copies.size === copies.add(`${document.hash}:${facts.start}:${document.path}`).size

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

/** An excluded word may stand nowhere in what the answer would be: in the whole document, where documents are asked for. */
async function holdsExcluded(passage: Passage, plan: SearchPlan, { request, view }: SearchContext): Promise<boolean> {
  if (plan.mustLack.length === 0) return false
  // A page of commits holds a hundred, and each is an answer by itself.
  const isFullDocument = request.of === 'documents' && pageOfPath(passage.document.path) === undefined
  const searched = isFullDocument ? await searchedTextOf(passage.document.id, view) : passage.text
  return plan.mustLack.some((holds) => holds(searched) || holds(passage.document.title))
}

/** The text of its chunks. The rest of a document, such as the role and time of each message, can not be found either. */
async function searchedTextOf(document: DocumentId, view: StoreView): Promise<string> {
  const [bodies, chunks] = await Promise.all([view.documents.bodies([document]), view.chunks.of([document])])
  const body = bodies.get(document) ?? ''
  return (chunks.get(document) ?? []).map(({ start, end }) => body.slice(start, end)).join('\n')
}
