import { createLruMap } from '@wuku/core/lru-map'
import type { Kind, SourceId } from '@wuku/core/core-types'
import { visibleSourcesKey, type Access } from '@wuku/core/ports/access'
import { shownIn, type OwnershipRows, type Shown, type VersionOfLibrary } from '@wuku/store-sql/visible-rows'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { counter } from '@wuku/store-sql/sqlite/counters'
import type { OwnershipColumns } from '@wuku/store-sql/stored-rows'
import { readOwnership } from '@wuku/store-sql/sqlite/sqlite-rows'
import { HOLDINGS } from '../sqlite-sources.ts'

/** `undefined` when nothing is to be left out: then a view asks as it did before anybody was kept from anything. */
export type FindShown = (db: Connection, access: Access) => Shown | undefined

/** Number of different accesses that are cached. */
const MAX_CACHED = 100

/** Looks again only after sources, libraries or who holds them changed: a counter shows it, however many sources there are. */
export function createFindShown(): FindShown {
  const known = createLruMap<string, { readonly ownershipVersion: number; readonly shown: Shown | undefined }>(
    MAX_CACHED,
  )
  return (db, access) => {
    if (access.sources === 'all' && access.hidden) return undefined
    const ownershipVersion = counter(db, 'holdings')
    const key = `${visibleSourcesKey(access.sources)} ${access.hidden}`
    const before = known.get(key)
    if (before?.ownershipVersion === ownershipVersion) return before.shown
    const shown = shownIn(access, ownershipRows(db))
    known.set(key, { ownershipVersion, shown })
    return shown
  }
}

interface Row extends OwnershipColumns {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  readonly is_hidden: number
  readonly library: number | null
}

const ownershipRows = (db: Connection): OwnershipRows => ({
  sources: db
    .rows<Row>(
      `SELECT sources.id, kind, name, json_type(options, '$.hidden') IS 'true' AS is_hidden, held.library, held.owner,
         held.visibility, held.shared_with
       FROM sources JOIN (${HOLDINGS}) AS held ON held.id = sources.id ORDER BY sources.id`,
    )
    .map((row) => ({ ...row, isHidden: row.is_hidden !== 0, holding: readOwnership(row) })),
  libraries: () =>
    db
      .rows<OwnershipColumns & { readonly id: number }>('SELECT id, owner, visibility, shared_with FROM libraries')
      .map((row) => ({ id: row.id, holding: readOwnership(row) })),
  versions: () => db.rows<VersionOfLibrary>('SELECT id, library, source FROM library_versions'),
})
