import type { WeightedTerm } from '../../ports/store.ts'
import { markTerm, plainName } from '../../text/marks.ts'
import type { PlannedWord } from './plan.ts'

/** Words that follow one another may be one name in the code: "flat hash map" is `FlatHashMap`. */
const MOST_JOINED = 4

/** Beside 1 for a word that can only be a name. */
const weights = { joined: 0.8, plain: 0.4 }

/** Index terms of what may be defined under the words of a query. A term's weight is its share of a sure definition. */
export function definitionTerms(words: readonly PlannedWord[]): readonly WeightedTerm[] {
  const asked = words.filter(({ isCjk }) => !isCjk).map(({ raw }) => raw)
  const terms = new Map<string, number>()
  const want = (name: string, weight: number): void => {
    const term = markTerm('def', name)
    if (plainName(name).length > 1) terms.set(term, Math.max(weight, terms.get(term) ?? 0))
  }
  asked.forEach((word, at) => {
    want(word, isIdentifier(word) || asked.length === 1 ? 1 : weights.plain)
    for (let count = 2; count <= MOST_JOINED && at + count <= asked.length; count++)
      want(asked.slice(at, at + count).join(''), weights.joined)
    for (const [name, weight] of membersOf(word)) want(name, weight)
  })
  return [...terms].map(([term, weight]) => ({ term, weight }))
}

/** `Store.get_all` stands in no declaration: `Store` and `get_all` do. A plain name, as of `console.log`, is any word's. */
function membersOf(word: string): readonly (readonly [name: string, weight: number])[] {
  const names = word.split('.')
  if (names.length < 2 || !names.every((name) => isName.test(name))) return []
  return names.map((name) => [name, isIdentifier(name) ? weights.joined : weights.plain])
}

/** `3.12.0` has no members. */
const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** Prose has no capitals inside its words, and no low lines. */
export const isIdentifier = (word: string): boolean => /[a-z\d][A-Z]|[_$]|[A-Z]{2}[a-z]|::/.test(word)
