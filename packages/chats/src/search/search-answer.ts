import { type ChatEntry, citeChat } from '../catalogue.ts'
import type { BrowsedChat, LatestMessage } from './browse.ts'
import { browseInstead, nextActions } from './guidance.ts'
import type { Found } from './find-conversations.ts'
import type { ChatResult, ChatSnippet, SearchInput, SearchOutput } from './chat-search-shapes.ts'
import type { AnsweringPlace, ShownChat } from './shown-chat.ts'
import { cutAround } from './snippet-text.ts'

/** Said in every answer, as callers know it. */
const STOP = 'confidence >= 0.75 || topChatIds.length <= 2'

export function answerFound(found: Found, request: SearchInput): SearchOutput {
  const { shown, copies, plans } = found
  const confidence = confidenceOf(found)
  const results = shown.map((chat) => ({ ...resultOf(chat, request), ...copiesOf(copies.get(chat.entry)) }))
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

const copiesOf = (ids: readonly string[] | undefined) => (ids ? { copies: [...ids] } : {})

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

function resultOf({ entry, hits, score, places }: ShownChat, request: SearchInput): ChatResult {
  return {
    ...headOf(entry, { hits, score }),
    snippets: places.map((place) => snippetOf(place, entry, request)),
  }
}

function headOf(entry: ChatEntry, { hits, score }: { readonly hits: number; readonly score: number }) {
  const { id, title, startedAt, endedAt, messages, agent, project } = entry
  return {
    title,
    agent,
    ...(project !== undefined && { project }),
    chatId: id,
    hits,
    timeRange: { from: startedAt, to: endedAt },
    score: Math.round(score * 1_000) / 1_000,
    messageCount: messages,
    startedAt,
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
  const wider = nextActions(
    { ...request, precision_mode: 'fuzzy', expand: 'auto' },
    { confidence, chatIds: topChatIds, plans: [] },
  )
  return {
    status: 'ok',
    iterations_used: 1,
    confidence: Math.round(1_000 * confidence) / 1_000,
    topChatIds,
    results: browsed.map((chat) => ({
      ...headOf(chat.entry, { hits: chat.hits, score: 1 }),
      snippets: chat.latest.map((latest) => latestSnippet(latest, chat.entry, request)),
    })),
    guidance: {
      stopIf: 'returned_recent_wildcard',
      nextActions: wider,
      state: { expandedTerms: {}, excludes: [...request.exclude_terms], iteration: request.iteration },
    },
  }
}

function latestSnippet(
  { message, source, text }: LatestMessage,
  entry: ChatEntry,
  { snippet_window: window }: SearchInput,
): ChatSnippet {
  return {
    messageId: message.id,
    role: message.role,
    createdAt: message.at ?? entry.startedAt,
    text: cutAround(text.trim(), [], 2 * window),
    source,
    citation: citeChat(entry, message),
  }
}

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
