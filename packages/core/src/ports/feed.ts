import type { Text } from '@wuku/messages/message'
import type { Problem, Skipped } from '../core-types.ts'

/** Source of bytes: a folder now, archives and the network later. */
export interface Feed {
  /** Paths and stamps only: no bytes yet. */
  list(options: ListOptions): Promise<Listing>
  /**
   * The bytes, or why they are refused. Nothing outside the registered root is ever read. The bytes may lie in `scratch`:
   * they hold until the caller gives it to another call.
   */
  read(item: ListedItem, scratch?: Uint8Array): Promise<RawItem | Refusal>
  /** Bytes of a picture below the root, which no listing takes; `undefined`: there is none, or it is left out. */
  picture?(path: string): Promise<Uint8Array | undefined>
  /**
   * Today's stamp of one item without reading it; `undefined` when it is gone. If a check would be costly, `known`
   * comes back, which the store believes, unless something speaks against it.
   */
  stamp(path: string, known?: string): Promise<string | undefined>
  /** `false` when the root itself is gone or not mounted: then nothing can be said of its items. */
  isThere(): Promise<boolean>
  /**
   * Writes a file in place of `replaces`, or of nothing: whole or not at all, durable when it answers, and never
   * outside the root. Files that this feed would not list are refused. Absent if nothing can be written.
   */
  replace?(file: NewFile): Promise<void>
  /** Calls `changed` with the folders in which something was written, some time after it; stops with the signal. */
  watch?(changed: (folders: readonly string[]) => void, signal: AbortSignal, looks?: Polls): Promise<void>
}

/** A watch without help from the system leaves its way of looking here, so that a question need not wait for the next round. */
export interface Polls {
  /** `poll` runs for about so many milliseconds, reports what it finds and returns whether it found anything; what `offer` returns removes it. */
  offer(poll: (milliseconds: number) => Promise<boolean>): () => void
}

export interface ListOptions {
  readonly signal?: AbortSignal
  /** Only these folders (relative to the root, not deeper); everything when absent. */
  readonly folders?: readonly string[]
  /** Stamps that the store has, by item: what is known to be as it was need not be opened to be listed. */
  readonly known?: ReadonlyMap<string, string>
  /** Asked of each item that is there; a feed may leave out of its listing what is as the caller knows it. */
  isUnchanged?(item: ListedItem): boolean
}

export interface Listing {
  readonly items: readonly ListedItem[]
  /** Left out by a rule, each with the rule. A pruned folder is one entry that ends with `/`. */
  readonly skipped: readonly Skipped[]
  /** Refused or unreadable. */
  readonly problems: readonly Problem[]
  /** `false` when something could not be listed: then nothing may be removed for not being in `items`. */
  readonly complete: boolean
}

/** The listing of a feed that leaves nothing out. */
export const listingOf = (items: readonly ListedItem[]): Listing => ({
  items,
  skipped: [],
  problems: [],
  complete: true,
})

export interface ListedItem {
  /** `/`-separated, relative to the root, as written on disk. */
  readonly path: string
  readonly stamp: string
  readonly bytes: number
  readonly modifiedAt: number
  /** Its bytes cannot be had now: what is stored of it stays, whichever version analysed it. */
  readonly isKept?: true
}

export interface RawItem {
  readonly path: string
  readonly stamp: string
  readonly modifiedAt: number
  readonly bytes: Uint8Array
  /** Short texts next to it that say what it belongs to. */
  readonly sidecar?: Sidecar
}

export interface Sidecar {
  /** First line of the file of which the bytes are a later part. */
  readonly firstLine?: string
  /** The working folder, as named by a file next to it. */
  readonly projectRoot?: string
  /** JSON about it. */
  readonly about?: string
}

export interface NewFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** SHA-256, in hex, of the bytes that it replaces; absent: nothing may stand there. */
  readonly replaces?: string
}

export interface Refusal extends Problem {
  /** If there is nothing to fix: the rule by which it is left out. */
  readonly leftOut?: Text
}

export const isRefusal = (read: RawItem | Refusal): read is Refusal => 'said' in read
