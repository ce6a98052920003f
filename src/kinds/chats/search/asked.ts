import { WukuError } from '../../../core/errors.ts'
import { asWords, withoutDemands } from '../../../engine/search/query/loosening.ts'
import { parseQuery, type ParsedQuery } from '../../../engine/search/query/query.ts'
import { sentencesOf } from '../../../engine/search/prompt-parts.ts'
import { isPipeline } from '../../../engine/search/query/query-manner.ts'
import type { StoreView } from '../../../ports/store.ts'
import { everythingOf, readAspect, type Aspect } from './aspects.ts'
import type { SearchInput } from './shapes.ts'
import { phraseWay, type Sought } from './sought.ts'

/** A query as it will be looked up. */
export interface Asked {
  readonly aspects: readonly Aspect[]
  /** A conversation holds all of these, and none of the others. */
  readonly demanded: readonly Sought[]
  readonly excluded: readonly Sought[]
  /** As the caller wrote them. */
  readonly excludes: readonly string[]
}

/** The entries of a list, or of a sentence that is one: `life / travel / 购物`. */
export function queriesOf(wanted: Querying): readonly string[] {
  const { intent_query: given } = wanted
  const written = promptOf(wanted) ?? (typeof given === 'string' ? entriesOf(given) : given)
  const queries = [...new Set(written.map((query) => query.trim()))].filter((query) => query !== '')
  if (queries.length > 0) return queries
  throw new WukuError(
    'bad-input',
    'intent_query is empty.',
    'Say what the conversation was about, or give "*" to list the newest.',
  )
}

/** As many as a list may have entries. */
const MOST_SENTENCES = 16

type Querying = Pick<SearchInput, 'intent_query' | 'match'>

/** Sentences of a long prompt, each looked up for itself; `undefined` of anything else. */
function promptOf({ intent_query: given, match }: Querying): readonly string[] | undefined {
  if (typeof given !== 'string' || match === 'all') return undefined
  const sentences = sentencesOf(given).slice(0, MOST_SENTENCES)
  return sentences.length > 1 ? sentences : undefined
}

export const isPrompt = (wanted: Querying): boolean => promptOf(wanted) !== undefined

const entriesOf = (given: string): readonly string[] => (isPipeline(given) ? [given] : given.split(/\s[/|]\s/))

export const isBrowse = (wanted: SearchInput): boolean => isBrowsing(queriesOf(wanted))

/** How much of what the operators of a query ask for is kept. */
export type Keeping = 'all' | 'exclusions' | 'words'

const kept: Readonly<Record<Keeping, (query: ParsedQuery) => ParsedQuery>> = {
  all: (query) => query,
  exclusions: withoutDemands,
  words: asWords,
}

/** One for each entry; none where nothing is looked for. */
export const parsedOf = (wanted: SearchInput): readonly ParsedQuery[] =>
  isBrowse(wanted) ? [] : queriesOf(wanted).map((said) => parsed(said, wanted, 'all'))

/** A short sentence of a long prompt is no query of keywords: its signs are no operators. */
const parsed = (said: string, wanted: SearchInput, keeping: Keeping): ParsedQuery =>
  kept[isPrompt(wanted) ? 'words' : keeping](parseQuery(said))

export async function readAsked(wanted: SearchInput, view: StoreView, keeping: Keeping = 'all'): Promise<Asked> {
  const widening = { isFuzzy: wanted.precision_mode === 'fuzzy', isExpanded: wanted.expand === 'auto' }
  const aspects = await Promise.all(
    (isBrowse(wanted) ? [] : queriesOf(wanted)).map((said) =>
      readAspect({ said, query: parsed(said, wanted, keeping) }, widening, view),
    ),
  )
  const excludes = [...wanted.exclude_terms, ...aspects.flatMap(({ excluded }) => excluded)]
    .map((term) => term.trim())
    .filter((term) => term !== '')
  return {
    aspects,
    demanded: [
      ...aspects.flatMap(({ demanded }) => demanded),
      ...(wanted.match === 'all' ? everythingOf(aspects) : []),
    ],
    excludes: [...new Set(excludes)],
    excluded: [...new Set(excludes)].map((term) => ({ ways: [phraseWay(term)] })),
  }
}

/** Queries that mean "the newest conversations" rather than words to find. */
const words: ReadonlySet<string> = new Set(['*', 'recent', 'latest', 'newest', '最近', '最新'])

const isBrowsing = (queries: readonly string[]): boolean =>
  queries.length > 0 && queries.every((query) => words.has(query.trim().toLowerCase()))
