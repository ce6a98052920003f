import type { StoreView } from '@wuku/core/ports/store'
import { fold } from '@wuku/text/terms/fold'
import { stem } from '@wuku/text/terms/stems'
import { readWord } from '@wuku/text/terms/word-terms'
import { isCjk, ofTerm, ofWords, type Alternative } from './search-targets.ts'
import { glossary } from './glossary.ts'

const factors = {
  /** The same in the other language, or another word for it. */
  glossary: 0.6,
  /** Two words of the query as one name, or one as two. */
  joined: 0.8,
  /** Longer words that begin with it. */
  longer: 0.35,
}

/** Shorter words begin too many others. */
const SHORTEST = 4
const MAX_LONGER_WORDS = 5
/** Parts of a name that is written as one word. */
const SHORTEST_PART = 3

/** Alternatives for each word of a query, when related words are wanted. */
export async function relatedTo(
  words: readonly string[],
  query: string,
  view: StoreView,
): Promise<ReadonlyMap<string, readonly Alternative[]>> {
  const related = new Map<string, readonly Alternative[]>()
  const add = (word: string, more: readonly Alternative[]): void => {
    related.set(word, [...(related.get(word) ?? []), ...more])
  }
  const latin = async (word: string, next: string | undefined) =>
    Promise.all([
      next === undefined || isCjk(next) ? [] : joinedWords(word, next, view),
      splitWord(word, view),
      longerWords(word, view),
    ])
  const relatedForms = await Promise.all(
    words.map((word, at) => (isCjk(word) ? Promise.resolve(undefined) : latin(word, words[at + 1]))),
  )
  for (const [at, word] of words.entries()) {
    add(word, otherWords(word, query))
    const [joined, apart, longer] = relatedForms[at] ?? [[], [], []]
    for (const each of [word, ...(joined.length > 0 ? [words[at + 1] ?? ''] : [])]) add(each, joined)
    add(word, [...apart, ...longer])
  }
  return related
}

/** Chinese is looked up as it stands in the query: where words begin and end there, dictionaries differ. */
function otherWords(word: string, query: string): readonly Alternative[] {
  const folded = fold(word)
  const text = fold(query)
  const isSameWord = isCjk(word)
    ? (own: string) =>
        own === folded || (own.length > 1 && text.includes(own) && (own.includes(folded) || folded.includes(own)))
    : (own: string) => hasSameStem(own, folded)
  const groups = glossary.filter(({ chinese, english }) => (isCjk(word) ? chinese : english).some(isSameWord))
  const others = groups.flatMap(({ chinese, english }) => [...chinese, ...english])
  return [...new Set(others)].filter((other) => !isSameWord(other)).map((other) => ofWords(other, factors.glossary))
}

const hasSameStem = (own: string, folded: string): boolean => stem(fold(own)) === stem(folded)

/** `virtual list` may be `virtualList`. */
async function joinedWords(word: string, next: string, view: StoreView): Promise<readonly Alternative[]> {
  const term = stem(fold(word + next))
  return (await view.terms.stats([term])).holders.has(term) ? [ofTerm(term, factors.joined, word + next)] : []
}

/** `virtuallist`, which nothing holds, may be `virtual list`: cut where the rarer half is commonest. */
async function splitWord(word: string, view: StoreView): Promise<readonly Alternative[]> {
  const [folded = ''] = readWord(word).folded
  if (!/^[a-z]+$/.test(folded) || (await view.terms.stats([stem(folded)])).holders.size > 0) return []
  const cuts = Array.from({ length: Math.max(0, folded.length - 2 * SHORTEST_PART + 1) }, (_, at) => {
    const border = at + SHORTEST_PART
    return [folded.slice(0, border), folded.slice(border)] as const
  })
  const frequencies = (await view.terms.stats(cuts.flat().map(stem))).holders
  const lowerFrequency = ([first, second]: readonly [string, string]): number =>
    Math.min(frequencies.get(stem(first)) ?? 0, frequencies.get(stem(second)) ?? 0)
  const [best] = cuts.toSorted((a, b) => lowerFrequency(b) - lowerFrequency(a))
  return best && lowerFrequency(best) > 0 ? [ofWords(best.join(' '), factors.joined)] : []
}

async function longerWords(word: string, view: StoreView): Promise<readonly Alternative[]> {
  const own = new Set(readWord(word).terms)
  const [folded = ''] = readWord(word).folded
  if (folded.length < SHORTEST || !/^\p{L}+$/u.test(folded)) return []
  const found = (await view.terms.vocabulary([folded], 2 * MAX_LONGER_WORDS))[0] ?? []
  return found
    .filter(({ term }) => !own.has(term))
    .slice(0, MAX_LONGER_WORDS)
    .map(({ term }) => ofTerm(term, factors.longer))
}
