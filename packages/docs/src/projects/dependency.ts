import { newestOf } from '../versions/version.ts'
import { findVersion } from '../versions/find-version.ts'

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

/** The dependencies in one file of a project. */
export interface ProjectPart {
  readonly declared?: readonly Declared[]
  readonly lock?: Lock
}

export interface Declared {
  readonly name: string
  readonly wanted: string | undefined
  readonly locked?: string | undefined
  readonly isDirect?: boolean
  /** The project's own name for the package, if it differs. */
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

interface LockRules {
  /** Maps all spellings of one name to the same key. */
  readonly key?: (name: string) => string
  /** A range as `findVersion` reads it. */
  readonly range?: (requested: string) => string
}

/**
 * A lock that knows packages by their names alone. If it has several versions of one, it takes the one that the range means.
 */
export function lockByName(packages: readonly LockedPackage[], rules: LockRules = {}): Lock {
  const { key = (name: string) => name, range = (requested: string) => requested } = rules
  const versions = Map.groupBy(packages, ({ name }) => key(name))
  return {
    packages,
    find: ({ name, wanted: requested }: Declared) =>
      pick(new Set(versions.get(key(name))?.map(({ version }) => version)), requested && range(requested)),
  }
}

function pick(versions: ReadonlySet<string>, requested: string | undefined): string | undefined {
  if (versions.size < 2) return newestOf(versions)
  const answer = requested === undefined ? undefined : findVersion(requested, [...versions])
  return answer && 'found' in answer ? answer.found : undefined
}

/** Text that a registry may have given out, not an address or a folder. */
export const isExact = (version: string | undefined): version is string =>
  version !== undefined && /^v?\d/.test(version)
