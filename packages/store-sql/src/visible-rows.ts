import { type Ownership, type Kind, type SourceId, type Visibility, localOwnership } from '@wuku/core/core-types'
import {
  isViewer,
  isVisible,
  visibilitiesFor,
  type Access,
  type Viewer,
  type VisibleSources,
} from '@wuku/core/ports/access'
import { sharedPads } from '@wuku/core/ports/pads'

/** Everything that an access may see, at the moment of a view. */
export interface Shown {
  readonly sources: ReadonlySet<SourceId>
  /** Limits on libraries and records, even hidden ones; `undefined`: those of everybody are visible. */
  readonly owned: Owned | undefined
  /** `undefined`: every workflow. */
  readonly pads: PadsShown | undefined
  /** Another text for each other set of sources. */
  readonly key: string
}

export interface Owned {
  /** User whose own calls are visible; `undefined`: nobody's. */
  readonly user: string | undefined
  readonly sources: ReadonlySet<SourceId>
  readonly libraries: ReadonlySet<number>
  /** `undefined`: every version of those libraries, also those that are no longer there. */
  readonly versions: ReadonlySet<number> | undefined
  /** A library that is yet to be made, and is shown so, will be among those. */
  readonly visibilities: readonly Visibility[]
}

export interface PadsShown {
  readonly sources: readonly SourceId[]
  /** Whether workflows without a source of their own show. */
  readonly shared: boolean
}

/** A source, with the holding of its library where it is a version of one; `undefined`: none was ever set. */
export interface SourceOwnership {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  readonly isHidden: boolean
  /** That it is a version of. */
  readonly library: number | null
  readonly holding: Ownership | undefined
}

export interface VersionOfLibrary {
  readonly id: number
  readonly library: number
  readonly source: SourceId
}

/** Candidates for what may be seen of a store. Those of libraries are read only if they matter. */
export interface OwnershipRows {
  readonly sources: readonly SourceOwnership[]
  readonly libraries: readonly { readonly id: number; readonly holding: Ownership | undefined }[]
  readonly versions: readonly VersionOfLibrary[]
}

export function shownIn({ sources: visibility, hidden }: Access, rows: OwnershipRows): Shown {
  const seen = rows.sources.filter(seenIn(visibility))
  const shown = seen.filter(({ isHidden }) => hidden || !isHidden)
  const pads = shown.filter(({ kind }) => kind === sharedPads.kind)
  // Before the first workflow is kept there is no source of them to be shown.
  const isWithoutPads = visibility === 'all' && !rows.sources.some(isCommon)
  return {
    sources: idsOf(shown),
    owned: visibility === 'all' ? undefined : ownedBy(rows, visibility, idsOf(seen)),
    pads: { shared: isWithoutPads || pads.some(isCommon), sources: pads.map(({ id }) => id) },
    key: shown.map(({ id }) => id).join(),
  }
}

const isCommon = ({ kind, name }: SourceOwnership): boolean => kind === sharedPads.kind && name === sharedPads.name

const idsOf = (sources: readonly SourceOwnership[]): ReadonlySet<SourceId> => new Set(sources.map(({ id }) => id))

function seenIn(visibility: VisibleSources): (source: SourceOwnership) => boolean {
  if (visibility === 'all') return () => true
  if (!isViewer(visibility)) return ({ id }) => visibility.has(id)
  return ({ holding: ownership, kind, library }) =>
    isVisible(ownership ?? localOwnership(library === null ? kind : 'docs'), visibility)
}

/**
 * A caller limited to a list of sources sees a library with one of its versions; a user sees a library by its holding,
 * even an empty one.
 */
function ownedBy(rows: OwnershipRows, visibility: ReadonlySet<SourceId> | Viewer, sources: ReadonlySet<SourceId>) {
  if (isViewer(visibility)) {
    const visible = rows.libraries.filter(({ holding: ownership }) =>
      isVisible(ownership ?? localOwnership('docs'), visibility),
    )
    return {
      user: visibility.user ?? undefined,
      sources,
      libraries: new Set(visible.map(({ id }) => id)),
      versions: undefined,
      visibilities: visibilitiesFor(visibility),
    }
  }
  const versions = rows.versions.filter(({ source }) => sources.has(source))
  return {
    user: undefined,
    sources,
    libraries: new Set(versions.map(({ library }) => library)),
    versions: new Set(versions.map(({ id }) => id)),
    visibilities: [],
  }
}
