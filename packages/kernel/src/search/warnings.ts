import { policy } from '@wuku/core/policy'
import type { Answered } from './search-context.ts'
import { describeRelaxations } from '../query/query-relaxation.ts'
import type { ParsedQuery } from '../query/query.ts'
import type { Hit } from '../query/types.ts'

export interface Shown {
  readonly hits: readonly Pick<Hit, 'freshness'>[]
  /** How many were asked for. */
  readonly limit: number
  /** The query says which documents are meant: it may have no words. */
  readonly hasFilters: boolean
}

/** Sentences that a caller must know to judge the answer. */
export function notesOn(
  query: ParsedQuery,
  answered: Answered<unknown>,
  { hits, limit, hasFilters }: Shown,
): readonly string[] {
  const notes: string[] = []
  for (const { from, to } of answered.corrections)
    notes.push(`Nothing contains "${from}"; searched for "${to}" instead.`)
  notes.push(...query.notes, ...(hits.length > 0 ? describeRelaxations(answered.relaxations) : []))
  if (hits.length === 0 && query.phrases.some(({ force }) => force === 'insists'))
    notes.push('The phrase after + occurs nowhere; without the + its words are searched too.')
  if (hits.length > 0 && answered.candidates === 0 && answered.plan.terms.length > 0)
    notes.push('No word of the query occurs anywhere; these are the nearest in meaning.')
  if (answered.plan.terms.length === 0 && !hasFilters) notes.push('The query contains no word.')
  if (answered.plan.mustHold.length > 0 && answered.candidates >= policy.depth.tested && hits.length < limit)
    notes.push(
      `Only the ${policy.depth.tested} best passages with its words were checked for the phrase: add a rarer word to find more.`,
    )
  const stale = countOf(hits, 'stale')
  const missing = countOf(hits, 'missing')
  if (stale > 0)
    notes.push(
      stale === 1
        ? 'One of these changed since it was indexed: run "wuku index" to update it.'
        : `${stale} of these changed since they were indexed: run "wuku index" to update them.`,
    )
  if (missing > 0)
    notes.push(
      missing === 1
        ? `One of these is ${OFF_DISK}: run "wuku index" to remove it.`
        : `${missing} of these are ${OFF_DISK}: run "wuku index" to remove them.`,
    )
  if (countOf(hits, 'unknown') > 0) notes.push('The folder of some of these is missing; they are shown as indexed.')
  return notes
}

/** Words in the note on missing files, by which callers recognise it. */
export const OFF_DISK = 'no longer on disk'

const countOf = (hits: Shown['hits'], freshness: Hit['freshness']): number =>
  hits.filter((hit) => hit.freshness === freshness).length
