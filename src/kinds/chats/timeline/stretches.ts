import type { StoreView } from '../../../ports/store.ts'
import { readConversations, type Conversation, type ConversationMessage } from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import { dayOf } from '../days.ts'
import { timed } from '../said.ts'
import { isWithin, type Window } from '../search/window.ts'

/** The messages of one conversation on one day. */
export interface Stretch {
  readonly day: string
  readonly entry: ChatEntry
  readonly from: number
  readonly to: number
  /** Messages of the current thread; at least one. */
  readonly messages: readonly ConversationMessage[]
}

export interface Reach {
  readonly window: Window
  readonly offset: number
  /** Nothing before this is looked at once there are so many. */
  readonly enough: number
}

export interface ReadStretches {
  readonly stretches: readonly Stretch[]
  /** Conversations that may hold something on days before those. */
  readonly older: readonly ChatEntry[]
}

/**
 * Newest day first, each day whole. Conversations are read from the newest back: a day is whole when the next one had
 * ended before it.
 */
export async function readStretches(
  entries: readonly ChatEntry[],
  reach: Reach,
  view: StoreView,
): Promise<ReadStretches> {
  const found: Stretch[] = []
  let at = 0
  for await (const conversation of readConversations(entries, view)) {
    found.push(...stretchesOf(conversation, reach))
    const next = entries[++at]
    const open = next && dayOf(next.endedAt, reach.offset)
    if (found.length < reach.enough || open === undefined) continue
    const whole = found.filter(({ day }) => day > open)
    if (whole.length < reach.enough) continue
    const begun = found.filter(({ day }) => day <= open).map((each) => each.entry)
    return { stretches: inOrder(whole), older: [...begun, ...entries.slice(at)] }
  }
  return { stretches: inOrder(found), older: [] }
}

function stretchesOf(conversation: Conversation, { window, offset }: Reach): readonly Stretch[] {
  const said = timed(conversation).filter(({ message, at }) => !message.branch && isWithin(at, window))
  return [...Map.groupBy(said, ({ at }) => dayOf(at, offset))].map(([day, own]) => ({
    day,
    entry: conversation.entry,
    from: own.reduce((first, { at }) => Math.min(first, at), Infinity),
    to: own.reduce((last, { at }) => Math.max(last, at), -Infinity),
    messages: own.map(({ message }) => message),
  }))
}

/** Days from the newest back; in each the projects as they were begun, and their conversations likewise. */
function inOrder(stretches: readonly Stretch[]): readonly Stretch[] {
  const begun = new Map<string, number>()
  for (const each of stretches) begun.set(placeOf(each), Math.min(begun.get(placeOf(each)) ?? Infinity, each.from))
  const order = (a: Stretch, b: Stretch): number =>
    compare(b.day, a.day) ||
    (begun.get(placeOf(a)) ?? 0) - (begun.get(placeOf(b)) ?? 0) ||
    compare(placeOf(a), placeOf(b)) ||
    a.from - b.from ||
    compare(a.entry.id, b.entry.id)
  return stretches.toSorted(order)
}

const placeOf = ({ day, entry }: Stretch): string => `${day} ${entry.project ?? ''}`

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
