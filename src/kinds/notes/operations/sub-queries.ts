import type { SearchResult, SearchResults } from './results.ts'

export interface SubQuery {
  readonly type: 'lex' | 'vec' | 'hyde'
  readonly query: string
}

/** Later ranks of a list hardly differ from each other; the usual constant of reciprocal rank fusion. */
const K = 60

/** Without vectors the ready-made keywords are what to search; where there are none, the other texts serve as words. */
export function searchableQueries(searches: readonly SubQuery[]): {
  readonly queries: readonly string[]
  readonly notes: readonly string[]
} {
  const lex = searches.filter(({ type }) => type === 'lex')
  const others = searches.filter(({ type }) => type !== 'lex')
  const used = lex.length > 0 ? lex : others
  const types = [...new Set(others.map(({ type }) => type))].join(' and ')
  const fate = lex.length > 0 ? 'were left out' : 'were searched by their words'
  const notes = others.length > 0 ? [`There are no vectors yet: the ${types} sub-queries ${fate}.`] : []
  return { queries: used.map(({ query }) => query), notes }
}

/** Results of several queries as one list, by reciprocal rank; the first query counts double. Each keeps its best score. */
export function uniteResults(lists: readonly SearchResults[]): SearchResults {
  const united = new Map<string, { result: SearchResult; rank: number }>()
  lists.forEach(({ results }, list) =>
    results.forEach((result, at) => {
      const known = united.get(result.file)
      const best = known && known.result.score >= result.score ? known.result : result
      const rank = (known?.rank ?? 0) + (list === 0 ? 2 : 1) / (K + at + 1)
      united.set(result.file, { result: best, rank })
    }),
  )
  const results = [...united.values()].toSorted(byRankThenFile).map(({ result }) => result)
  return { results, mode: 'lexical', notes: [...new Set(lists.flatMap(({ notes }) => notes))] }
}

type Ranked = { readonly result: SearchResult; readonly rank: number }

const byRankThenFile = (one: Ranked, other: Ranked): number =>
  other.rank - one.rank || (one.result.file < other.result.file ? -1 : 1)
