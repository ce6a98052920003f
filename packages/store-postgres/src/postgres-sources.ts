import type { SourceId } from '@wuku/core/core-types'
import { type Access, everything, isViewer, visibleSourcesKey } from '@wuku/core/ports/access'
import type { ListedSource, SourceFilter } from '@wuku/core/ports/index-view'
import { newStateName } from './connection/postgres-dialect.ts'
import type { Session } from './connection/session.ts'
import { listRevisedSources, noticedPrincipals, readShown } from '@wuku/store-sql/sources'
import type { ReadContext, VisibleSources } from './read-context.ts'
import { withEveryRow } from './row-security.ts'

/** Visible sources are listed again only after some of them changed themselves: an index run changes a revision alone. */
export async function listSources(context: ReadContext, filter?: SourceFilter): Promise<readonly ListedSource[]> {
  const { db, shown, snapshot } = context
  if (filter || !snapshot.isFixed) return listRevisedSources(db, shown, filter)
  const [visible, rows] = await Promise.all([
    context.visible ?? findVisible(context, everything),
    db.rows<{ id: SourceId; revision: number }>(
      `SELECT id, revision FROM sources ${shown ? 'WHERE id = ANY($1)' : ''}`,
      shown && [[...shown.sources]],
    ),
  ])
  visible.listed ??= await listRevisedSources(db, shown)
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
  return visible.listed.map((source) => ({ ...source, revision: String(revisions.get(source.id)) }))
}

/** In the transaction that changes documents of the source, at its end. */
export function reviseSource(db: Session, id: SourceId): void {
  db.leave('UPDATE sources SET revision = $2 WHERE id = $1', [id, newStateName()])
}

/** Everything is shown, and every row. */
export const isOpen = ({ sources, hidden }: Access): boolean => sources === 'all' && hidden

/** Looks again only after something changed by which this access sees what it does. */
export async function findVisible({ db, caches }: Pick<ReadContext, 'db' | 'caches'>, access: Access) {
  const key = `${visibleSourcesKey(access.sources)} ${access.hidden}`
  const state = await stateFor(db, access)
  const before = caches.visible.get(key)
  if (before?.state === state) return before
  const visible: VisibleSources = {
    state,
    shown: isOpen(access) ? undefined : await withEveryRow(db, () => readShown(db, access)),
  }
  caches.visible.set(key, visible)
  return visible
}

async function stateFor(db: Session, { sources }: Access): Promise<string> {
  const row = isViewer(sources)
    ? await db.row<{ state: string | null }>(
        "SELECT string_agg(state::text, ' ' ORDER BY principal) AS state FROM changes WHERE principal = ANY($1)",
        [noticedPrincipals(sources)],
      )
    : await db.row<{ state: string | null }>('SELECT sum(state)::text AS state FROM changes')
  return row?.state ?? ''
}
