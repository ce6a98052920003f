import type { Found, RankEvidence } from '../base/searched.ts'
import { weighWords, type Evidence } from '@wuku/index-core/ranking/confidence'
import { byNumber, type ReadText, type TextReading } from '@wuku/text/terms/reading'
import type { RankingPolicy } from '../base/kind.ts'
import { tellingTerms } from './word-places.ts'
import type { PlannedWord, SearchPlan } from '../query/plan.ts'
import { queryWordWeights, type TermsOf } from '../query/stated-words.ts'

/** Evidence for how sure a passage is: the words that it and its titles hold, and how strongly (`ranking/confidence.ts`). */

/** Index terms that show that a passage holds the word. */
export const termsOf = (word: PlannedWord, { shortForms, files }: RankingPolicy): readonly string[] => {
  const more = [...(shortForms === undefined ? [] : word.shortForms), ...(files ? [] : word.otherNames)]
  return more.length === 0 ? tellingTerms(word) : [...tellingTerms(word), ...more.map(({ term }) => term)]
}

type Field = () => TextReading

/** A passage stands under its titles, and need not repeat them. */
export function fieldsOf(
  { passage: { document, facts }, reading }: Pick<Found, 'passage' | 'reading'>,
  textOf: ReadText,
): readonly Field[] {
  const titles = [document.title, document.path, ...facts.headings]
  return [...titles.map((title) => () => textOf(title)), reading]
}

/** Terms among these that the fields hold. */
export function matchedTerms(fields: readonly Field[], terms: readonly string[]): ReadonlySet<string> {
  const queryTerms = new Set(terms)
  const matched = new Set<string>()
  for (const field of fields) {
    if (matched.size === queryTerms.size) break
    const reading = field()
    const missing = byNumber(
      [...queryTerms.difference(matched)].map((term) => [term, term] as const),
      reading,
    )
    // By index, and no further than needed: an iterator makes an object of each term of the passage.
    for (let at = 0; missing.size > 0 && at < reading.terms.length; at++) {
      const number = reading.terms[at] ?? 0
      const term = missing.get(number)
      if (term === undefined) continue
      matched.add(term)
      missing.delete(number)
    }
  }
  return matched
}

export const holdsAny = (matched: ReadonlySet<string>, terms: readonly string[]): boolean =>
  terms.some((term) => matched.has(term))

interface Weighing {
  readonly plan: Pick<SearchPlan, 'words' | 'passages'>
  readonly rankEvidence: RankEvidence
  isMatched(word: PlannedWord): boolean
}

/** Evidence of what certainly fits: the filters of a query without words, or a place that the question names. */
const FITS: Evidence = { share: 1, nats: 10, isComplete: true, isPart: false }

/** Meaning counts as evidence in the same unit as words. */
export function evidenceOf({ plan, rankEvidence, isMatched }: Weighing): Evidence {
  const { share, meaning, toPart, isOfPrompt = false, fits } = rankEvidence
  if (fits) return FITS
  const words = queryWordWeights(plan.words, { isMatched, passages: plan.passages })
  const evidence = weighWords(words, share, {
    isPart: isOfPrompt,
    ...(toPart !== undefined && { ofPart: Math.min(1, toPart * share) }),
  })
  return meaning > 0
    ? { ...evidence, share: Math.max(share, evidence.share), nats: evidence.nats + meaning, lacksKey: false }
    : evidence
}

/** Evidence of a passage of which only its place is shown. */
export function weighFound(
  found: Found,
  { plan, ranking, textOf }: { readonly plan: SearchPlan; readonly ranking: RankingPolicy; readonly textOf: ReadText },
): Evidence {
  const termsIn: TermsOf = (word) => termsOf(word, ranking)
  const matched = matchedTerms(fieldsOf(found, textOf), plan.words.flatMap(termsIn))
  return evidenceOf({ plan, rankEvidence: found.rankEvidence, isMatched: (word) => holdsAny(matched, termsIn(word)) })
}
