import type { Ownership, SourceId, Visibility } from '../core-types.ts'

/**
 * The part of a store that a reader may see. A source outside it is as if it did not exist, for every question: its documents,
 * its words, its share in counts, its workflows, its libraries, and its records.
 */
export interface Access {
  readonly sources: VisibleSources
  /** Whether sources that are being made, or wait to be purged (`options.hidden`), show too. Their libraries always do. */
  readonly hidden: boolean
}

/** Everything, some sources, or what a user may see at the moment of the read. */
export type VisibleSources = 'all' | ReadonlySet<SourceId> | Viewer

/** A user of a server who does not see everything. */
export interface Viewer {
  /** `null`: somebody without an account, who sees what is public. */
  readonly user: string | null
  readonly groups: readonly string[]
}

export const isViewer = (visible: VisibleSources): visible is Viewer => visible !== 'all' && 'user' in visible

/** For the work of the store itself: index runs, vectors, imports, purges. */
export const everything: Access = { sources: 'all', hidden: true }

/** Another word for each other sight, for keys of caches. */
export function visibleSourcesKey(visible: VisibleSources): string {
  if (visible === 'all') return 'all'
  if (isViewer(visible)) return JSON.stringify([visible.user, ...visible.groups.toSorted()])
  return [...visible].toSorted((a, b) => a - b).join()
}

export function isVisible({ owner, visibility, sharedWith }: Ownership, { user, groups }: Viewer): boolean {
  if (visibility === 'public') return true
  if (user === null) return false
  return visibility === 'team' || owner === user || isSharedWith(sharedWith, user, groups)
}

/** Visibilities that this viewer sees of any owner. */
export const visibilitiesFor = ({ user }: Viewer): readonly Visibility[] =>
  user === null ? ['public'] : ['team', 'public']

/** Whatever only some see is held by one of these, or shared with one of them, in order to be seen by this viewer. */
export const principalsOf = ({ user, groups }: Viewer): readonly string[] =>
  user === null ? [] : [user, ...groups.map((group) => `group:${group}`)]

const isSharedWith = (sharedWith: readonly string[], user: string, groups: readonly string[]): boolean =>
  sharedWith.some((each) => each === user || groups.some((group) => each === `group:${group}`))
