import { msg, type Text } from '@wuku/messages/kernel'
import { policy } from '@wuku/core/policy'
import { WukuError } from '@wuku/core/errors'
import type { MissingPart } from '@wuku/core/ports/store'
import type { ReadAs } from '../base/searched.ts'
import type { QueryVectorResult } from '../base/question.ts'
import type { SearchPlan } from '../query/plan.ts'
import { describeRelaxations } from '../query/query-relaxation.ts'
import type { ParsedQuery } from '../query/query.ts'
import {
  type Hit,
  type ParsedRequest,
  type SearchMode,
  type SearchRequest,
  type SearchTrace,
  type WordWeights,
} from '../query/types.ts'
import type { Reordered } from './reorder.ts'
import type { Answered } from './search-context.ts'

interface Traced {
  readonly hits: readonly Pick<Hit, 'freshness'>[]
  readonly request: ParsedRequest
  readonly started: number
  readonly queryVector: QueryVectorResult | undefined
  readonly reordered?: Reordered | undefined
  readonly note?: Text | undefined
  /** Absent where the caller ranks one storehouse. */
  readonly past?: ParsedRequest['past']
  /** How the place that the question names was read. */
  readonly readAs?: ReadAs | undefined
  readonly missing?: MissingPart | undefined
}

/** How the search went, and what a caller must know to judge the answer. */
export function traceOf(query: ParsedQuery, answered: Answered<unknown>, traced: Traced): SearchTrace {
  const { hits, request, started, queryVector, reordered, note, past, readAs, missing } = traced
  const mode = modeOf(request, answered, queryVector)
  const without = withoutMeaning(request, queryVector)
  return {
    mode,
    ...(without && { withoutMeaning: without }),
    ...(missing && { partial: missing }),
    reordered: reordered !== undefined && reordered.note === undefined,
    words: answered.plan.words.map((word) => word.raw),
    ...(request.shown?.explain === true && { weights: wordWeights(answered.plan) }),
    corrections: answered.corrections,
    notes: [
      ...(missing ? [msg('partOfIndexMissing', { shards: missing.shards })] : []),
      ...(readAs === undefined || readAs === 'name' ? [] : [msg('readAs', { place: readAs })]),
      ...(past?.note !== undefined && hits.length > 0 ? [past.note] : []),
      ...notesOn(query, answered, traced),
      ...(without ? [msg('wordsOnly', without)] : []),
      ...(note === undefined ? [] : [note]),
    ],
    candidates: answered.candidates,
    milliseconds: Math.round((performance.now() - started) * 100) / 100,
  }
}

const wordWeights = ({ words, passages }: SearchPlan): WordWeights => ({
  words: words.map(({ raw, chunkCount, ideal }) => ({ raw, chunkCount, ideal })),
  passages,
})

/** Quotes ask for words, and nothing else was looked at. */
function modeOf(
  { meaning: { mode = 'hybrid' } = {} }: SearchRequest,
  { plan }: Answered<unknown>,
  queryVector: QueryVectorResult | undefined,
): SearchMode {
  if (queryVector?.is !== 'known') return 'lexical'
  return plan.mustHold.length > 0 && mode !== 'semantic' ? 'lexical' : mode
}

/** Missing vectors are not mentioned to users that never made any. A search by meaning alone fails. */
function withoutMeaning({ meaning: { mode } = {} }: SearchRequest, queryVector: QueryVectorResult | undefined) {
  if (!queryVector || queryVector.is === 'known') return undefined
  const { why, remedy } = queryVector
  if (mode === 'semantic') throw new WukuError('vectors-missing', msg('searchMeaningNotPossible', { why, remedy }))
  return queryVector.is === 'failed' || mode === 'hybrid' ? { why, remedy } : undefined
}

/** Sentences that a caller must know to judge the answer. */
function notesOn(query: ParsedQuery, answered: Answered<unknown>, { hits, request }: Traced): readonly Text[] {
  const hasFilters = request.filters !== undefined || request.continuation === 'latest'
  const notes: Text[] = []
  for (const { from, to } of answered.corrections) notes.push(msg('searchedInstead', { from, to }))
  notes.push(...query.notes, ...(hits.length > 0 ? describeRelaxations(answered.relaxations) : []))
  if (hits.length === 0 && query.phrases.some(({ force }) => force === 'insists'))
    notes.push('The phrase after + occurs nowhere; without the + its words are searched too.')
  if (hits.length > 0 && answered.candidates === 0 && answered.plan.terms.length > 0)
    notes.push('No word of the query occurs anywhere; these are the nearest in meaning.')
  if (answered.plan.terms.length === 0 && !hasFilters) notes.push('The query contains no word.')
  if (answered.plan.mustHold.length > 0 && answered.candidates >= policy.depth.tested && hits.length < request.limit)
    notes.push(msg('bestPassagesChecked', { most: policy.depth.tested }))
  const stale = countOf(hits, 'stale')
  const missing = countOf(hits, 'missing')
  if (stale > 0)
    notes.push(
      stale === 1
        ? 'One of these changed since it was indexed: run "wuku index" to update it.'
        : msg('changedSinceIndexed', { count: stale }),
    )
  if (missing > 0) notes.push(missing === 1 ? msg('oneOffDisk') : msg('someOffDisk', { count: missing }))
  if (countOf(hits, 'unknown') > 0) notes.push('The folder of some of these is missing; they are shown as indexed.')
  return notes
}

/** Words in the note on missing files, by which callers recognise it. */
export const OFF_DISK = 'no longer on disk'

const countOf = (hits: Traced['hits'], freshness: Hit['freshness']): number =>
  hits.filter((hit) => hit.freshness === freshness).length
