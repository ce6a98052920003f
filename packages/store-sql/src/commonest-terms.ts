import type { TermCount } from '@wuku/core/ports/index-view'

/** Terms that are held as often are ordered as texts. */
export const commonestTerms = (holders: Iterable<readonly [string, number]>, limit: number): TermCount[] =>
  Array.from(holders, ([term, count]) => ({ term, holders: count }))
    .toSorted((a, b) => b.holders - a.holders || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
