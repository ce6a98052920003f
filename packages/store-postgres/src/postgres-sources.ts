import type { Source, SourceId } from '@wuku/core/core-types'
import { type Access, visibleSourcesKey } from '@wuku/core/ports/access'
import type { ListedSource } from '@wuku/core/ports/index-view'
import { newStateName } from './connection/postgres-dialect.ts'
import type { Session } from './connection/session.ts'
import { listRevisedSources, readShown } from '@wuku/store-sql/sources'
import type { Shown } from '@wuku/store-sql/visible-rows'
import type { ReadContext } from './read-context.ts'
import { withEveryRow } from './row-security.ts'

/** Read again only after one of them changed itself: there may be thousands, and an index run changes a revision alone. */
export async function listSources(context: ReadContext): Promise<readonly ListedSource[]> {
  const { db, snapshot, caches } = context
  const { known } = caches.sources
  const [holdings, revisions] = await Promise.all([snapshot.holdings(), known && revisionsOf(db)])
  if (known && revisions && known.holdings === holdings)
    return known.sources.flatMap((source) => shownAs(context, source, revisions.get(source.id)))
  const revised = await listRevisedSources(db)
  // A caller with limits is shown rows of its sources alone: they are not all.
  if (holdings !== undefined && !context.shown)
    caches.sources.known = { holdings, sources: revised.map(({ source }) => source) }
  return revised.flatMap(({ source, revision }) => shownAs(context, source, revision))
}

const shownAs = ({ shown }: ReadContext, source: Source, revision: number | undefined): readonly ListedSource[] =>
  shown && !shown.sources.has(source.id) ? [] : [{ ...source, revision: String(revision) }]

async function revisionsOf(db: Session): Promise<ReadonlyMap<SourceId, number>> {
  const rows = await db.rows<{ id: SourceId; revision: number }>('SELECT id, revision FROM sources')
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** In the transaction that changes documents of the source, at its end. */
export function reviseSource(db: Session, id: SourceId): void {
  db.leave('UPDATE sources SET revision = $2 WHERE id = $1', [id, newStateName()])
}

/** Looks again only after sources, libraries or who holds them changed. */
export async function findShown(
  { db, snapshot, caches }: Pick<ReadContext, 'db' | 'snapshot' | 'caches'>,
  access: Access,
): Promise<Shown | undefined> {
  if (access.sources === 'all' && access.hidden) return undefined
  const key = `${visibleSourcesKey(access.sources)} ${access.hidden}`
  const before = caches.shown.get(key)
  const holdings = await snapshot.holdings()
  if (before && before.holdings === holdings) return before.shown
  const shown = await withEveryRow(db, () => readShown(db, access))
  if (holdings !== undefined) caches.shown.set(key, { holdings, shown })
  return shown
}
