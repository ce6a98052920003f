import type { TermCount } from '@wuku/core/ports/index-view'

/** Terms that are held as often are ordered as texts. */
export const commonestTerms = (terms: readonly TermCount[], limit: number): TermCount[] =>
  terms.toSorted((a, b) => b.holders - a.holders || (a.term < b.term ? -1 : 1)).slice(0, limit)
