import type { Source, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'

/** A unit of work: a repository with everything written and said about it. */
export interface Project {
  readonly name: string
  /** Absolute: of the repository, and of its other work trees and clones that are registered. */
  readonly folders: readonly string[]
  /** Other names in lower case: those of its folders and sources. */
  readonly names: ReadonlySet<string>
  /** Sources that the user assigned to it, of every storehouse. */
  readonly sources: readonly Source[]
}

export interface ProjectPart {
  readonly sources?: readonly Source[]
  /** Sources that answer in place of others of the same thing: those are left out where nobody names them. */
  readonly inPlaceOf?: readonly SourceId[]
  /** Documents of other sources. */
  holds?(document: StoredDocument): boolean
  /** The meaning of `holds`, for people: "its conversations". */
  readonly summary?: string
}

export interface ProjectRequest {
  readonly view: StoreView
  /** Visible sources. */
  readonly sources: readonly Source[]
  /** Text files of a folder of the project; none of one that is not registered. */
  readFiles(folder: string, isIncluded: (path: string) => boolean): Promise<ReadonlyMap<string, string>>
}

/** The whole of it, ready for a search. */
export interface ProjectScope {
  readonly name: string
  readonly sources: ReadonlySet<SourceId>
  readonly inPlaceOf: ReadonlySet<SourceId>
  holds(document: StoredDocument): boolean
  /** A sentence about what belongs to it. */
  readonly summary: string
}

export const belongs = ({ sources, holds }: ProjectScope, document: StoredDocument): boolean =>
  sources.has(document.source) || holds(document)

/** Whether a folder is one of these, or lies in one. Case does not count: two of three systems ignore it. */
export function isWithin(folders: readonly string[]): (folder: string) => boolean {
  const roots = folders.map(plain)
  return (folder) => {
    const target = plain(folder)
    return roots.some((root) => target.startsWith(root))
  }
}

/** `/home/ada/shop/`, whatever the system calls its slash. */
const plain = (folder: string): string => `${folder.toLowerCase().replaceAll('\\', '/').replace(/\/+$/, '')}/`

export const lastSegment = (folder: string): string =>
  folder.split(/[\\/]/).findLast((segment) => segment !== '') ?? folder
