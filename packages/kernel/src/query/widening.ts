import type { StoreView } from '@wuku/core/ports/store'
import type { QueryWord } from '@wuku/text/terms/query'
import type { Alternative } from './alternative.ts'
import { cjkWordsOf, correctionsOf, type CjkWord } from './cjk-typos.ts'
import { relatedTo } from './related.ts'
import { typosOf } from './typos.ts'
import type { SearchRequest } from './types.ts'

export type Widening = NonNullable<SearchRequest['widen']>

/** A word of a query with other words that are searched with it. */
export interface WidenedWord extends QueryWord {
  readonly alternatives?: readonly Alternative[]
}

/** A rewrite that any search may ask for: words as they may be misspelt, and words that mean about the same. */
export async function widened(
  words: readonly QueryWord[],
  query: string,
  { widen = [], view }: { readonly widen?: readonly Widening[number][] | undefined; readonly view: StoreView },
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
