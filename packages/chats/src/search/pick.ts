import type { ChatEntry } from '../catalogue.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { keepAnswering } from './required-targets.ts'
import { rankWithAllMatches } from './find-conversations.ts'
import { byScore, type RankedChat } from './rank.ts'
import { createTextMatcher, showChat, type ShownChat } from './shown-chat.ts'
import type { Ground } from './near.ts'

export interface Picked {
  readonly shown: readonly ShownChat[]
  /** Ids of conversations that are copies of a shown one. */
  readonly copies: ReadonlyMap<ChatEntry, readonly string[]>
}

/** The best that hold what is demanded and are no copies of each other: looked at by pages until there are enough. */
export async function pickConversations(
  ranked: readonly RankedChat[],
  resolvedQuery: ResolvedQuery,
  ground: Ground,
): Promise<Picked> {
  const limit = ground.request.limit_chats
  const shown: ShownChat[] = []
  const copies = new Map<ChatEntry, readonly string[]>()
  const showing = {
    view: ground.view,
    matcher: createTextMatcher(resolvedQuery),
    snippets: ground.request.limit_snippets_per_chat,
  }
  let page = Math.max(MIN_PAGE, 2 * limit)
  for (let at = 0; at < ranked.length && shown.length < limit; at += page, page *= 2) {
    const entries = ranked.slice(at, at + page).map(({ entry }) => entry)
    const answering = await keepAnswering(entries, resolvedQuery, ground)
    const close = await rankWithAllMatches(answering, resolvedQuery.aspects, ground)
    for (let next = 0; next < close.length && shown.length < limit;) {
      // No more than are sure to be shown, unless some are copies.
      const some = close.slice(next, next + limit - shown.length)
      next += some.length
      for (const chat of await Promise.all(some.map((each) => showChat(each, showing))))
        addUnlessCopy(chat, { shown, copies })
    }
  }
  return { shown: shown.toSorted(byScore), copies }
}

/** Twice as many on each further page: where most are left out, few pages are read. */
const MIN_PAGE = 24

interface Selection {
  readonly shown: ShownChat[]
  readonly copies: Map<ChatEntry, readonly string[]>
}

/** A conversation and its copies are shown once, as the most recently written. */
function addUnlessCopy(chat: ShownChat, { shown, copies }: Selection): void {
  const at = shown.findIndex((other) => isCopy(chat, other))
  const other = shown[at]
  if (!other) return void shown.push(chat)
  const [retained, dropped] = isFuller(chat.entry, other.entry) ? [chat, other] : [other, chat]
  shown[at] = { ...retained, score: Math.max(chat.score, other.score) }
  copies.set(retained.entry, [...(copies.get(other.entry) ?? []), dropped.entry.id])
  if (retained !== other) copies.delete(other.entry)
}

const isFuller = (one: ChatEntry, other: ChatEntry): boolean =>
  one.endedAt === other.endedAt ? one.messages > other.messages : one.endedAt > other.endedAt

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
