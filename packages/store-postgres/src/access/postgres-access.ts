import type { Kind, SourceId } from '@wuku/core/core-types'
import { type Access, visibleSourcesKey } from '@wuku/core/ports/access'
import { type OwnershipRows, shownIn, type Shown, type VersionOfLibrary } from '@wuku/store-sql/visible-rows'
import type { Caches } from '../caches.ts'
import type { Snapshot } from '../database.ts'
import type { OwnershipColumns } from '@wuku/store-sql/stored-rows'
import { withEveryRow } from '../row-security.ts'
import { parseStored, readOwnership } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session } from '@wuku/store-sql/postgres/session'
import { HOLDINGS } from '../postgres-sources.ts'

interface Place {
  readonly db: Session
  readonly snapshot: Snapshot
  readonly caches: Pick<Caches, 'shown'>
}

/** Looks again only after sources, libraries or who holds them changed. */
export async function findShown({ db, snapshot, caches }: Place, access: Access): Promise<Shown | undefined> {
  if (access.sources === 'all' && access.hidden) return undefined
  const key = `${visibleSourcesKey(access.sources)} ${access.hidden}`
  const before = caches.shown.get(key)
  const holdings = await snapshot.holdings()
  if (before && before.holdings === holdings) return before.shown
  const shown = shownIn(access, await withEveryRow(db, () => ownershipRows(db, access.sources !== 'all')))
  if (holdings !== undefined) caches.shown.set(key, { holdings, shown })
  return shown
}

interface Row extends OwnershipColumns {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  readonly options: string
  readonly library: number | null
}

async function ownershipRows(db: Session, withLibraries: boolean): Promise<OwnershipRows> {
  const sources = await db.rows<Row>(
    `SELECT sources.id, kind, name, options, held.library, held.owner, held.visibility, held.shared_with
     FROM sources JOIN (${HOLDINGS}) AS held ON held.id = sources.id ORDER BY sources.id`,
  )
  const libraries = withLibraries
    ? await db.rows<OwnershipColumns & { readonly id: number }>(
        'SELECT id, owner, visibility, shared_with FROM libraries',
      )
    : []
  const versions = withLibraries
    ? await db.rows<VersionOfLibrary>('SELECT id, library, source FROM library_versions')
    : []
  return {
    sources: sources.map(({ options, ...row }) => ({
      ...row,
      isHidden: parseStored<{ hidden?: boolean }>(options).hidden === true,
      holding: readOwnership(row),
    })),
    libraries: () => libraries.map((row) => ({ id: row.id, holding: readOwnership(row) })),
    versions: () => versions,
  }
}
