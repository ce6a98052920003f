import type { DocumentFilter, TextProbe, WeightedTerm } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'

/** Chunks by index terms that the caller knows: definitions, marks, rare words. Questions go through the search. */
export interface TermLookup {
  /** Any of these, each as weighty as another unless it says so. */
  readonly terms: readonly (string | WeightedTerm)[]
  /** All of these. */
  readonly required?: readonly string[]
  /** None of these. */
  readonly excluded?: readonly string[]
  readonly within?: DocumentFilter
  readonly limit: number
  /** How soon a term that occurs again says nothing new. */
  readonly k1?: number
}

/** For each lookup its chunks, those with most of the weight first. */
export const chunksWithTerms = (view: StoreView, lookups: readonly TermLookup[]) =>
  lookups.length === 0 ? Promise.resolve([]) : view.chunks.lexical(lookups.map(probeOf))

/** It hardly matters where terms are looked up. */
export const LOOKUP_K1 = 1.2

const probeOf = ({ terms, required = [], excluded = [], within, limit, k1 = LOOKUP_K1 }: TermLookup): TextProbe => ({
  terms: terms.map((term) => (typeof term === 'string' ? { term, weight: 1 } : term)),
  required,
  excluded,
  ...(within && { within }),
  k1,
  depth: limit,
})
