import type { SearchPlan } from '@wuku/kernel/query/plan'
import { searchInput, type NextAction, type SearchInput } from './chat-search-shapes.ts'

/** Below this the best conversation may well be another one. */
const WEAK = 0.5
const LAST_STEP = 3
/** Conversations worth reading at once. */
const READ = 3

export interface Outcome {
  readonly confidence: number
  /** Best first. */
  readonly chatIds: readonly string[]
  readonly plans: readonly Pick<SearchPlan, 'words'>[]
}

/** Suggests reading what was found, and a wider search when little was found, at most twice. */
export function nextActions(request: SearchInput, { confidence, chatIds, plans }: Outcome): NextAction[] {
  const wider = confidence < WEAK ? widerSearch(request, plans) : undefined
  return [...(chatIds.length > 0 ? [reading(chatIds, confidence)] : []), ...(wider ? [wider] : [])]
}

const reading = (chatIds: readonly string[], confidence: number): NextAction => ({
  tool: 'gather_chats',
  args: { chatIds: chatIds.slice(0, READ), includeTools: false },
  why: confidence < WEAK ? 'Check whether one of these is meant.' : 'Read the results.',
})

function widerSearch(request: SearchInput, plans: Outcome['plans']): NextAction | undefined {
  if (request.iteration >= LAST_STEP) return undefined
  const isLast = request.iteration + 1 === LAST_STEP
  if (request.precision_mode === 'basic' && !isLast)
    return search(request, { precision_mode: 'fuzzy' }, 'Words may be misspelt, in the query or in the conversation.')
  if (request.expand === 'off' && !isLast)
    return search(request, { expand: 'auto' }, 'The conversation may use other words, or another language.')
  const widest = widestOf(request, plans)
  return widest && search(request, widest, 'Last step: all filters are removed.')
}

function widestOf(request: SearchInput, plans: Outcome['plans']): Partial<SearchInput> | undefined {
  const fewer = fewerWords(request, plans)
  const widest = {
    ...request,
    precision_mode: 'fuzzy',
    expand: 'auto',
    match: 'any',
    time_window: 'all',
    scope: 'both',
    include_tools_in_search: true,
    role_filter: undefined,
    user_only: false,
    project: undefined,
    agent: undefined,
    include_automated: true,
    ...(fewer !== undefined && { intent_query: fewer }),
  } satisfies SearchInput
  return isSame(widest, request) ? undefined : widest
}

/** The words that say most, of those that are held somewhere. */
const TELLING = 3

function fewerWords({ intent_query: given }: SearchInput, plans: Outcome['plans']): string | undefined {
  if (typeof given !== 'string' || plans.length !== 1) return undefined
  const matchedWords = (plans[0]?.words ?? []).filter(({ chunkCount }) => chunkCount > 0)
  if (matchedWords.length <= TELLING) return undefined
  const telling = new Set(matchedWords.toSorted((a, b) => b.ideal - a.ideal).slice(0, TELLING))
  return matchedWords
    .filter((word) => telling.has(word))
    .map(({ raw }) => raw)
    .join(' ')
}

const isSame = (one: SearchInput, other: SearchInput): boolean =>
  JSON.stringify(argumentsOf(one)) === JSON.stringify(argumentsOf(other))

const search = (request: SearchInput, change: Partial<SearchInput>, why: string): NextAction => ({
  tool: 'search_conversations',
  args: argumentsOf({ ...request, ...change, iteration: request.iteration + 1 }),
  why,
})

/** Only what is not the default anyway. */
export function argumentsOf(request: SearchInput): NextAction['args'] {
  const defaults: Readonly<Record<string, unknown>> = searchInput.parse({ intent_query: request.intent_query })
  return Object.fromEntries(
    Object.entries(request as unknown as NextAction['args']).filter(
      ([key, value]) =>
        value !== undefined && (key === 'intent_query' || JSON.stringify(value) !== JSON.stringify(defaults[key])),
    ),
  )
}

/** Nothing to look for was said: the newest are a place to begin. */
export const browseInstead = (): NextAction => ({
  tool: 'search_conversations',
  args: { intent_query: '*' },
  why: 'The query has no word to search for: list what is there.',
})
