import type { ChunkId, Passage } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { Evidence } from '@wuku/index-core/ranking/confidence'
import { termsFor, type SearchPlan } from '@wuku/kernel/query/plan'
import { rememberWords, type Word } from '@wuku/text/terms/word-terms'
import { readConversation, type ConversationMessage } from '../assemble.ts'
import { type ChatEntry, isAhead } from '../catalogue.ts'
import { sourceOf } from '../reading/conversation-chunks.ts'
import type { SnippetSource } from '../record.ts'
import type { Ground } from './asked-chats.ts'
import { coverageOf } from './conversation-rankers.ts'
import { tellingTerms } from './search-targets.ts'
import { spotsIn, type Spot } from './snippet-text.ts'

/** A conversation that answers, and how well. */
export interface RankedChat {
  readonly entry: ChatEntry
  /** 0 to 1. */
  readonly score: number
  /** Absent of all but the first few. */
  readonly evidence?: Evidence | undefined
  /** Its chunks that answer, best first. */
  readonly matches: readonly Match[]
}

export interface Match {
  readonly chunk: ChunkId
  readonly score: number
}

export const byScore = (a: Omit<RankedChat, 'matches'>, b: Omit<RankedChat, 'matches'>): number =>
  b.score - a.score || b.entry.endedAt - a.entry.endedAt || (a.entry.id < b.entry.id ? -1 : 1)

/** A conversation with the places in it that answer. */
export interface ShownChat extends RankedChat {
  /** Best first, one a message, as many as are shown. */
  readonly places: readonly AnsweringPlace[]
  /** Messages, and the title. */
  readonly hits: number
  /** All its messages, in order. */
  readonly thread: readonly ConversationMessage[]
}

export interface AnsweringPlace {
  readonly source: SnippetSource
  readonly passage: Passage
  /** None of a title. */
  readonly message?: ConversationMessage
  readonly spots: readonly Spot[]
}

interface Showing {
  readonly ground: Ground
  readonly view: StoreView
  readonly plans: readonly SearchPlan[]
  /** Whether no meaning was searched. Every message shown then holds a word of the query. */
  readonly isByWords: boolean
}

interface Place extends Showing {
  readonly telling: ReadonlySet<string>
  readonly weights: ReadonlyMap<string, number>
  readonly wordOf: (raw: string) => Word
}

/**
 * The best, no copies of each other: no more are looked at than it takes. `coverage`: share of what was asked for that the
 * best one holds anywhere; `copies`: ids of copies of a shown one.
 */
export async function showChats(chats: readonly RankedChat[], showing: Showing) {
  const { request } = showing.ground
  const place = { ...showing, ...wordsOf(showing.plans) }
  const shown: ShownChat[] = []
  const copies = new Map<ChatEntry, readonly string[]>()
  for (let next = 0; next < chats.length && shown.length < request.limit_chats;) {
    // No more than are sure to be shown, unless some are copies.
    const some = chats.slice(next, next + request.limit_chats - shown.length)
    next += some.length
    for (const chat of await Promise.all(some.map((each) => showChat(each, place))))
      if (chat.places.length > 0) addUnlessCopy(chat, shown, copies)
  }
  const ordered = shown.toSorted(byScore)
  const documents = (ordered[0]?.entry.documents ?? []).map(({ id }) => id)
  const coverage = await Promise.all(showing.plans.map(({ words }) => coverageOf(documents, words, showing.view)))
  return { shown: ordered, copies, coverage: Math.max(0, ...coverage.flatMap((each) => [...each.values()])) }
}

function wordsOf(plans: readonly SearchPlan[]): Pick<Place, 'telling' | 'weights' | 'wordOf'> {
  const weights = new Map<string, number>()
  for (const { term, weight } of plans.flatMap((plan) => termsFor(plan, {})))
    weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  const telling = plans.reduce<ReadonlySet<string>>((all, { words }) => all.union(tellingTerms(words)), new Set())
  return { telling, weights, wordOf: rememberWords() }
}

/** Texts that are fetched for each snippet: several may be of one message, or hold nothing to show. */
const CHUNKS = 4

async function showChat(chat: RankedChat, place: Place): Promise<ShownChat> {
  const { ground, view } = place
  const snippets = ground.request.limit_snippets_per_chat
  const [passages, { messages: thread }] = await Promise.all([
    view.chunks.passages(chat.matches.slice(0, CHUNKS * snippets).map(({ chunk }) => chunk)),
    readConversation(chat.entry, view),
  ])
  const messages = new Map(thread.map((message) => [message.id, message]))
  const places = new Map<string, AnsweringPlace>()
  const unread = new Set<string>()
  for (const passage of passages) {
    const anchor = passage.facts.anchor ?? ''
    if (places.has(anchor)) continue
    const found = places.size < snippets ? placeOf(passage, messages.get(anchor), { ...place, chat }) : undefined
    if (found) places.set(anchor, found)
    else if (places.size === snippets) unread.add(anchor)
  }
  return {
    ...chat,
    places: [...places.values()],
    // Chunks whose text was not fetched count as one message each.
    hits: places.size + unread.size + Math.max(0, chat.matches.length - passages.length),
    thread,
  }
}

/** `undefined` where it does not answer. */
function placeOf(
  passage: Passage,
  message: ConversationMessage | undefined,
  { ground, isByWords, telling, weights, wordOf, chat }: Place & { readonly chat: RankedChat },
): AnsweringPlace | undefined {
  const { text, document, facts } = passage
  const isRecent =
    chat.entry === ground.chosen.current &&
    message?.role === 'user' &&
    (message.at ?? 0) > ground.now - 1_000 * ground.request.exclude_recent_user_secs
  const spots = spotsIn(text, weights, wordOf)
  if (isRecent || (isByWords && !spots.some(({ term }) => telling.has(term)))) return undefined
  const block = message?.pieces.find((piece) => piece.document === document.id && piece.end >= facts.end)
  const source = facts.anchor === undefined ? 'title' : sourceOf(block?.kind ?? 'text')
  return { source, passage, spots, ...(message && { message }) }
}

/** A conversation and its copies are shown once, as the most recently written. */
function addUnlessCopy(chat: ShownChat, shown: ShownChat[], copies: Map<ChatEntry, readonly string[]>): void {
  const at = shown.findIndex((other) => isCopy(chat, other))
  const other = shown[at]
  if (!other) return void shown.push(chat)
  const [retained, dropped] = isAhead(chat.entry, other.entry) ? [chat, other] : [other, chat]
  shown[at] = { ...retained, score: Math.max(chat.score, other.score) }
  copies.set(retained.entry, [...(copies.get(other.entry) ?? []), dropped.entry.id])
  if (retained !== other) copies.delete(other.entry)
}

/** A session that goes on under another id repeats its messages; nothing else gives the same one in two conversations. */
function isCopy(one: ShownChat, other: ShownChat): boolean {
  const [a, b] = [bestMessage(one), bestMessage(other)]
  if (!a?.message || !b?.message) return false
  if (a.message.id === b.message.id && isGiven(a.message.id)) return true
  return a.message.at !== undefined && a.message.at === b.message.at && a.passage.text === b.passage.text
}

const bestMessage = ({ places }: ShownChat) => places.find(({ message }) => message !== undefined)

/** Ids that we gave where the program has none are the same in many conversations. */
const isGiven = (id: string): boolean => !/^[a-z]?\d{0,15}$/.test(id)
