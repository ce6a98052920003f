import { type ChatEntry, citeChat } from '../catalogue.ts'
import type { BrowsedChat, LatestMessage } from './browse.ts'
import type { Found } from './find-conversations.ts'
import type { ChatSnippet, SearchInput, SearchOutput, NextAction } from './chat-search-shapes.ts'
import { searchInput } from './chat-search-shapes.ts'
import type { AnsweringPlace, ShownChat } from './shown-chat.ts'
import { cutAround } from './snippet-text.ts'
import type { SearchPlan } from '@wuku/kernel/query/plan'

/** Said in every answer, as callers know it. */
const STOP = 'confidence >= 0.75 || topChatIds.length <= 2'

export function answerFound(found: Found, request: SearchInput): SearchOutput {
  const { shown, copies, plans } = found
  const confidence = confidenceOf(found)
  const results = shown.map((chat) => {
    const snippets = chat.places.map((place) => snippetOf(place, chat.entry, request))
    return { ...resultOf(chat, snippets), copies: copies.get(chat.entry)?.slice() }
  })
  const topChatIds = results.map(({ chatId }) => chatId)
  const hasWords = plans.some(({ words }) => words.length > 0)
  const actions = nextActions(request, { confidence, chatIds: topChatIds, plans })
  return {
    status: 'ok',
    iterations_used: 1,
    confidence,
    topChatIds,
    results,
    guidance: {
      stopIf: hasWords ? STOP : 'no terms',
      nextActions: hasWords ? actions : [browseInstead()],
      state: stateOf(found, request),
    },
  }
}

function stateOf({ plans, traces, excludes }: Found, { iteration }: SearchInput) {
  const expanded = new Map<string, Set<string>>()
  const add = (word: string, other: string): void => {
    expanded.set(word, (expanded.get(word) ?? new Set()).add(other))
  }
  for (const { from, to } of traces.flatMap(({ corrections }) => corrections)) add(from, to)
  for (const { raw, alternatives = [] } of plans.flatMap(({ words }) => words))
    for (const { text, of = raw } of alternatives) add(of, text)
  const expandedTerms = Object.fromEntries([...expanded].map(([word, others]) => [word, [...others]]))
  return { expandedTerms, excludes: [...excludes], iteration }
}

function resultOf({ entry, hits, score }: Pick<ShownChat, 'entry' | 'hits' | 'score'>, snippets: ChatSnippet[]) {
  return {
    title: entry.title,
    agent: entry.agent,
    project: entry.project,
    chatId: entry.id,
    hits,
    timeRange: { from: entry.startedAt, to: entry.endedAt },
    score: Math.round(score * 1_000) / 1_000,
    messageCount: entry.messages,
    startedAt: entry.startedAt,
    snippets,
    citation: citeChat(entry),
  }
}

function snippetOf(
  { source, passage, message, spots }: AnsweringPlace,
  entry: ChatEntry,
  { snippet_window: window }: SearchInput,
): ChatSnippet {
  const text = cutAround(passage.text, spots, window)
  const { anchor } = passage.facts
  if (source === 'title' || anchor === undefined)
    return {
      messageId: '',
      role: 'title',
      createdAt: entry.endedAt,
      text: text.replace(/^# /, ''),
      source: 'title',
      citation: citeChat(entry),
    }
  return {
    messageId: anchor,
    role: message?.role ?? 'assistant',
    createdAt: message?.at ?? entry.startedAt,
    text,
    source,
    citation: citeChat(entry, { id: anchor, document: passage.document.id }),
    ...(message?.branch && { branch: message.branch }),
  }
}

/** Sure of itself with three conversations and more. */
const MANY = 3

export function answerBrowsed(browsed: readonly BrowsedChat[], request: SearchInput): SearchOutput {
  const topChatIds = browsed.map(({ entry }) => entry.id)
  const confidence = browsed.length === 0 ? 0 : 0.4 + 0.4 * Math.min(1, browsed.length / MANY)
  const widened = { ...request, precision_mode: 'fuzzy', expand: 'auto' } as const
  const wider = nextActions(widened, { confidence, chatIds: topChatIds, plans: [] })
  return {
    status: 'ok',
    iterations_used: 1,
    confidence: Math.round(1_000 * confidence) / 1_000,
    topChatIds,
    results: browsed.map((chat) => {
      const snippets = chat.latest.map((each) => latestSnippet(each, chat.entry, request))
      return resultOf({ ...chat, score: 1 }, snippets)
    }),
    guidance: {
      stopIf: 'returned_recent_wildcard',
      nextActions: wider,
      state: { expandedTerms: {}, excludes: [...request.exclude_terms], iteration: request.iteration },
    },
  }
}

const latestSnippet = (
  { message, source, text }: LatestMessage,
  entry: ChatEntry,
  { snippet_window: window }: SearchInput,
): ChatSnippet => ({
  messageId: message.id,
  role: message.role,
  createdAt: message.at ?? entry.startedAt,
  text: cutAround(text.trim(), [], 2 * window),
  source,
  citation: citeChat(entry, message),
})

/**
 * `coverage * (0.5 + 0.2 * strength + 0.2 * agreement + 0.1 * margin)`, each of them 0 to 1: how much of the query's
 * information the best conversation holds anywhere, how strongly its best message does (full from 0.6 on), how many of its
 * messages agree (one counts nothing, five all), and how far the second is behind. More of any of them never lowers it.
 */
function confidenceOf({ shown, coverage }: Found): number {
  const [best, second] = shown
  if (!best) return 0
  const strength = Math.min(1, best.score / 0.6)
  const agreement = Math.min(1, (best.hits - 1) / 4)
  const margin = best.score === 0 ? 0 : 1 - (second?.score ?? 0) / best.score
  const sum = coverage * (0.5 + 0.2 * strength + 0.2 * agreement + 0.1 * Math.max(0, margin))
  return Math.round(1_000 * Math.min(1, sum)) / 1_000
}

/** Below this the best conversation may well be another one. */
const WEAK = 0.5
const LAST_STEP = 3
/** Conversations worth reading at once. */
const READ = 3

interface Outcome {
  readonly confidence: number
  /** Best first. */
  readonly chatIds: readonly string[]
  readonly plans: readonly Pick<SearchPlan, 'words'>[]
}

/** Suggests reading what was found, and a wider search when little was found, at most twice. */
function nextActions(request: SearchInput, { confidence, chatIds, plans }: Outcome): NextAction[] {
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
function argumentsOf(request: SearchInput): NextAction['args'] {
  const defaults: Readonly<Record<string, unknown>> = searchInput.parse({ intent_query: request.intent_query })
  return Object.fromEntries(
    Object.entries(request as unknown as NextAction['args']).filter(
      ([key, value]) =>
        value !== undefined && (key === 'intent_query' || JSON.stringify(value) !== JSON.stringify(defaults[key])),
    ),
  )
}

/** Nothing to look for was said: the newest are a place to begin. */
const browseInstead = (): NextAction => ({
  tool: 'search_conversations',
  args: { intent_query: '*' },
  why: 'The query has no word to search for: list what is there.',
})
