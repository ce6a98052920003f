import type { Found, RankEvidence } from '../base/searched.ts'
import { weighWords, type Evidence } from '@wuku/index-core/ranking/confidence'
import type { ReadText } from '@wuku/text/terms/reading'
import type { RankingPolicy } from '../base/kind.ts'
import { createMatcher, type Field, tellingTerms } from './word-places.ts'
import type { PlannedWord, SearchPlan } from '../query/plan.ts'
import { queryWordWeights, type TermsOf } from '../query/stated-words.ts'

/** Evidence for how sure a passage is: the words that it and its titles hold, and how strongly (`ranking/confidence.ts`). */

/** Index terms that show that a passage holds the word. */
export const termsOf = (word: PlannedWord, { shortForms, files }: RankingPolicy): readonly string[] => {
  const more = [...(shortForms === undefined ? [] : word.shortForms), ...(files ? [] : word.otherNames)]
  return more.length === 0 ? tellingTerms(word) : [...tellingTerms(word), ...more.map(({ term }) => term)]
}

/** A passage stands under its titles, and need not repeat them. */
export function fieldsOf(
  { passage: { document, facts }, reading }: Pick<Found, 'passage' | 'reading'>,
  textOf: ReadText,
): readonly Field[] {
  const titles = [document.title, document.path, ...facts.headings]
  return [...titles.map((title) => () => textOf(title)), reading]
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
  const matched = createMatcher(plan.words.flatMap(termsIn))(fieldsOf(found, textOf))
  return evidenceOf({ plan, rankEvidence: found.rankEvidence, isMatched: (word) => holdsAny(matched, termsIn(word)) })
}
