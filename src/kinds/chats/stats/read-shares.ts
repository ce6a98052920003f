import { perStore } from '../../../engine/per-store.ts'
import type { StoreView } from '../../../ports/store.ts'
import { readConversations } from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import type { Narrowed } from '../narrowing.ts'
import { contains } from '../search/window.ts'
import { countShares, reckonShare, type Share } from './shares.ts'

export interface SharesOf {
  readonly entry: ChatEntry
  readonly shares: readonly Share[]
}

export interface ReadShares {
  readonly all: readonly SharesOf[]
  /** Conversations that were not looked into. */
  readonly reckoned: number
}

interface Reading {
  readonly view: StoreView
  /** Minutes ahead of UTC. */
  readonly offset: number
}

/** Messages looked at in one call: older conversations beyond them are reckoned, and counted by later calls. */
const MOST_READ = 200_000

const memoryOf = perStore(() => new Map<string, readonly Share[]>())

/** What was counted once is kept in memory until the conversation changes, since reading it takes the longest. */
export async function readShares({ entries, window }: Narrowed, reading: Reading): Promise<ReadShares> {
  const { view, offset } = reading
  const before = await memoryOf(view)
  if (before.size > MOST_KEPT) before.clear()
  const all: SharesOf[] = []
  const toRead: ChatEntry[] = []
  let [read, reckoned] = [0, 0]
  for (const entry of entries) {
    const kept = isWhole(entry, window) ? before.get(keyOf(entry, offset)) : undefined
    if (kept) all.push({ entry, shares: kept })
    else if (read + entry.messages > MOST_READ && read > 0) {
      all.push({ entry, shares: [reckonShare(entry, offset)] })
      reckoned++
    } else {
      read += entry.messages
      toRead.push(entry)
    }
  }
  for await (const conversation of readConversations(toRead, view)) {
    const { entry } = conversation
    const shares = countShares(conversation, window, offset)
    if (isWhole(entry, window)) before.set(keyOf(entry, offset), shares)
    all.push({ entry, shares })
  }
  return { all: inOrderOf(entries, all), reckoned }
}

const isWhole = ({ startedAt, endedAt }: ChatEntry, window: Narrowed['window']): boolean =>
  contains(window, { from: startedAt, to: endedAt })

const keyOf = ({ documents }: ChatEntry, offset: number): string =>
  `${offset} ${documents.map(({ id, hash }) => `${id}:${hash}`).join(' ')}`

function inOrderOf(entries: readonly ChatEntry[], all: readonly SharesOf[]): readonly SharesOf[] {
  const byEntry = new Map(all.map((each) => [each.entry, each]))
  return entries.flatMap((entry) => byEntry.get(entry) ?? [])
}

/** Conversations of some years; more than an archive has, unless the zone changes with every call. */
const MOST_KEPT = 200_000
