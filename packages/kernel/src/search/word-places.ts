import { onceFor } from '@wuku/core/once'
import type { WordPlaces } from '@wuku/index-core/ranking/closeness'
import { byNumber, type TextReading } from '@wuku/text/terms/reading'
import type { WordMemory } from '@wuku/text/terms/memory'
import type { PlannedTerm, PlannedWord } from '../query/plan.ts'

/** Positions of each planned word in a text, counted in words: a word stands where any of its weightier terms does. */
export function placesOf(reading: TextReading, words: readonly PlannedWord[]): readonly WordPlaces[] {
  const { weights, wordsAt } = sought(words)
  const places = weights.map((weight) => ({ weight, at: [] as number[] }))
  const { byTerm, mayHold } = wordsAt(reading)
  const { count, first, terms } = reading
  for (let position = 0; byTerm.size > 0 && position < count; position++)
    for (let nth = first[position] ?? 0, end = first[position + 1] ?? 0; nth < end; nth++) {
      const term = terms[nth] ?? 0
      if (mayHold[term & LOW_BITS] === 0) continue
      // Hardly any word of a text is one of the query: an empty list for each was a fifth of all that a search allocates.
      const found = byTerm.get(term)
      if (found) for (const index of found) addPlace(places[index]?.at, position)
    }
  return places
}

/** The words of one question are looked for in dozens of texts and titles. */
const sought = onceFor((words: readonly PlannedWord[]) => {
  const wordsByTerm = new Map<string, number[]>()
  for (const [index, word] of words.entries())
    for (const term of tellingTerms(word)) wordsByTerm.set(term, [...(wordsByTerm.get(term) ?? []), index])
  return { weights: words.map(heaviest), wordsAt: numbering(wordsByTerm) }
}, new WeakMap())

const LOW_BITS = 0xff

interface Numbered<Value> {
  /** Values by the number of a term. */
  readonly byTerm: ReadonlyMap<number, Value>
  /** Indexed by the low bits of a term. Most terms of a text have a 0 here, and need no look-up. */
  readonly mayHold: Uint8Array
}

/** `byNumber` for many readings: numbers are given to terms as texts are read, and stay. */
function numbering<Value>(values: ReadonlyMap<string, Value>): (reading: TextReading) => Numbered<Value> {
  let known: { readonly memory: WordMemory; readonly size: number; readonly numbered: Numbered<Value> } | undefined
  return (reading) => {
    const { memory } = reading
    if (known?.memory === memory && known.size === memory.terms.length) return known.numbered
    const byTerm = byNumber(values, reading)
    const mayHold = new Uint8Array(LOW_BITS + 1)
    for (const term of byTerm.keys()) mayHold[term & LOW_BITS] = 1
    known = { memory, size: memory.terms.length, numbered: { byTerm, mayHold } }
    return known.numbered
  }
}

export type Field = () => TextReading

/** Finds the terms among these that some fields hold; for many passages made once. */
export function createMatcher(terms: readonly string[]): (fields: readonly Field[]) => ReadonlySet<string> {
  const queryTerms = new Map(terms.map((term) => [term, term]))
  const termsAt = numbering(queryTerms)
  return (fields) => {
    const matched = new Set<string>()
    for (const field of fields) {
      if (matched.size === queryTerms.size) break
      const reading = field()
      const { byTerm, mayHold } = termsAt(reading)
      // The loop counts, because an iterator would make an object for each term of the passage.
      for (let at = 0; at < reading.terms.length && byTerm.size > 0 && matched.size < queryTerms.size; at++) {
        const number = reading.terms[at] ?? 0
        const term = mayHold[number & LOW_BITS] === 0 ? undefined : byTerm.get(number)
        if (term !== undefined) matched.add(term)
      }
    }
    return matched
  }
}

function addPlace(at: number[] | undefined, position: number): void {
  if (at && at.at(-1) !== position) at.push(position)
}

/** Rarity does not make a part stand for its word: a word that every text holds is held, whatever stands next to it. */
const wholeTerms = ({ terms }: PlannedWord): readonly PlannedTerm[] => terms.filter(({ isPart }) => !isPart)

const heaviest = (word: PlannedWord): number => Math.max(0, ...wholeTerms(word).map(({ weight }) => weight))

/** Single letters and the loose parts of a compound would put a word nearly everywhere. */
export const tellingTerms = onceFor((word: PlannedWord): readonly string[] => {
  const least = heaviest(word) * 0.5
  return wholeTerms(word)
    .filter(({ weight }) => weight >= least)
    .map(({ term }) => term)
}, new WeakMap())
