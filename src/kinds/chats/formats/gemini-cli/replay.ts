import type { DraftMessage, Rewind } from '../../conversation.ts'
import { fieldsOf, listOf, textOf, isFields, type Fields } from '../fields.ts'
import { readMessage } from './messages.ts'

export interface Replayed {
  readonly messages: readonly DraftMessage[]
  readonly rewinds: readonly Rewind[]
}

/**
 * A log of changes, played to its end. A message that is written again takes its old place; what was taken back stays
 * and is marked; what a compressed history leaves out was said all the same, and stays as it was.
 */
export function replay(records: readonly Fields[], part: number): Replayed {
  const log: Log = { messages: new Map(), order: [], taken: [], rewinds: [] }
  for (const record of records) {
    const to = textOf(record['$rewindTo'])
    if (to !== undefined) rewind(log, to)
    else if (isFields(record['$set'])) for (const each of listOf(record['$set']['messages'])) put(log, fieldsOf(each))
    else put(log, record)
  }
  return { messages: inOrder(log), rewinds: part === 1 ? [] : log.rewinds }
}

interface Log {
  /** By id; `place` is where it was first written among all of them. */
  readonly messages: Map<string, Placed>
  /** Ids of those that stand, in order. */
  readonly order: string[]
  readonly taken: Placed[]
  readonly rewinds: Rewind[]
}

interface Placed {
  readonly place: number
  readonly message: DraftMessage | undefined
}

function put(log: Log, record: Fields): void {
  const id = textOf(record['id'])
  if (id === undefined || textOf(record['type']) === undefined) return
  const place = log.messages.get(id)?.place ?? log.messages.size + log.taken.length
  if (!log.messages.has(id)) log.order.push(id)
  log.messages.set(id, { place, message: readMessage(id, record) })
}

/** What is not here stands in an earlier part, and then all of this one came after it. */
function rewind(log: Log, to: string): void {
  if (!log.messages.has(to)) log.rewinds.push({ to })
  for (let id = log.order.pop(); id !== undefined; id = id === to ? undefined : log.order.pop()) {
    const placed = log.messages.get(id)
    if (placed) log.taken.push(placed)
    log.messages.delete(id)
  }
}

/** A message that was taken back and said again is there once, as it was said again. */
function inOrder({ messages, taken }: Log): readonly DraftMessage[] {
  const again = new Set(messages.keys())
  const lost = new Map(taken.flatMap(({ place, message }) => (message ? [[message.id, { place, message }]] : [])))
  const inactive = [...lost.values()]
    .filter(({ message }) => !again.has(message.id))
    .map(({ place, message }): Placed => ({ place, message: { ...message, isInactive: true } }))
  return [...messages.values(), ...inactive]
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ message }) => message ?? [])
}
