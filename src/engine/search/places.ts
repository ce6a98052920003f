import type { WordPlaces } from '../../ranking/closeness.ts'
import type { ReadTokens } from '../../text/token-memory.ts'
import type { PlannedWord } from './plan.ts'

/** Positions of each planned word in a text, counted in tokens: a word stands where any of its weightier terms does. */
export function placesOf(text: string, words: readonly PlannedWord[], tokensOf: ReadTokens): readonly WordPlaces[] {
  const places = words.map((word) => ({ weight: heaviest(word), at: [] as number[] }))
  const wordsOfTerm = new Map<string, number[]>()
  words.forEach((word, index) => {
    for (const term of tellingTerms(word)) wordsOfTerm.set(term, [...(wordsOfTerm.get(term) ?? []), index])
  })
  tokensOf(text).forEach((token, position) => {
    for (const term of token.terms)
      for (const index of wordsOfTerm.get(term) ?? []) {
        const at = places[index]?.at
        if (at && at.at(-1) !== position) at.push(position)
      }
  })
  return places
}

const heaviest = (word: PlannedWord): number => Math.max(0, ...word.terms.map(({ weight }) => weight))

/** Single letters and the loose parts of a compound would put a word nearly everywhere. */
export const tellingTerms = (word: PlannedWord): readonly string[] =>
  word.terms.filter(({ weight }) => weight >= heaviest(word) * 0.5).map(({ term }) => term)
