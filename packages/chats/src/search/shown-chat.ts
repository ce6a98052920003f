import { once } from '@wuku/core/once'
import type { ChunkId, Passage } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { rememberWords, type Word } from '@wuku/text/terms/word-terms'
import { readConversation, type ConversationMessage } from '../assemble.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { slipsIn } from './cjk-typos.ts'
import type { Match, RankedChat } from './rank.ts'
import { spotsIn, type Spot } from './snippet-text.ts'

/** A conversation with the places in it that answer. */
export interface ShownChat extends RankedChat {
  /** Best first, one a message. */
  readonly places: readonly AnsweringPlace[]
  /** Messages, and the title. */
  readonly hits: number
  /** All its messages, in order. */
  readonly thread: readonly ConversationMessage[]
  /** Misspelt words as they stand in it, by the word of the query. */
  readonly slips: readonly (readonly [word: string, found: string])[]
}

export interface AnsweringPlace {
  readonly match: Pick<Match, 'source' | 'score' | 'aspect'>
  readonly passage: Passage
  /** None of a title. */
  readonly message?: ConversationMessage
  /** Found when they are asked for: most places are not shown. */
  readonly spots: () => readonly Spot[]
}

/** Looks for the texts of so many chunks for each snippet: several may be of one message, or hold nothing to show. */
const CHUNKS = 4

export interface Showing {
  readonly view: StoreView
  readonly matcher: TextMatcher
  readonly snippets: number
}

/** The texts of the best matches of a conversation. */
export async function showChat(chat: RankedChat, { view, matcher, snippets }: Showing): Promise<ShownChat> {
  const best = bestOfChunks(chat.matches)
  const [passages, { messages: thread }] = await Promise.all([
    view.chunks.passages(best.slice(0, CHUNKS * snippets).map(({ chunk }) => chunk)),
    readConversation(chat.entry, view),
  ])
  const messages = new Map(thread.map((message) => [message.id, message]))
  const matchOf = new Map(best.map((match) => [match.chunk, match]))
  const places = new Map<string, AnsweringPlace>()
  for (const passage of passages) {
    const match = matchOf.get(passage.chunk)
    const key = passage.facts.anchor ?? ''
    const before = places.get(key)
    if (!match || before) continue
    const message = messages.get(key)
    places.set(key, { match, passage, spots: once(() => matcher.spots(passage.text)), ...(message && { message }) })
  }
  return {
    ...chat,
    places: [...places.values()],
    hits: countMessages(best, passages),
    thread,
    slips: matcher.hasSlips ? passages.flatMap(({ text }) => matcher.slips(text)) : [],
  }
}

/** A chunk may answer several of the things asked. */
function bestOfChunks(matches: readonly Match[]): readonly Match[] {
  const best = new Map<ChunkId, Match>()
  for (const match of matches) if (match.score > (best.get(match.chunk)?.score ?? -1)) best.set(match.chunk, match)
  return [...best.values()].toSorted((a, b) => b.score - a.score || a.chunk - b.chunk)
}

/** Chunks whose text was not fetched count as one message each. */
function countMessages(best: readonly Match[], passages: readonly Passage[]): number {
  const anchors = new Set(passages.map(({ facts }) => facts.anchor ?? ''))
  return anchors.size + Math.max(0, best.length - passages.length)
}

/** For all conversations of a search: their words are much the same. */
export interface TextMatcher {
  /** Some words may stand in a text misspelt. */
  readonly hasSlips: boolean
  spots(text: string): readonly Spot[]
  slips(text: string): readonly (readonly [word: string, found: string])[]
}

export function createTextMatcher(
  { aspects }: Pick<ResolvedQuery, 'aspects'>,
  wordOf: (raw: string) => Word = rememberWords(),
): TextMatcher {
  const termWeights = new Map<string, number>()
  for (const { terms } of aspects)
    for (const { term, weight } of terms) termWeights.set(term, Math.max(weight, termWeights.get(term) ?? 0))
  const words = aspects.flatMap(({ slips }) => slips)
  const heaviest = Math.max(0, ...termWeights.values())
  const found = (text: string) => words.flatMap((word) => slipsIn(text, word).map((slip) => ({ word, ...slip })))
  return {
    hasSlips: words.length > 0,
    spots: (text) =>
      [
        ...spotsIn(text, termWeights, wordOf),
        ...found(text).map(({ word, start, end }) => ({ start, end, term: word.written, weight: heaviest })),
      ].toSorted((a, b) => a.start - b.start || a.end - b.end),
    slips: (text) => found(text).map(({ word, start, end }) => [word.written, text.slice(start, end)] as const),
  }
}
