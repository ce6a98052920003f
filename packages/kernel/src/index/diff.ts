import { partOf, fullPathOf } from '@wuku/core/part-paths'
import type { ListedItem, Listing } from '@wuku/core/ports/feed'
import type { DocumentId } from '@wuku/core/core-types'
import type { ManifestEntry } from '@wuku/core/ports/index-view'

/** The stamp of what an archive keeps though its item is gone; no feed gives it. */
export const GONE = 'gone'

/** Stamps by which a feed recognises unchanged items; it knows nothing of items that are gone. */
export const stampsOf = (manifest: ReadonlyMap<string, ManifestEntry>): ReadonlyMap<string, string> =>
  new Map([...manifest.values()].filter(({ stamp }) => stamp !== GONE).map(({ item, stamp }) => [item, stamp]))

/** A listing compared with the store. */
export interface Diff {
  /** Number of documents. */
  readonly unchanged: number
  /** New, or written since: to be read. The reader removes them from here, so that they are not held any longer. */
  readonly toRead: ListedItem[]
  /** Known and no longer listed. */
  readonly gone: readonly ManifestEntry[]
  /** Entries to remove, unless they moved; for an archive these are not all that are gone. */
  readonly leaving: readonly ManifestEntry[]
}

export interface DiffOptions {
  /** Current analyser of an item: entries of another one are read again. */
  readonly analyserOf: (item: string) => string
  readonly force: boolean
  /** The listing speaks about these alone; about everything when absent. */
  readonly folders?: readonly string[]
  /** Entries that are gone stay (`Reader.archives`). */
  readonly archives?: true
}

/**
 * A listing that broke off proves nothing about what it does not show: nothing is gone then. A feed may ask of each item
 * whether it is unchanged, and leave it out: most of 200,000 are.
 */
export function createDiff(
  manifest: ReadonlyMap<string, ManifestEntry>,
  { analyserOf, force, folders, archives }: DiffOptions,
) {
  /** First documents of known items that are there. */
  const listed = new Set<DocumentId | undefined>()
  let unchanged = 0
  const isUnchanged = (item: ListedItem): boolean => {
    const known = manifest.get(item.path)
    if (!known) return false
    listed.add(known.documents[0])
    const isCurrent = known.stamp === item.stamp && (item.isKept || known.analyser === analyserOf(item.path))
    if (!isCurrent || (force && !item.isKept)) return false
    unchanged += known.documents.length
    return true
  }
  const end = (listing: Listing): Diff => {
    const toRead = listing.items.filter((item) => !isUnchanged(item))
    const absent: ManifestEntry[] = []
    for (const entry of manifest.values()) if (!listed.has(entry.documents[0])) absent.push(entry)
    const gone = listing.complete ? absent.filter(withinFolders(folders)) : []
    return { unchanged, toRead, gone, leaving: archives ? leavingArchive(listing, absent, gone) : gone }
  }
  return { isUnchanged, end }
}

/** Entries that a rule names, even in a listing that broke off, and parts of files that were rewritten and are shorter. */
function leavingArchive({ items, skipped }: Listing, absent: readonly ManifestEntry[], gone: readonly ManifestEntry[]) {
  const isLeftOut = leftOutBy(skipped.map(({ path }) => path))
  const files = new Set(items.map(({ path }) => fullPathOf(path)))
  const vanished = new Set(gone.filter(({ item }) => partOf(item) > 1 && files.has(fullPathOf(item))))
  return absent.filter((entry) => vanished.has(entry) || isLeftOut(entry.item))
}

function withinFolders(folders: readonly string[] | undefined): (entry: ManifestEntry) => boolean {
  if (!folders) return () => true
  const listed = new Set(folders)
  return ({ item }) => listed.has(item.slice(0, Math.max(0, item.lastIndexOf('/'))))
}

/** Whether one of these names an item: the item itself, what it lies below, or what it is a part of. */
export function leftOutBy(names: readonly string[]): (item: string) => boolean {
  const named = new Set(names.map((name) => name.replace(/\/$/, '')))
  return (item) => {
    if (named.size === 0) return false
    if (named.has(item)) return true
    const fullPath = fullPathOf(item)
    for (let end = fullPath.length; end > 0; end = fullPath.lastIndexOf('/', end - 1))
      if (named.has(fullPath.slice(0, end))) return true
    return false
  }
}
