import type { QueryTerm } from '../../../text/terms/query.ts'
import { analyseQuery } from '../../../text/terms/query.ts'
import { phraseWay, type Way } from './sought.ts'

/** Another word that is searched in addition to one of the query. */
export interface Alternative {
  /** As the answer names it. */
  readonly said: string
  /** The text that it replaces, when that is more than the word that it is weighed against. */
  readonly of?: string
  /** Weight relative to 1 for the word itself. */
  readonly factor: number
  readonly terms: readonly QueryTerm[]
  readonly way: Way
}

/** A term of the index as it stands there. */
export const ofTerm = (term: string, factor: number, said = term): Alternative => ({
  said,
  factor,
  terms: [{ term, weight: 1 }],
  way: { terms: [term] },
})

/** Words as somebody would write them. */
export const ofWords = (said: string, factor: number): Alternative => ({
  said,
  factor,
  terms: analyseQuery(said).flatMap((word) =>
    word.terms.map(({ term, weight }) => ({ term, weight: weight * word.weight })),
  ),
  way: phraseWay(said),
})
