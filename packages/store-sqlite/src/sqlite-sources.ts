import { createLruMap } from '@wuku/core/lru-map'
import { type Access, visibleSourcesKey } from '@wuku/core/ports/access'
import type { ListedSource } from '@wuku/core/ports/index-view'
import { listRevisedSources, readShown } from '@wuku/store-sql/sources'
import { counter, revisionsOf, type Revisions } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import type { Shown } from '@wuku/store-sql/visible-rows'

export type ListSources = (db: Connection) => Promise<readonly ListedSource[]>

/**
 * Reads them again only after one of them changed itself: there may be thousands, and every question asks for them. An index
 * run, or an append to a pad, changes a revision alone.
 */
export function createListSources(): ListSources {
  let known:
    | { readonly holdings: number; readonly combined: string; readonly sources: readonly ListedSource[] }
    | undefined
  return async (db) => {
    const holdings = counter(db, 'holdings')
    const { combined, bySource } = revisionsOf(db)
    if (known?.holdings === holdings && known.combined === combined) return known.sources
    const sources =
      known?.holdings === holdings
        ? known.sources.map(withRevision(bySource))
        : (await listRevisedSources(sqliteSession(db))).map(({ source, revision }) => ({
            ...source,
            revision: String(revision),
          }))
    known = { holdings, combined, sources }
    return sources
  }
}

const withRevision =
  (revisions: Revisions['bySource']) =>
  (source: ListedSource): ListedSource => {
    const revision = String(revisions.get(source.id)?.revision)
    return source.revision === revision ? source : { ...source, revision }
  }

/** `undefined` when nothing is to be left out: then a view asks as it did before anybody was kept from anything. */
export type FindShown = (db: Connection, access: Access) => Promise<Shown | undefined>

/** Number of different accesses that are cached. */
const MAX_CACHED = 100

/** Looks again only after sources, libraries or who holds them changed: a counter shows it, however many sources there are. */
export function createFindShown(): FindShown {
  const known = createLruMap<string, { readonly ownershipVersion: number; readonly shown: Shown | undefined }>(
    MAX_CACHED,
  )
  return async (db, access) => {
    if (access.sources === 'all' && access.hidden) return undefined
    const ownershipVersion = counter(db, 'holdings')
    const key = `${visibleSourcesKey(access.sources)} ${access.hidden}`
    const before = known.get(key)
    if (before?.ownershipVersion === ownershipVersion) return before.shown
    const shown = await readShown(sqliteSession(db), access)
    known.set(key, { ownershipVersion, shown })
    return shown
  }
}
