import type { Rewind } from '../conversation.ts'
import type { PartRecord } from '../record.ts'
import type { PlacedMessage } from './tree.ts'

/** For each message whether it still stands: neither taken back in its own part nor by what a later one says. */
export function takeBack(messages: readonly PlacedMessage[], parts: readonly PartRecord[]): readonly boolean[] {
  const stands = messages.map(({ isInactive }) => isInactive !== true)
  const places = new Map(messages.map(({ id }, at) => [id, at]))
  /** Places of those that stand, ascending: what is taken back is always at the end. */
  const standing: number[] = []
  let next = 0
  for (const [part, { rewinds = [] }] of parts.entries()) {
    for (const rewind of rewinds) {
      const first = firstTakenBack(rewind, { messages, standing, stands, places })
      while ((standing.at(-1) ?? -1) >= first) stands[standing.pop() ?? 0] = false
    }
    for (; next < messages.length && (messages[next]?.part ?? 0) <= part; next++) if (stands[next]) standing.push(next)
  }
  return stands
}

interface Before {
  readonly messages: readonly PlacedMessage[]
  readonly standing: readonly number[]
  readonly stands: readonly boolean[]
  readonly places: ReadonlyMap<string, number>
}

/** A message that is missing, or was taken back already, takes nothing else with it. */
function firstTakenBack(rewind: Rewind, { messages, standing, stands, places }: Before): number {
  if ('to' in rewind) {
    const at = places.get(rewind.to) ?? Infinity
    return stands[at] ? at : Infinity
  }
  let left = rewind.turns
  if (!(left > 0)) return Infinity
  for (let at = standing.length - 1; at >= 0; at--) {
    const place = standing[at] ?? 0
    if (messages[place]?.role === 'user' && --left <= 0) return place
  }
  return standing[0] ?? Infinity
}
