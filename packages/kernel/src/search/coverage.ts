import type { DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { PlannedWord } from '../query/plan.ts'
import { tellingTerms } from './word-places.ts'

/**
 * Share of the weight of a question's words that each of some documents holds anywhere: in a conversation they may be spread
 * over several messages.
 */
export async function coverageOf(
  all: readonly DocumentId[],
  words: readonly PlannedWord[],
  view: StoreView,
): Promise<ReadonlyMap<DocumentId, number>> {
  const documents = [...new Set(all)]
  const telling = words.map((word) => ({ ideal: word.ideal, terms: termsOf(word) }))
  const holders = await view.terms.documentsWith([...new Set(telling.flatMap(({ terms }) => terms))], { documents })
  const ideal = words.reduce((sum, word) => sum + word.ideal, 0)
  const heldIn = (document: DocumentId): number =>
    telling
      .filter(({ terms }) => terms.some((term) => holders.get(term)?.has(document)))
      .reduce((sum, word) => sum + word.ideal, 0)
  return new Map(documents.map((document) => [document, ideal === 0 ? 0 : heldIn(document) / ideal]))
}

const termsOf = (word: PlannedWord): readonly string[] => [
  ...tellingTerms(word),
  ...word.otherNames.map(({ term }) => term),
]
