import { createLruMap } from '../../../core/lru-map.ts'
import type { Kind, SourceId } from '../../../core/words.ts'
import { sightKey, type Access } from '../../../ports/access.ts'
import { shownIn, type HeldRows, type Shown, type VersionOfLibrary } from '../../stores/shown.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { counter } from '../counters.ts'
import type { HoldingColumns } from '../../stores/rows.ts'
import { readHolding } from '../rows.ts'
import { HOLDINGS } from '../sources.ts'

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
    const shown = shownIn(access, heldRows(db))
    known.set(key, { moment, shown })
    return shown
  }
}

interface Row extends HoldingColumns {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  readonly is_hidden: number
  readonly library: number | null
}

const heldRows = (db: Connection): HeldRows => ({
  sources: db
    .rows<Row>(
      `SELECT sources.id, kind, name, json_type(options, '$.hidden') IS 'true' AS is_hidden, held.library, held.owner,
         held.visibility, held.shared_with
       FROM sources JOIN (${HOLDINGS}) AS held ON held.id = sources.id ORDER BY sources.id`,
    )
    .map((row) => ({ ...row, isHidden: row.is_hidden !== 0, holding: readHolding(row) })),
  libraries: () =>
    db
      .rows<HoldingColumns & { readonly id: number }>('SELECT id, owner, visibility, shared_with FROM libraries')
      .map((row) => ({ id: row.id, holding: readHolding(row) })),
  versions: () => db.rows<VersionOfLibrary>('SELECT id, library, source FROM library_versions'),
})
