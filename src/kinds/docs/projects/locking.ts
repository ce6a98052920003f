import { newestOf } from '../versions/compare.ts'
import { findVersion } from '../versions/find.ts'
import type { Declared, Lock, LockedPackage } from './dependency.ts'

export interface LockRules {
  /** What two spellings of one name have in common. */
  readonly key?: (name: string) => string
  /** A range as `findVersion` reads it. */
  readonly range?: (wanted: string) => string
}

/** A lock that knows packages by their names alone. Of several versions of one it takes that which the range means. */
export function lockByName(packages: readonly LockedPackage[], rules: LockRules = {}): Lock {
  const { key = (name: string) => name, range = (wanted: string) => wanted } = rules
  const versions = Map.groupBy(packages, ({ name }) => key(name))
  return {
    packages,
    find: ({ name, wanted }: Declared) =>
      pick(new Set(versions.get(key(name))?.map(({ version }) => version)), wanted && range(wanted)),
  }
}

function pick(versions: ReadonlySet<string>, wanted: string | undefined): string | undefined {
  if (versions.size < 2) return newestOf(versions)
  const answer = wanted === undefined ? undefined : findVersion(wanted, [...versions])
  return answer && 'found' in answer ? answer.found : undefined
}

/** Text that a registry may have given out, not an address or a folder. */
export const isExact = (version: string | undefined): version is string =>
  version !== undefined && /^v?\d/.test(version)
