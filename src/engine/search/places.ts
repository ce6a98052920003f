import type { WordPlaces } from '../../ranking/closeness.ts'
import { byNumber, type TextReading } from '../../text/reading.ts'
import type { PlannedWord } from './plan.ts'

/** Positions of each planned word in a text, counted in words: a word stands where any of its weightier terms does. */
export function placesOf(reading: TextReading, words: readonly PlannedWord[]): readonly WordPlaces[] {
  const places = words.map((word) => ({ weight: heaviest(word), at: [] as number[] }))
  const wordsOfTerm = new Map<string, number[]>()
  words.forEach((word, index) => {
    for (const term of tellingTerms(word)) wordsOfTerm.set(term, [...(wordsOfTerm.get(term) ?? []), index])
  })
  const sought = byNumber(wordsOfTerm, reading)
  const { count, first, terms } = reading
  for (let position = 0; sought.size > 0 && position < count; position++)
    for (let nth = first[position] ?? 0; nth < (first[position + 1] ?? 0); nth++)
      for (const index of sought.get(terms[nth] ?? 0) ?? []) {
        const at = places[index]?.at
        if (at && at.at(-1) !== position) at.push(position)
      }
  return places
}

const heaviest = (word: PlannedWord): number => Math.max(0, ...word.terms.map(({ weight }) => weight))

/** Single letters and the loose parts of a compound would put a word nearly everywhere. */
export const tellingTerms = (word: PlannedWord): readonly string[] =>
  word.terms.filter(({ weight }) => weight >= heaviest(word) * 0.5).map(({ term }) => term)
