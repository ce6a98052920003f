import { policy } from '@wuku/core/policy'
import type { StoreView } from '@wuku/core/ports/store'
import { fold } from '@wuku/text/terms/fold'
import type { QueryWord } from '@wuku/text/terms/query'
import { stem } from '@wuku/text/terms/stems'
import { readWord } from '@wuku/text/terms/word-terms'
import { cjkWordsOf, correctionsOf, type CjkWord } from './cjk-typos.ts'
import { glossary } from './glossary.ts'
import { ofTerm, ofWords, typosOf, type Alternative } from './typos.ts'
import type { SearchRequest } from './types.ts'

/** A word of a query with other words that are searched with it. */
export interface WidenedWord extends QueryWord {
  readonly alternatives?: readonly Alternative[]
}

/** A rewrite that any search may ask for: words as they may be misspelt, and words that mean about the same. */
export async function widened(
  words: readonly QueryWord[],
  query: string,
  { widen = [], view }: { readonly widen?: SearchRequest['widen'] | undefined; readonly view: StoreView },
): Promise<readonly WidenedWord[]> {
  if (widen.length === 0) return words
  const [related, spelt] = await Promise.all([
    widen.includes('related') ? relatedTo(words, query, view) : [],
    widen.includes('spelling') ? spellingsOf(words, query, view) : [],
  ])
  return words.map((word, at) => {
    const alternatives = [...(related[at] ?? []), ...(spelt[at] ?? [])]
    // The first of those that are written alike is the most alike.
    const distinct = new Map(alternatives.toReversed().map((each) => [each.text, each]))
    return { ...word, alternatives: [...distinct.values()].toReversed() }
  })
}

/** The dictionary breaks a misspelt CJK word into several. Its corrections are alternatives of the last one. */
async function spellingsOf(
  words: readonly QueryWord[],
  query: string,
  view: StoreView,
): Promise<readonly (readonly Alternative[])[]> {
  const torn = cjkWordsOf(query)
  const isLastOf = ({ written }: CjkWord, at: number): boolean =>
    words.findLastIndex(({ raw }) => written.includes(raw)) === at
  return Promise.all(
    words.map(async ({ raw, script }, at) => {
      if (script === 'word') return typosOf(raw, view)
      const own = torn.filter((word) => isLastOf(word, at))
      return (await Promise.all(own.map((word) => correctionsOf(word, view)))).flat()
    }),
  )
}

const factors = {
  /** The same in the other language, or another word for it. */
  glossary: 0.6,
  /** Two words of the query as one name. */
  joined: 0.8,
  /** Longer words that begin with it. */
  longer: 0.35,
}

/** Shorter words begin too many others. */
const SHORTEST = 4

/** Alternatives for each word of a query, in its order, where related words are wanted. */
async function relatedTo(
  words: readonly QueryWord[],
  query: string,
  view: StoreView,
): Promise<readonly (readonly Alternative[])[]> {
  const joined = await Promise.all(
    words.map(async (word, at) => {
      const next = words[at + 1]
      return next && word.script === 'word' && next.script === 'word' ? joinedWords(word.raw, next.raw, view) : []
    }),
  )
  return Promise.all(
    words.map(async (word, at) => [
      ...otherWords(word, query),
      ...(joined[at - 1] ?? []),
      ...(joined[at] ?? []),
      ...(word.script === 'word' ? await longerWords(word.raw, view) : []),
    ]),
  )
}

/** Chinese words are looked up as substrings of the query, since dictionaries disagree on where its words begin and end. */
function otherWords({ raw, script }: QueryWord, query: string): readonly Alternative[] {
  const folded = fold(raw)
  const text = fold(query)
  const isSameWord =
    script === 'cjk'
      ? (own: string) =>
          own === folded || (own.length > 1 && text.includes(own) && (own.includes(folded) || folded.includes(own)))
      : (own: string) => hasSameStem(own, folded)
  const groups = glossary.filter(({ chinese, english }) => (script === 'cjk' ? chinese : english).some(isSameWord))
  const others = groups.flatMap(({ chinese, english }) => [...chinese, ...english])
  return [...new Set(others)].filter((other) => !isSameWord(other)).map((other) => ofWords(other, factors.glossary))
}

const hasSameStem = (own: string, folded: string): boolean => stem(fold(own)) === stem(folded)

/** `virtual list` may be `virtualList`. */
async function joinedWords(word: string, next: string, view: StoreView): Promise<readonly Alternative[]> {
  const term = stem(fold(word + next))
  return (await view.terms.stats([term])).holders.has(term) ? [ofTerm(term, factors.joined, word + next)] : []
}

async function longerWords(word: string, view: StoreView): Promise<readonly Alternative[]> {
  const own = new Set(readWord(word).terms)
  const [folded = ''] = readWord(word).folded
  if (folded.length < SHORTEST || !/^\p{L}+$/u.test(folded)) return []
  const found = (await view.terms.vocabulary([folded], 2 * policy.widening.maxLongerWords))[0] ?? []
  return found
    .filter(({ term }) => !own.has(term))
    .slice(0, policy.widening.maxLongerWords)
    .map(({ term }) => ofTerm(term, factors.longer))
}
