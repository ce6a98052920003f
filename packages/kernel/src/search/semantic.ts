import type { Background, Candidate, ChunkId, DocumentId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import type { EmbeddingSet } from '@wuku/core/ports/vectors'
import { fuseLegs, createSurprise, estimateOwners } from '@wuku/index-core/ranking/hybrid'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { startTrace } from '@wuku/index-core/ranking/score-trace'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { isByPassage, type SearchContext } from './search-context.ts'
import type { SearchPlan } from '../query/plan.ts'
import { keepTimely } from './timely.ts'
import type { StorehouseKind } from '../base/engine.ts'

/** Chunks that are near in meaning. The rest of them say nothing that words would not say better. */
const DEPTH = 200

export interface NearRequest {
  readonly plan: SearchPlan
  readonly context: SearchContext
  readonly within: DocumentFilter | undefined
}

/** Results by words in one storehouse, combined with results near in meaning; words alone if no vector is available. */
export async function withMeaning(
  kind: StorehouseKind,
  words: readonly RankedDocument[],
  nearRequest: NearRequest,
): Promise<readonly RankedDocument[]> {
  const near = await nearestIn(kind, nearRequest)
  if (!near) return words
  const { request } = nearRequest.context
  const keyOf = isByPassage(kind, request) ? chunkOf : documentOf
  const found = bestOf(near.candidates, keyOf)
  if (request.meaning?.mode === 'semantic')
    return byMeaningOnly([...found.values()], near.background, request.shown?.explain)
  const byWords = new Map(words.map((each) => [keyOf(each.best), each]))
  const fused = fuseLegs(
    {
      lexical: words.map((each) => ({ key: keyOf(each.best), score: each.score })),
      semantic: [...found].map(([key, { score }]) => ({ key, score })),
      background: { ...near.background, among: ownersIn(near, found.size) },
    },
    request.meaning?.weights ?? kind.ranking.hybrid,
  )
  return fused.map(({ key, score, semantic }) => {
    const [word, candidate] = [byWords.get(key), found.get(key)]
    const best = candidate && (!word || semantic > DECISIVE_NATS) ? candidate : word?.best
    if (!best) throw new Error('Something was fused that nobody found.')
    return {
      ...word,
      document: best.document,
      best,
      score,
      meaning: semantic,
      ...(candidate && { cosine: candidate.cosine }),
      ...startTrace(request.shown?.explain, ...(word?.trail ?? []), { by: 'meaning', score }),
    }
  })
}

/** In nats: a passage that its meaning makes so much likelier is shown rather than the one that has the words. */
const DECISIVE_NATS = 2

const documentOf = ({ document }: Candidate): number => document
const chunkOf = ({ chunk }: Candidate): number => chunk

/** A chunk with its cosine; its score is that, or less for the part that its file plays. */
interface NearCandidate extends Candidate {
  readonly cosine: number
}

interface Near {
  readonly candidates: readonly NearCandidate[]
  readonly background: Background
}

/** Only the nearest of a document's passages counts: it stands out among documents, of which there are fewer. */
const ownersIn = ({ candidates, background }: Near, owners: number): number =>
  estimateOwners({ drawn: candidates.length, owners, among: background.among })

/** A quotation asks for these very words, and not for similar ones. */
async function nearestIn(kind: StorehouseKind, { plan, context, within }: NearRequest): Promise<Near | undefined> {
  const { request, view, queryVector } = context
  if (plan.mustHold.length > 0 && request.meaning?.mode !== 'semantic') return undefined
  if (queryVector?.is !== 'known' || !(await isThere(queryVector.set, view))) return undefined
  const { candidates, background } = await view.vectors.nearest({
    set: queryVector.set.id,
    vector: queryVector.vector,
    depth: DEPTH,
    ...(within && { within }),
  })
  const marked = await keepMarked(await keepTimely(candidates, kind, context), kind, context)
  const judged = await withParts(marked, { kind, context, background })
  return { candidates: judged, background }
}

/** A set may have given way to another since the question was asked. */
export const isThere = async ({ id }: EmbeddingSet, { vectors }: StoreView): Promise<boolean> =>
  (await vectors.embeddingSets()).some((set) => set.id === id)

/** Only those that are what was asked for besides what they mean. */
async function keepMarked(
  candidates: readonly Candidate[],
  { ranking }: StorehouseKind,
  { request, view }: SearchContext,
): Promise<readonly Candidate[]> {
  const { marks = [] } = request.within ?? {}
  const required = marks.map(({ family, value }) => markTerm(family, value))
  const [first] = required
  if (first === undefined || candidates.length === 0) return candidates
  const documents = [...new Set(candidates.map(({ document }) => document))]
  const terms = [{ term: first, weight: 1 }]
  const probe = { terms, required, excluded: [], within: { documents }, k1: ranking.k1, depth: MAX_MARKED }
  const marked = new Set<ChunkId>(((await view.chunks.lexical([probe]))[0] ?? []).map(({ chunk }) => chunk))
  return candidates.filter(({ chunk }) => marked.has(chunk))
}

/** Chunks of the documents of candidates, however long those are. */
const MAX_MARKED = 100_000

/** Files that are ranked behind others for the part that they play stand out less by their meaning too. */
async function withParts(
  candidates: readonly Candidate[],
  { kind, context, background }: { kind: StorehouseKind; context: SearchContext; background: Background },
): Promise<readonly NearCandidate[]> {
  const { files } = kind.ranking
  const near = candidates.map((each) => ({ ...each, cosine: each.score }))
  if (!files || context.request.of !== 'documents') return near
  const documents = await context.view.documents.byId([...new Set(near.map(({ document }) => document))])
  const partOf = new Map<DocumentId, number>(
    documents.map(({ id, meta: { role } }) => [
      id,
      typeof role === 'string' && !context.request.roles?.includes(role) ? (files.roles[role] ?? 1) : 1,
    ]),
  )
  const { mean } = background
  return near.map((each) => ({ ...each, score: mean + (each.cosine - mean) * (partOf.get(each.document) ?? 1) }))
}

/** Candidates come best first. */
function bestOf(candidates: readonly NearCandidate[], keyOf: (each: Candidate) => number): Map<number, NearCandidate> {
  const best = new Map<number, NearCandidate>()
  for (const each of candidates.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk))
    if (!best.has(keyOf(each))) best.set(keyOf(each), each)
  return best
}

/** By chance, the nearest of many is as near as the logarithm of their number: only the excess is information. */
function byMeaningOnly(
  found: readonly NearCandidate[],
  background: Background,
  explain: boolean | undefined,
): readonly RankedDocument[] {
  const surprise = createSurprise(
    found.map(({ score }) => score),
    background,
  )
  const byChance = Math.log(Math.max(1, background.among))
  return found.map((best) => {
    const score = Math.min(1, Math.max(0, best.score))
    const meaning = surprise(best.score) - byChance
    const trace = startTrace(explain, { by: 'meaning', score })
    return { document: best.document, best, score, cosine: best.cosine, meaning, ...trace }
  })
}
