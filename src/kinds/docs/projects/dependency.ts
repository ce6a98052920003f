export const ecosystems = ['npm', 'pypi', 'go', 'cargo', 'maven', 'gem', 'composer', 'pub'] as const
export type Ecosystem = (typeof ecosystems)[number]

/** Something that a project uses, as one of its files says. */
export interface Dependency {
  readonly ecosystem: Ecosystem
  /** As its registry knows it: `@vue/core`, `github.com/gin-gonic/gin`, `org.slf4j:slf4j-api`. */
  readonly name: string
  /** The range as it is written; empty where a file only locks it, or leaves the range to another file. */
  readonly wanted: string
  /** The exact version in use, where a file says so. */
  readonly locked: string | undefined
  /** The project asks for it itself; otherwise something else that it uses does. */
  readonly isDirect: boolean
  /** Path of the file that asks for it or, when none does, locks it. */
  readonly from: string
}

/** What one file of a project says. */
export interface ProjectPart {
  readonly declared?: readonly Declared[]
  readonly lock?: Lock
}

export interface Declared {
  readonly name: string
  readonly wanted: string | undefined
  readonly locked?: string | undefined
  readonly isDirect?: boolean
  /** What the project itself calls it, where that is not its name. */
  readonly alias?: string
}

export interface Lock {
  readonly packages: readonly LockedPackage[]
  /** `folder`: that of the file which asks, relative to that of the lock; empty when they lie together. */
  find(declared: Declared, folder: string): string | undefined
}

export interface LockedPackage {
  readonly name: string
  readonly version: string
}
