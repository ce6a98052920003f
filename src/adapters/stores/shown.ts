import type { Holding, Kind, SourceId, Visibility } from '../../core/words.ts'
import { localHolding } from '../../core/words.ts'
import { isViewer, isVisible, visibilitiesFor, type Access, type Sight, type Viewer } from '../../ports/access.ts'
import { sharedPads } from '../../ports/pads.ts'

/** Everything that an access may see, at the moment of a view. */
export interface Shown {
  /** Sources of the index. */
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
export interface HeldSource {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  readonly isHidden: boolean
  /** That it is a version of. */
  readonly library: number | null
  readonly holding: Holding | undefined
}

export interface HeldLibrary {
  readonly id: number
  readonly holding: Holding | undefined
}

export interface VersionOfLibrary {
  readonly id: number
  readonly library: number
  readonly source: SourceId
}

/** Rows of a store. Those of libraries are read only where they matter. */
export interface HeldRows {
  readonly sources: readonly HeldSource[]
  libraries(): readonly HeldLibrary[]
  versions(): readonly VersionOfLibrary[]
}

/** `undefined` when nothing is to be left out. */
export function shownIn({ sources: sight, hidden }: Access, rows: HeldRows): Shown | undefined {
  const sees = seenIn(sight)
  const isShown = (source: HeldSource): boolean => sees(source) && (hidden || !source.isHidden)
  const shown = rows.sources.filter(isShown)
  if (sight === 'all' && shown.length === rows.sources.length) return undefined
  return {
    sources: idsOf(shown),
    owned: sight === 'all' ? undefined : ownedBy(rows, sight, idsOf(rows.sources.filter(sees))),
    pads: padsShown(rows.sources, isShown, sight),
    key: shown.map(({ id }) => id).join(),
  }
}

const idsOf = (sources: readonly HeldSource[]): ReadonlySet<SourceId> => new Set(sources.map(({ id }) => id))

function seenIn(sight: Sight): (source: HeldSource) => boolean {
  if (sight === 'all') return () => true
  if (!isViewer(sight)) return ({ id }) => sight.has(id)
  return ({ holding, kind, library }) => isVisible(holding ?? localHolding(library === null ? kind : 'docs'), sight)
}

/**
 * A caller limited to a list of sources sees a library with one of its versions; a user sees a library by its holding,
 * even an empty one.
 */
function ownedBy(rows: HeldRows, sight: ReadonlySet<SourceId> | Viewer, sources: ReadonlySet<SourceId>): Owned {
  if (isViewer(sight)) {
    const visible = rows.libraries().filter(({ holding }) => isVisible(holding ?? localHolding('docs'), sight))
    return {
      user: sight.user ?? undefined,
      sources,
      libraries: new Set(visible.map(({ id }) => id)),
      versions: undefined,
      visibilities: visibilitiesFor(sight),
    }
  }
  const versions = rows.versions().filter(({ source }) => sources.has(source))
  return {
    user: undefined,
    sources,
    libraries: new Set(versions.map(({ library }) => library)),
    versions: new Set(versions.map(({ id }) => id)),
    visibilities: [],
  }
}

function padsShown(
  all: readonly HeldSource[],
  isShown: (source: HeldSource) => boolean,
  sight: Sight,
): PadsShown | undefined {
  const pads = all.filter(({ kind }) => kind === sharedPads.kind)
  const common = pads.find(({ name }) => name === sharedPads.name)
  // Before the first workflow is kept there is no source of them to be shown.
  const shared = common ? isShown(common) : sight === 'all'
  const shown = pads.filter(isShown)
  return shared && shown.length === pads.length ? undefined : { shared, sources: shown.map(({ id }) => id) }
}
