import { policy } from '@wuku/core/policy'
import type { Candidate, DocumentId } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { stepped, startTrace } from '@wuku/index-core/ranking/score-trace'
import { isByPassage, keepTimely, type SearchContext, type StorehouseRanking } from '../search-context.ts'
import type { PhraseBonus, SearchPlan } from '../../query/plan.ts'
import type { StorehouseKind } from '../../base/engine.ts'

/** A passage that holds a phrase as it was written answers better than one that has its words; and none is left out for it. */
export async function preferPhraseMatches(
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

interface PhraseRequest {
  readonly probe: TextProbe
  readonly kind: StorehouseKind
  readonly context: SearchContext
}

interface PhraseMatch {
  readonly phrases: Set<PhraseBonus>
  readonly best: Candidate
}

/** A file that is ranked behind for the part that it plays gains less. */
async function weights(
  matches: readonly PhraseMatch[],
  { ranking: { files } }: StorehouseKind,
  { view, request }: SearchContext,
): Promise<(document: DocumentId) => number> {
  if (!files) return () => policy.phrases.weight
  const documents = await view.documents.byId([...new Set(matches.map(({ best }) => best.document))])
  const parts = new Map(
    documents.map(({ id, meta: { role } }) => [
      id,
      typeof role === 'string' && !request.roles?.includes(role) ? (files.roles[role] ?? 1) : 1,
    ]),
  )
  return (document) => policy.phrases.weight * (parts.get(document) ?? 1)
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
  { probe, kind, context }: PhraseRequest,
): Promise<readonly Candidate[]> {
  const { view } = context
  const found =
    (
      await view.chunks.lexical([{ ...probe, required: [...probe.required, ...terms], depth: policy.phrases.read }])
    )[0] ?? []
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
