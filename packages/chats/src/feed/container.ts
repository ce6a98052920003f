import type { Problem, Skipped } from '@wuku/core/core-types'
import type { ListedItem, RawItem, Refusal } from '@wuku/core/ports/feed'

/** A file of a source, before anything in it is known. */
export interface ContainerFile {
  /** `/`-separated, relative to the root. */
  readonly path: string
  /** Absolute real path. */
  readonly at: string
  /** Stamp of the whole file. */
  readonly stamp: string
  readonly bytes: number
  readonly modifiedAt: number
}

/** Kind of file that holds conversations: how to split it into items, and how to read one of them. */
export interface Container {
  /**
   * Items have paths derived from the file's: `path`, `path@2` for its parts (`core/part-paths.ts`), `path/<id>` for entries
   * in it. `known` are the stamps that the store has of items, by path: an unchanged file need not be opened.
   */
  list(file: ContainerFile, known: ReadonlyMap<string, string>, signal?: AbortSignal): Promise<ContainerListing>
  /** Items are asked for in the order in which they were listed, mostly. */
  read(file: ContainerFile, item: ListedItem): Promise<RawItem | Refusal>
}

export interface ContainerListing {
  readonly items: readonly ListedItem[]
  readonly skipped?: readonly Skipped[]
  readonly problems?: readonly Problem[]
}
