import { hearFilters, type Filter } from '../../../engine/search/filters.ts'
import { queriesOf } from './asked.ts'
import type { SearchInput } from './shapes.ts'
import { windowOf } from './window.ts'

export interface HeardDates {
  /** The search with the dates as its window; absent where no time is left. */
  readonly wanted?: SearchInput
  /** As they were written. */
  readonly said: string
}

/** `before:2026-05` and the like in a query, which the window says otherwise; `undefined` where there is none. */
export function hearDates(wanted: SearchInput, now: number): HeardDates | undefined {
  const heard = queriesOf(wanted).map((query) => hearFilters(query, now, ['before', 'after', 'since']))
  const filters = heard.flatMap((each) => each.filters)
  if (filters.length === 0) return undefined
  const { from, to } = windowOf(wanted.time_window, now) ?? { from: -Infinity, to: Infinity }
  const start = Math.max(0, from, ...filters.map(sinceOf))
  const end = Math.min(LAST, to, ...filters.map(beforeOf))
  const queries = heard.map(({ query }) => query).filter((query) => /[\p{L}\p{N}\p{S}]/u.test(query))
  return {
    said: filters.map(({ written }) => written).join(' '),
    ...(start <= end && {
      wanted: { ...wanted, intent_query: queries.length > 0 ? queries : '*', time_window: { start, end } },
    }),
  }
}

/** There is no later date. */
const LAST = 8.64e15

const sinceOf = (filter: Filter): number => (filter.key === 'since' ? filter.at : -Infinity)
const beforeOf = (filter: Filter): number => (filter.key === 'before' ? filter.at - 1 : Infinity)
