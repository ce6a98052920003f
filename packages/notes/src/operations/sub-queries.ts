import { highestConfidence } from '@wuku/index-core/ranking/confidence'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/notes'
import type { Engine } from '@wuku/kernel/base/engine'
import { parseQuery } from '@wuku/kernel/query/query'
import { fuseByRank } from '@wuku/index-core/ranking/fusion'
import { findResults, type ResultsRequest, type SearchResult, type SearchResults } from './results.ts'
import type { Variant } from '@wuku/kernel/meaning/other-words'

/** Ready-made sub-queries, the first of which counts double. Without vectors the keywords are searched alone. */
export async function runSubQueries(
  searches: readonly Variant[],
  request: Omit<ResultsRequest, 'query'>,
  engine: Engine,
): Promise<SearchResults> {
  searches.forEach(requireSupported)
  const lists: SearchResults[] = []
  for (const list of await Promise.all(searches.map((each) => runOne(each, request, engine)))) {
    if (list instanceof WukuError) return byWords(searches, { ...request, missing: list }, engine)
    lists.push(list)
  }
  return uniteResults(lists)
}

/** qmd says so of these, and a minus in the middle of a sentence would be taken for one. */
function requireSupported({ type, query }: Variant): void {
  if (type === 'lex') return
  const [negated] = parseQuery(query).excluded
  if (negated === undefined) return
  throw new WukuError('bad-input', msg('negationIsNotSupportedInVec', { negated }))
}

const runOne = ({ type, query }: Variant, request: Omit<ResultsRequest, 'query'>, engine: Engine) =>
  findResults({ ...request, query, ...waysOf[type](query) }, engine).catch((error: unknown) => {
    if (isWukuError(error) && error.code === 'vectors-missing') return error
    throw error
  })

const waysOf: Readonly<
  Record<Variant['type'], (query: string) => Pick<ResultsRequest, 'mode' | 'passage' | 'rerank'>>
> = {
  lex: () => ({ mode: 'lexical' }),
  vec: () => ({ mode: 'semantic', rerank: false }),
  hyde: (query) => ({ mode: 'semantic', passage: query, rerank: false }),
}

/** Ready-made keywords are what to search by words; where there are none, the other texts serve as words. */
async function byWords(
  searches: readonly Variant[],
  { missing, ...request }: Omit<ResultsRequest, 'query'> & { readonly missing: WukuError },
  engine: Engine,
): Promise<SearchResults> {
  const lex = searches.filter(({ type }) => type === 'lex')
  const others = searches.filter(({ type }) => type !== 'lex')
  const used = lex.length > 0 ? lex : others
  const lists = await Promise.all(used.map(({ query }) => findResults({ ...request, query, mode: 'lexical' }, engine)))
  const types = [...new Set(others.map(({ type }) => type))].join(' and ')
  const fate = lex.length > 0 ? 'were left out' : 'were searched by their words'
  const united = uniteResults(lists)
  return {
    ...united,
    notes: [`The ${types} sub-queries ${fate}. ${missing.message} ${missing.remedy}`, ...united.notes],
  }
}

/** Results of several queries as one list, by reciprocal rank; the first query counts double. Each keeps its best score. */
export function uniteResults(lists: readonly SearchResults[]): SearchResults {
  const best = new Map<string, SearchResult>()
  for (const { results } of lists)
    for (const result of results) {
      const known = best.get(result.file)
      if (!known || result.score > known.score) best.set(result.file, result)
    }
  const fused = fuseByRank(
    lists.map(({ results }, at) => ({ weight: at === 0 ? 2 : 1, keys: results.map(({ file }) => file) })),
  )
  const modes = new Set(lists.map(({ mode }) => mode))
  const [only] = modes
  return {
    sure: highestConfidence(lists.map(({ sure: confidence }) => confidence)),
    results: fused.flatMap(({ key }) => best.get(key) ?? []),
    mode: modes.size === 1 && only ? only : 'hybrid',
    notes: [...new Set(lists.flatMap(({ notes }) => notes))],
  }
}
