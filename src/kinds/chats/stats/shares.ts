import type { Conversation } from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import { dayOf } from '../days.ts'
import { isTurn, timed, type TimedMessage } from '../said.ts'
import { isWithin, type Window } from '../search/window.ts'

/** What one day and one model have of a conversation. */
export interface Share {
  readonly day: string
  readonly model: string | null
  readonly messages: number
  readonly turns: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly activeMs: number
}

/** Whoever says nothing for longer does something else. */
const PAUSE = 5 * 60_000

/** Counted message by message; those of abandoned branches too, since they were said and paid for. */
export function countShares(conversation: Conversation, window: Window, offset: number): readonly Share[] {
  const shares = new Map<string, { -readonly [key in keyof Share]: Share[key] }>()
  const said = withModels(timed(conversation))
  let before: number | undefined
  for (const { message, at, model } of said.toSorted((a, b) => a.at - b.at)) {
    const gap = before === undefined ? 0 : at - before
    before = at
    if (!isWithin(at, window)) continue
    const day = dayOf(at, offset)
    const key = `${day} ${model ?? ''}`
    const share = shares.get(key) ?? { ...nothing, day, model }
    shares.set(key, share)
    share.messages++
    share.turns += isTurn(message) ? 1 : 0
    share.inputTokens += message.inputTokens ?? 0
    share.outputTokens += message.outputTokens ?? 0
    share.activeMs += gap <= PAUSE ? gap : 0
  }
  return [...shares.values()]
}

const nothing = { messages: 0, turns: 0, inputTokens: 0, outputTokens: 0, activeMs: 0 }

/** A question counts for the model that answers it, and what no model says for the one that spoke last. */
function withModels(said: readonly TimedMessage[]): readonly (TimedMessage & { readonly model: string | null })[] {
  const models = said.map(({ message }) => message.model ?? null)
  for (let at = models.length - 2; at >= 0; at--) models[at] ??= models[at + 1] ?? null
  let last: string | null = null
  return said.map((each, at) => ({ ...each, model: (last = models[at] ?? last) }))
}

/** Without a look at its messages: all of it on its last day, with its first model. */
export function reckonShare(entry: ChatEntry, offset: number): Share {
  const { messages, turns, inputTokens, outputTokens, startedAt, endedAt, models } = entry
  const activeMs = Math.min(endedAt - startedAt, Math.max(0, messages - 1) * PAUSE)
  const [model = null] = models
  return { day: dayOf(endedAt, offset), model, messages, turns, inputTokens, outputTokens, activeMs }
}
