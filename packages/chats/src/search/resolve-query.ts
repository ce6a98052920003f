import { WukuError } from '@wuku/core/errors'
import { asWords, withoutDemands } from '@wuku/kernel/query/query-relaxation'
import { parseQuery, type ParsedQuery } from '@wuku/kernel/query/query'
import { sentencesOf } from '@wuku/kernel/query/prompt-parts'
import { isPipeline } from '@wuku/kernel/query/query-manner'
import type { StoreView } from '@wuku/core/ports/store'
import { everythingOf, readAspect, type Aspect } from './aspects.ts'
import type { SearchInput } from './chat-search-shapes.ts'
import { phraseWay, type SearchTarget } from './search-targets.ts'

/** A query as it will be looked up. */
export interface ResolvedQuery {
  readonly aspects: readonly Aspect[]
  /** A conversation holds all of these, and none of the others. */
  readonly required: readonly SearchTarget[]
  readonly excluded: readonly SearchTarget[]
  /** As the caller wrote them. */
  readonly excludes: readonly string[]
}

/** The entries of a list, or of a sentence that is one: `life / travel / 购物`. */
export function queriesOf(request: Querying): readonly string[] {
  const { intent_query: given } = request
  const written = promptOf(request) ?? (typeof given === 'string' ? entriesOf(given) : given)
  const queries = [...new Set(written.map((query) => query.trim()))].filter((query) => query !== '')
  if (queries.length > 0) return queries
  throw new WukuError(
    'bad-input',
    'intent_query is empty.',
    'Say what the conversation was about, or give "*" to list the newest.',
  )
}

/** As many as a list may have entries. */
const MAX_SENTENCES = 16

type Querying = Pick<SearchInput, 'intent_query' | 'match'>

/** Sentences of a long prompt, each looked up for itself; `undefined` of anything else. */
function promptOf({ intent_query: given, match }: Querying): readonly string[] | undefined {
  if (typeof given !== 'string' || match === 'all') return undefined
  const sentences = sentencesOf(given).slice(0, MAX_SENTENCES)
  return sentences.length > 1 ? sentences : undefined
}

export const isPrompt = (request: Querying): boolean => promptOf(request) !== undefined

const entriesOf = (given: string): readonly string[] => (isPipeline(given) ? [given] : given.split(/\s[/|]\s/))

export const isBrowse = (request: SearchInput): boolean => isBrowsing(queriesOf(request))

/** How much of what the operators of a query ask for is kept. */
export type Keeping = 'all' | 'exclusions' | 'words'

const operatorFilters: Readonly<Record<Keeping, (query: ParsedQuery) => ParsedQuery>> = {
  all: (query) => query,
  exclusions: withoutDemands,
  words: asWords,
}

/** One for each entry; none where nothing is looked for. */
export const parsedOf = (request: SearchInput): readonly ParsedQuery[] =>
  isBrowse(request) ? [] : queriesOf(request).map((queryText) => parsed(queryText, request, 'all'))

/** A short sentence of a long prompt is no query of keywords: its signs are no operators. */
const parsed = (queryText: string, request: SearchInput, keeping: Keeping): ParsedQuery =>
  operatorFilters[isPrompt(request) ? 'words' : keeping](parseQuery(queryText))

export async function resolveQuery(
  request: SearchInput,
  view: StoreView,
  keeping: Keeping = 'all',
): Promise<ResolvedQuery> {
  const widening = { isFuzzy: request.precision_mode === 'fuzzy', isExpanded: request.expand === 'auto' }
  const aspects = await Promise.all(
    (isBrowse(request) ? [] : queriesOf(request)).map((queryText) =>
      readAspect({ text: queryText, query: parsed(queryText, request, keeping) }, widening, view),
    ),
  )
  const excludes = [...request.exclude_terms, ...aspects.flatMap(({ excluded }) => excluded)]
    .map((term) => term.trim())
    .filter((term) => term !== '')
  return {
    aspects,
    required: [
      ...aspects.flatMap(({ required }) => required),
      ...(request.match === 'all' ? everythingOf(aspects) : []),
    ],
    excludes: [...new Set(excludes)],
    excluded: [...new Set(excludes)].map((term) => ({ ways: [phraseWay(term)] })),
  }
}

/** Queries that mean "the newest conversations" rather than words to find. */
const words: ReadonlySet<string> = new Set(['*', 'recent', 'latest', 'newest', '最近', '最新'])

const isBrowsing = (queries: readonly string[]): boolean =>
  queries.length > 0 && queries.every((query) => words.has(query.trim().toLowerCase()))
