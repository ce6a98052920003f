import type { MessageRecord, PartRecord } from './record.ts'

/** For each message, in order, whether it belongs to the thread that counts. */
export function activeMessages(messages: readonly PlacedMessage[], parts: readonly PartRecord[]): readonly boolean[] {
  const activeFlags = markRewound(messages, parts)
  if (!messages.some(({ parent }) => parent !== undefined)) return activeFlags
  const links = parts.flatMap((part) => part.links ?? [])
  const isOnPath = onPaths(messages, { activeFlags, links, leaf: lastLeaf(parts) })
  return activeFlags.map((each, at) => each && isOnPath[at] === true)
}

/** A declared leaf is outdated as soon as a later part adds messages. */
function lastLeaf(parts: readonly PartRecord[]): string | undefined {
  let last: string | undefined
  for (const { leaf, messages } of parts) last = leaf ?? (messages.length > 0 ? undefined : last)
  return last
}

export interface PlacedMessage extends MessageRecord {
  /** Index of the part in which it first appears, from 0. */
  readonly part: number
}

interface Tree {
  /** Whether each message may be on a path's end. */
  readonly activeFlags: readonly boolean[]
  /** Ids that are no messages, with what stands before them. */
  readonly links: readonly (readonly [id: string, before: string])[]
  readonly leaf: string | undefined
}

/**
 * Whether each message lies on the way from the beginning to the end of its thread. A compacted conversation has
 * several beginnings, each with its own way. Messages without a place in the tree count as lying on it.
 */
function onPaths(messages: readonly PlacedMessage[], { activeFlags, links, leaf }: Tree): readonly boolean[] {
  const resolve = createResolver(messages, links)
  const before = messages.map(({ parent }) => (typeof parent === 'string' ? resolve(parent) : -1))
  const threads = threadsOf(before)
  const ends = new Map<number, number>()
  for (const [at, { parent }] of messages.entries())
    if (activeFlags[at] && parent !== undefined) ends.set(threads[at] ?? at, at)
  const declared = leaf === undefined ? -1 : resolve(leaf)
  if (declared >= 0) ends.set(threads[declared] ?? declared, declared)
  const isOn = messages.map(({ parent }) => parent === undefined)
  for (const end of ends.values()) walkBack(end, before, isOn)
  return isOn
}

function walkBack(end: number, before: readonly number[], isOn: boolean[]): void {
  const seen = new Set<number>()
  for (let at = end; at >= 0 && !seen.has(at); at = before[at] ?? -1) {
    seen.add(at)
    isOn[at] = true
  }
}

/** The message that an id means, itself or through links; -1 when it is unknown. */
export function createResolver(messages: readonly Pick<MessageRecord, 'id'>[], links: Tree['links']) {
  const places = new Map<string, number>()
  for (const [at, { id }] of messages.entries()) if (!places.has(id)) places.set(id, at)
  const linked = new Map(links)
  return (id: string): number => {
    const path: string[] = []
    let [next, place]: [string | undefined, number | undefined] = [id, places.get(id)]
    while (place === undefined && next !== undefined) {
      path.push(next)
      // Marked as a circle, in case the search comes back here.
      places.set(next, -1)
      next = linked.get(next)
      place = next === undefined ? undefined : places.get(next)
    }
    for (const each of path) places.set(each, place ?? -1)
    return place ?? -1
  }
}

/** For each message the first of its thread; of a circle whichever is met first. */
function threadsOf(before: readonly number[]): readonly number[] {
  const threads = before.map(() => -1)
  for (let start = 0; start < before.length; start++) {
    const path: number[] = []
    const pathMembers = new Set<number>()
    let at = start
    while (threads[at] === -1 && !pathMembers.has(at) && (before[at] ?? -1) >= 0) {
      path.push(at)
      pathMembers.add(at)
      at = before[at] ?? -1
    }
    const known = threads[at] ?? -1
    const thread = known >= 0 ? known : at
    threads[at] = thread
    for (const each of path) threads[each] = thread
  }
  return threads
}

/** For each message whether it still stands: neither taken back in its own part nor by what a later one says. */
function markRewound(messages: readonly PlacedMessage[], parts: readonly PartRecord[]): readonly boolean[] {
  const activeFlags = messages.map(({ isInactive }) => isInactive !== true)
  const places = new Map(messages.map(({ id }, at) => [id, at]))
  /** Places of those that stand, ascending: what is taken back is always at the end. */
  const activePlaces: number[] = []
  let next = 0
  for (const [part, { rewinds = [] }] of parts.entries()) {
    for (const rewind of rewinds) {
      const first =
        'to' in rewind ? (places.get(rewind.to) ?? Infinity) : firstOfTurns(rewind.turns, messages, activePlaces)
      // A message that is missing, or was taken back already, takes nothing else with it.
      if ('to' in rewind && !activeFlags[first]) continue
      while ((activePlaces.at(-1) ?? -1) >= first) activeFlags[activePlaces.pop() ?? 0] = false
    }
    for (; next < messages.length && (messages[next]?.part ?? 0) <= part; next++)
      if (activeFlags[next]) activePlaces.push(next)
  }
  return activeFlags
}

function firstOfTurns(turns: number, messages: readonly PlacedMessage[], activePlaces: readonly number[]): number {
  let left = turns
  if (!(left > 0)) return Infinity
  for (let at = activePlaces.length - 1; at >= 0; at--) {
    const place = activePlaces[at] ?? 0
    if (messages[place]?.role === 'user' && --left <= 0) return place
  }
  return activePlaces[0] ?? Infinity
}
