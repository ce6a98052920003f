import { createLruMap } from '../../../core/lru-map.ts'
import { localHolding, type Holding, type Kind, type SourceId, type Visibility } from '../../../core/words.ts'
import {
  isViewer,
  isVisible,
  sightKey,
  visibilitiesFor,
  type Access,
  type Sight,
  type Viewer,
} from '../../../ports/access.ts'
import { sharedPads } from '../../../ports/pads.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { counter } from '../counters.ts'
import { readHolding, type HoldingColumns } from '../rows.ts'
import { HOLDINGS } from '../sources.ts'

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

/** `undefined` when nothing is to be left out: then a view asks as it did before anybody was kept from anything. */
export type FindShown = (db: Connection, access: Access) => Shown | undefined

/** Number of different accesses that are cached. */
const MOST_REMEMBERED = 100

/** Looks again only after sources, libraries or who holds them changed: a counter shows it, however many sources there are. */
export function createFindShown(): FindShown {
  const known = createLruMap<string, { readonly moment: number; readonly shown: Shown | undefined }>(MOST_REMEMBERED)
  return (db, access) => {
    if (access.sources === 'all' && access.hidden) return undefined
    const moment = counter(db, 'holdings')
    const key = `${sightKey(access.sources)} ${access.hidden}`
    const before = known.get(key)
    if (before?.moment === moment) return before.shown
    const shown = shownBy(db, access)
    known.set(key, { moment, shown })
    return shown
  }
}

interface Row extends HoldingColumns {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  readonly is_hidden: number
  /** That it is a version of. */
  readonly library: number | null
}

function shownBy(db: Connection, { sources: sight, hidden }: Access): Shown | undefined {
  const all = db.rows<Row>(
    `SELECT sources.id, kind, name, json_type(options, '$.hidden') IS 'true' AS is_hidden, held.library, held.owner,
       held.visibility, held.shared_with
     FROM sources JOIN (${HOLDINGS}) AS held ON held.id = sources.id ORDER BY sources.id`,
  )
  const sees = seenIn(sight)
  const isShown = (row: Row): boolean => sees(row) && (hidden || row.is_hidden === 0)
  const shown = all.filter(isShown)
  if (sight === 'all' && shown.length === all.length) return undefined
  return {
    sources: idsOf(shown),
    owned: sight === 'all' ? undefined : ownedBy(db, sight, idsOf(all.filter(sees))),
    pads: padsShown(all, isShown, sight),
    key: shown.map(({ id }) => id).join(),
  }
}

const idsOf = (rows: readonly Row[]): ReadonlySet<SourceId> => new Set(rows.map(({ id }) => id))

function seenIn(sight: Sight): (row: Row) => boolean {
  if (sight === 'all') return () => true
  if (!isViewer(sight)) return ({ id }) => sight.has(id)
  return (row) => isVisible(holdingOf(row, row.library === null ? row.kind : 'docs'), sight)
}

const holdingOf = (row: HoldingColumns, kind: Kind): Holding => readHolding(row) ?? localHolding(kind)

/**
 * A caller limited to a list of sources sees a library with one of its versions; a user sees a library by its holding,
 * even an empty one.
 */
function ownedBy(db: Connection, sight: ReadonlySet<SourceId> | Viewer, sources: ReadonlySet<SourceId>): Owned {
  if (isViewer(sight)) {
    const libraries = db.rows<HoldingColumns & { readonly id: number }>('SELECT * FROM libraries')
    const visible = libraries.filter((row) => isVisible(holdingOf(row, 'docs'), sight))
    return {
      user: sight.user ?? undefined,
      sources,
      libraries: new Set(visible.map(({ id }) => id)),
      versions: undefined,
      visibilities: visibilitiesFor(sight),
    }
  }
  const versions = db
    .rows<{ id: number; library: number; source: SourceId }>('SELECT id, library, source FROM library_versions')
    .filter(({ source }) => sources.has(source))
  return {
    user: undefined,
    sources,
    libraries: new Set(versions.map(({ library }) => library)),
    versions: new Set(versions.map(({ id }) => id)),
    visibilities: [],
  }
}

function padsShown(all: readonly Row[], isShown: (row: Row) => boolean, sight: Sight): PadsShown | undefined {
  const pads = all.filter(({ kind }) => kind === sharedPads.kind)
  const common = pads.find(({ name }) => name === sharedPads.name)
  // Before the first workflow is kept there is no source of them to be shown.
  const shared = common ? isShown(common) : sight === 'all'
  const shown = pads.filter(isShown)
  return shared && shown.length === pads.length ? undefined : { shared, sources: shown.map(({ id }) => id) }
}
