import type { Candidate } from '@wuku/core/core-types'
import type { SearchContext } from './search-context.ts'
import type { ParsedRequest, TimeSpan } from '../query/types.ts'
import type { StorehouseKind } from '../base/engine.ts'

/** A document that was written to since may be old but for its end. */
export async function keepTimely(
  candidates: readonly Candidate[],
  { hits: { writtenWithin } = {} }: StorehouseKind,
  { request, view }: SearchContext,
): Promise<readonly Candidate[]> {
  const time = timeSpanOf(request)
  return time === undefined || !writtenWithin ? candidates : writtenWithin(candidates, time, view)
}

/** Time span from the options of the request and from the query. */
export function timeSpanOf({
  within: { since } = {},
  detectedTime = {},
}: Pick<ParsedRequest, 'within' | 'detectedTime'>): TimeSpan | undefined {
  const { since: detectedSince, before } = detectedTime
  const from = [since, detectedSince].filter((at) => at !== undefined)
  if (from.length === 0 && before === undefined) return undefined
  return {
    ...(from.length > 0 && { since: Math.max(...from) }),
    ...(before !== undefined && { before }),
  }
}
