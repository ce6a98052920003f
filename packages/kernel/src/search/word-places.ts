import type { WordPlaces } from '@wuku/index-core/ranking/closeness'
import { byNumber, type TextReading } from '@wuku/text/terms/reading'
import type { PlannedTerm, PlannedWord } from '../query/plan.ts'

/** Positions of each planned word in a text, counted in words: a word stands where any of its weightier terms does. */
export function placesOf(reading: TextReading, words: readonly PlannedWord[]): readonly WordPlaces[] {
  const places = words.map((word) => ({ weight: heaviest(word), at: [] as number[] }))
  const queryWords = byNumber(wordsByTerm(words), reading)
  const { count, first, terms } = reading
  for (let position = 0; queryWords.size > 0 && position < count; position++)
    for (let nth = first[position] ?? 0; nth < (first[position + 1] ?? 0); nth++) {
      const found = queryWords.get(terms[nth] ?? 0)
      // Hardly any word of a text is one of the query: an empty list for each was a fifth of all that a search allocates.
      if (found) for (const index of found) addPlace(places[index]?.at, position)
    }
  return places
}

function wordsByTerm(words: readonly PlannedWord[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const [index, word] of words.entries())
    for (const term of tellingTerms(word)) found.set(term, [...(found.get(term) ?? []), index])
  return found
}

function addPlace(at: number[] | undefined, position: number): void {
  if (at && at.at(-1) !== position) at.push(position)
}

/** Rarity does not make a part stand for its word: a word that every text holds is held, whatever stands next to it. */
const wholeTerms = ({ terms }: PlannedWord): readonly PlannedTerm[] => terms.filter(({ isPart }) => !isPart)

const heaviest = (word: PlannedWord): number => Math.max(0, ...wholeTerms(word).map(({ weight }) => weight))

/** Single letters and the loose parts of a compound would put a word nearly everywhere. */
export const tellingTerms = (word: PlannedWord): readonly string[] => {
  const least = heaviest(word) * 0.5
  return wholeTerms(word)
    .filter(({ weight }) => weight >= least)
    .map(({ term }) => term)
}
