import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Retention } from '@wuku/core/ports/library-store'
import { compareVersions, isPrerelease, newestFirst, parseVersion } from './version.ts'

export interface VersionsAtHand {
  /** All that are active, with the new one or without it. */
  readonly known: readonly string[]
  readonly newOne: string
  readonly defaultVersion: string | null
}

/**
 * Versions that a new one makes superfluous, newest first. A prerelease displaces no release, and is dropped once a
 * release of its kind is newer. Words such as `main` have no place in that order and stay.
 */
export function versionsToDrop(retention: Retention, versions: VersionsAtHand): readonly string[] {
  if (retention.keep === 'all') return []
  const numbered = newestFirst(new Set([...versions.known, versions.newOne])).filter(
    (version) => parseVersion(version).numbers.length > 0,
  )
  const retained = new Set([versions.newOne, versions.defaultVersion, ...retainedBy(retention, numbered)])
  return numbered.filter((version) => !retained.has(version))
}

export function parseRetention(text: string): Retention {
  const written = text.trim().toLowerCase()
  if (written === 'all') return { keep: 'all' }
  if (/^latest[- ]per[- ]major$/.test(written)) return { keep: 'latest-per-major' }
  const count = Number(/^(?:last[- ])?(\d{1,4})$/.exec(written)?.[1])
  if (count >= 1) return { keep: 'last', count }
  throw new WukuError('bad-input', msg('isNotVersionPolicy', { text: text.slice(0, 40) }))
}

/** As `parseRetention` reads it. */
export const formatRetention = (retention: Retention): string =>
  retention.keep === 'last' ? `last ${retention.count}` : retention.keep

function retainedBy(retention: Exclude<Retention, { keep: 'all' }>, numbered: readonly string[]): readonly string[] {
  if (retention.keep === 'last') return newestReleases(numbered, retention.count)
  const majors = Map.groupBy(numbered, (version) => parseVersion(version).numbers[0])
  return [...majors.values()].flatMap((versions) => newestReleases(versions, 1))
}

/** So many releases, and as many of those that prepare a newer one than any of them. `versions`: releases first. */
function newestReleases(versions: readonly string[], count: number): readonly string[] {
  const releases = versions.filter((version) => !isPrerelease(version))
  const [newest] = releases
  const prepared = versions.filter(isPrerelease).filter((version) => !newest || compareVersions(version, newest) > 0)
  return [...releases.slice(0, count), ...prepared.slice(0, count)]
}

export const retentionOf = (text: string | undefined) => (text === undefined ? undefined : parseRetention(text))
