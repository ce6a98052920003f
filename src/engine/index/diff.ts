import type { ListedItem, Listing } from '../../ports/feed.ts'
import type { ManifestEntry } from '../../ports/store.ts'

/** What a listing says against what the store believes. */
export interface Diff {
  readonly unchanged: readonly ManifestEntry[]
  /** New, or written since: to be read. */
  readonly toRead: readonly ListedItem[]
  /** Known and no longer listed. */
  readonly gone: readonly ManifestEntry[]
}

export interface DiffOptions {
  /** Entries of another analyser are read again. */
  readonly analyser: string
  readonly force: boolean
}

/** A listing that broke off proves nothing about what it does not show: nothing is gone then. */
export function diffListing(
  listing: Listing,
  manifest: ReadonlyMap<string, ManifestEntry>,
  { analyser, force }: DiffOptions,
): Diff {
  const listed = new Set(listing.items.map((item) => item.path))
  const isCurrent = (item: ListedItem): boolean => {
    const known = manifest.get(item.path)
    return !force && known?.stamp === item.stamp && known.analyser === analyser
  }
  return {
    unchanged: listing.items.filter(isCurrent).flatMap((item) => manifest.get(item.path) ?? []),
    toRead: listing.items.filter((item) => !isCurrent(item)),
    gone: listing.complete ? [...manifest.values()].filter((entry) => !listed.has(entry.item)) : [],
  }
}
