import { analyseQuery, type QueryTerm } from '@wuku/text/terms/query'

/** Another word that is searched in addition to one of the query. */
export interface Alternative {
  /** As an answer names it. */
  readonly text: string
  /** The text that it replaces, when that is more than the word that it is weighed against. */
  readonly of?: string
  /** Weight relative to 1 for the word itself. */
  readonly factor: number
  readonly terms: readonly QueryTerm[]
}

/** A term of the index as it stands there. */
export const ofTerm = (term: string, factor: number, text = term): Alternative => ({
  text,
  factor,
  terms: [{ term, weight: 1 }],
})

/** Words as somebody would write them. */
export const ofWords = (text: string, factor: number): Alternative => ({
  text,
  factor,
  terms: analyseQuery(text).flatMap((word) =>
    word.terms.map(({ term, weight }) => ({ term, weight: weight * word.weight })),
  ),
})
