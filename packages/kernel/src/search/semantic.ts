import type { ScopedKind, SearchContext, StorehouseRanking } from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import type { Background, Candidate, ChunkId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { fuseLegs, createSurprise, estimateOwners } from '@wuku/index-core/ranking/hybrid'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { startTrace } from '@wuku/index-core/ranking/score-trace'
import { isByPassage, keepTimely, roleFactors, type SearchPorts } from './search-context.ts'
import type { SearchPlan } from '../query/plan.ts'
import type { ParsedQuery } from '../query/query.ts'
import type { SearchRequest } from '../query/types.ts'
import type { QueryVectorResult } from '../base/question.ts'
import { chunksWithTerms } from '../chunks-with-terms.ts'
import { MAX_CHUNKS, markTerms } from './holders.ts'

/**
 * Asks a model what the question means, which it computes while words are looked up. `known`: once it has answered, or
 * where words alone are asked.
 */
export function askMeaning(query: ParsedQuery, request: SearchRequest, { meaning, kinds: storehouses }: SearchPorts) {
  const { meaning: { mode, passage } = {}, within: { kinds = [] } = {} } = request
  if (mode === 'lexical') return { queryVector: Promise.resolve(undefined), known: () => ({ queryVector: undefined }) }
  const isCode = kinds.length === 1 && storehouses.some(({ kind, ranking }) => kind === kinds[0] && ranking.files)
  const queryVector =
    passage === undefined
      ? meaning.of(plainText(query), { purpose: 'query', subject: isCode ? 'code' : 'text' })
      : meaning.of(passage, { purpose: 'document' })
  let known: { readonly queryVector: QueryVectorResult } | undefined
  void queryVector.then((answered) => (known = { queryVector: answered }))
  return { queryVector, known: () => known }
}

/** The query as somebody would say it, without its signs. */
export const plainText = ({ words, prefixes }: ParsedQuery): string =>
  [words, ...prefixes].filter((part) => part !== '').join(' ')

/** Results by words in one storehouse, combined with results near in meaning; words alone if no vector is available. */
export async function withMeaning(
  words: readonly RankedDocument[],
  { kind, plan, context, found: { probe } }: StorehouseRanking,
): Promise<readonly RankedDocument[]> {
  const near = await nearestIn(kind, { plan, context, within: probe.within })
  if (!near) return words
  const { request } = context
  const keyOf = isByPassage(kind, request) ? chunkOf : documentOf
  const nearest = bestOf(near.candidates, keyOf)
  if (request.meaning?.mode === 'semantic')
    return byMeaningOnly([...nearest.values()], near.background, request.shown?.explain)
  const byWords = new Map(words.map((each) => [keyOf(each.best), each]))
  const fused = fuseLegs(
    {
      lexical: words.map((each) => ({ key: keyOf(each.best), score: each.score })),
      semantic: [...nearest].map(([key, { score }]) => ({ key, score })),
      background: { ...near.background, among: ownersIn(near, nearest.size) },
    },
    request.meaning?.weights ?? kind.ranking.hybrid,
  )
  return fused.map(({ key, score, semantic }) => {
    const [word, candidate] = [byWords.get(key), nearest.get(key)]
    const best = candidate && (!word || semantic > policy.fusion.decisiveNats) ? candidate : word?.best
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
async function nearestIn(
  kind: ScopedKind,
  { plan, context, within }: { plan: SearchPlan; context: SearchContext; within: DocumentFilter | undefined },
): Promise<Near | undefined> {
  const { request, view, queryVector } = context
  if (plan.mustHold.length > 0 && request.meaning?.mode !== 'semantic') return undefined
  if (queryVector?.is !== 'known') return undefined
  // A set may have given way to another since the question was asked.
  if (!(await view.vectors.embeddingSets()).some(({ id }) => id === queryVector.set.id)) return undefined
  const { candidates, background } = await view.vectors.nearest({
    set: queryVector.set.id,
    vector: queryVector.vector,
    depth: policy.depth.vectors,
    ...(within && { within }),
  })
  const marked = await keepMarked(await keepTimely(candidates, kind, context), context)
  const judged = await withParts(marked, { kind, context, background })
  return { candidates: judged, background }
}

/** Only those that are what was asked for besides what they mean. */
async function keepMarked(candidates: readonly Candidate[], { request, view }: SearchContext) {
  const marks = markTerms(request.within)
  if (marks.required.length + marks.excluded.length === 0 || candidates.length === 0) return candidates
  const within = { documents: [...new Set(candidates.map(({ document }) => document))] }
  const isRequired = marks.required.length > 0
  const found = await chunksWithTerms(view, [
    { terms: isRequired ? marks.required : marks.excluded, ...(isRequired && marks), within, limit: MAX_CHUNKS },
  ])
  const marked = new Set<ChunkId>(found.flat().map(({ chunk }) => chunk))
  return candidates.filter(({ chunk }) => marked.has(chunk) === isRequired)
}

/** Files that are ranked behind others for the part that they play stand out less by their meaning too. */
async function withParts(
  candidates: readonly Candidate[],
  { kind, context, background }: { kind: ScopedKind; context: SearchContext; background: Background },
): Promise<readonly NearCandidate[]> {
  const { files } = kind.ranking
  const near = candidates.map((each) => ({ ...each, cosine: each.score }))
  if (!files || context.request.of !== 'documents') return near
  const found = near.map(({ document }) => document)
  const partOf = await roleFactors(found, files, context)
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
function byMeaningOnly(found: readonly NearCandidate[], background: Background, explain: boolean | undefined) {
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
