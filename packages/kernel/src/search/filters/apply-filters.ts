import type { Text } from '@wuku/messages/message'
import { kinds as allKinds } from '@wuku/core/core-types'
import { parseFilters, type Filter, type ParsedFilters } from '../../query/filters.ts'
import type { AnyAnswer } from '../../query/plan.ts'
import type { Asking } from '../search-context.ts'
import type { ParsedRequest } from '../../query/types.ts'

/**
 * The question with its filters. If they leave nothing, the answer is empty, and a note names what the words alone
 * would find.
 */
export async function applyFilters<Answer extends AnyAnswer>(
  request: ParsedRequest,
  { now, ask, mayList }: Asking<Answer>,
): Promise<Answer> {
  const parsed = parseFilters(request.query, now)
  const { query, filters } = parsed
  const hasWords = /[\p{L}\p{N}\p{S}]/u.test(query)
  if (filters.length === 0 || !(hasWords || mayList)) return ask(request)
  const filteredRequest = requestFor(request, parsed, hasWords)
  const found = filteredRequest && (await ask(filteredRequest))
  if (found && countOf(found) > 0) return noting(found, `Filtered by ${renderFilters(filters)}.`)
  const others = hasWords || !found ? await ask({ ...request, query: hasWords ? query : request.query }) : found
  return emptied(others, noteOnNothing(renderFilters(filters), hasWords ? titlesOf(others) : []))
}

const MAX_NAMED = 3

/** Names what the words find without the filters. */
export function noteOnNothing(filters: string, others: readonly string[]): string {
  const nothing = `Nothing matches the filter ${filters}.`
  if (others.length === 0) return nothing
  const named = [...new Set(others)].slice(0, MAX_NAMED).map((title) => `"${title}"`)
  return `${nothing} Without it the words find ${named.join(', ')}.`
}

/** `undefined` where no storehouse is left to ask. */
function requestFor(request: ParsedRequest, { query, filters }: ParsedFilters, hasWords: boolean) {
  const kinds = filters.reduce((left, filter) => {
    if (filter.key !== 'kind') return left
    return left.filter((kind) => filter.kinds.includes(kind) !== filter.isNot)
  }, request.within?.kinds ?? allKinds)
  if (kinds.length === 0) return undefined
  const isAnyKind = kinds.length === allKinds.length
  const filtersOnly = !hasWords && ({ meaning: { ...request.meaning, mode: 'lexical', rerank: false } } as const)
  return { ...request, ...filtersOnly, query, filters, ...(!isAnyKind && { within: { ...request.within, kinds } }) }
}

export const countOf = (found: AnyAnswer): number => ('hits' in found ? found.hits.length : found.ranked.length)

/** A ranking has none. */
const titlesOf = (found: AnyAnswer): readonly string[] =>
  'hits' in found ? found.hits.map(({ document }) => document.title) : []

export const noting = <Answer extends AnyAnswer>(found: Answer, note: Text): Answer => ({
  ...found,
  trace: { ...found.trace, notes: [note, ...found.trace.notes] },
})

const emptied = <Answer extends AnyAnswer>(found: Answer, note: Text): Answer => ({
  ...found,
  ...('hits' in found ? { hits: [] } : { ranked: [] }),
  trace: { ...found.trace, corrections: [], notes: [note] },
})

const renderFilters = (filters: readonly Filter[]): string => filters.map(({ written }) => written).join(' ')
