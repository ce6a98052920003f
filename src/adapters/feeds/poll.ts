import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Listing } from '../../ports/feed.ts'

export interface Polling {
  list(): Promise<Listing>
  changed(folders: readonly string[]): void
  /** Milliseconds between listings. */
  readonly every: number
  readonly signal: AbortSignal
}

/**
 * Watches by listing again and again, for where the system cannot tell what was written. One hash a folder is kept. The
 * first listing reports every folder: what happened before it is not known.
 */
export async function pollFolders({ list, changed, every, signal }: Polling): Promise<void> {
  let before = new Map<string, string>()
  while (!signal.aborted) {
    const listing = await list()
    const now = hashFolders(listing)
    /** A folder that a broken-off listing lacks is not known to be gone. */
    const after = listing.complete ? now : new Map([...before, ...now])
    const folders = differing(before, after)
    if (folders.length > 0 && !signal.aborted) changed(folders)
    before = after
    await setTimeout(every, undefined, { signal }).catch(() => undefined)
  }
}

function hashFolders({ items }: Listing): Map<string, string> {
  const byFolder = Map.groupBy(items, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  return new Map(
    [...byFolder].map(([folder, held]) => [
      folder,
      hash('sha1', held.map(({ path, stamp }) => `${path}\0${stamp}`).join('\0')),
    ]),
  )
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const folders = new Set([...before.keys(), ...after.keys()])
  return [...folders].filter((folder) => before.get(folder) !== after.get(folder)).toSorted()
}
