import { weighWords, type Evidence } from '../../ranking/sureness.ts'
import { byNumber, type ReadText, type TextReading } from '../../text/terms/reading.ts'
import type { RankingPolicy } from '../kind.ts'
import type { Found, Standing } from './context.ts'
import { tellingTerms } from './places.ts'
import { shareOfPart } from './prompt-parts.ts'
import type { PlannedWord, SearchPlan } from './plan.ts'
import { askedWords, type TermsOf } from './query/stated-words.ts'

/**
 * Evidence for how sure a passage is: the words that it and its titles hold, and how strongly (`ranking/sureness.ts`).
 */

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
export function heldIn(fields: readonly Field[], terms: readonly string[]): ReadonlySet<string> {
  const sought = new Set(terms)
  const held = new Set<string>()
  for (const field of fields) {
    if (held.size === sought.size) break
    const reading = field()
    const missing = byNumber(
      [...sought.difference(held)].map((term) => [term, term] as const),
      reading,
    )
    // By index, and no further than needed: an iterator makes an object of each term of the passage.
    for (let at = 0; missing.size > 0 && at < reading.terms.length; at++) {
      const number = reading.terms[at] ?? 0
      const term = missing.get(number)
      if (term === undefined) continue
      held.add(term)
      missing.delete(number)
    }
  }
  return held
}

export const holdsAny = (held: ReadonlySet<string>, terms: readonly string[]): boolean =>
  terms.some((term) => held.has(term))

interface Weighing {
  readonly plan: Pick<SearchPlan, 'words' | 'passages'>
  readonly standing: Standing
  isHeld(word: PlannedWord): boolean
}

/** Evidence of a document that matches the filters of a query without words: it certainly fits. */
const FITS: Evidence = { share: 1, nats: 10, isWhole: true, isPart: false }

/** Meaning counts as evidence in the same unit as words. */
export function evidenceOf({ plan, standing, isHeld }: Weighing): Evidence {
  const { share, meaning, isByParts, isOfPrompt = false, isListed } = standing
  if (isListed) return FITS
  const words = askedWords(plan.words, { isHeld, passages: plan.passages })
  const evidence = weighWords(words, share, { isPart: isOfPrompt, ...(isByParts && { ofPart: shareOfPart(share) }) })
  return meaning > 0 ? { ...evidence, share: Math.max(share, evidence.share), nats: evidence.nats + meaning } : evidence
}

/** Evidence of a passage of which only its place is shown. */
export function weighFound(
  found: Found,
  { plan, ranking, textOf }: { readonly plan: SearchPlan; readonly ranking: RankingPolicy; readonly textOf: ReadText },
): Evidence {
  const termsIn: TermsOf = (word) => termsOf(word, ranking)
  const held = heldIn(fieldsOf(found, textOf), plan.words.flatMap(termsIn))
  return evidenceOf({ plan, standing: found.standing, isHeld: (word) => holdsAny(held, termsIn(word)) })
}
