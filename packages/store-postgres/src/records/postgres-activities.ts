import type { Json } from '@wuku/core/core-types'
import type { AuditEntry, AuditRequest } from '@wuku/core/ports/accounts'
import type { Page } from '@wuku/core/ports/pads'
import type { ActivitiesRequest, Activity } from '@wuku/core/ports/record-store'
import type { Owned } from '@wuku/store-sql/visible-rows'
import { type ColumnsOf, pageOfRows, selected, toColumns } from '@wuku/store-sql/postgres/columns'
import { parseStored } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session } from '@wuku/store-sql/postgres/session'

type Facts = { readonly [key: string]: Json }
/** With its facts as JSON. */
type Written<Thing extends { readonly facts: Facts }> = Omit<Thing, 'facts'> & { readonly facts: string }

const write = <Thing extends { readonly facts: Facts }>(thing: Thing) => ({
  ...thing,
  facts: JSON.stringify(thing.facts),
})

const readAll = <Thing extends { readonly facts: Facts }>({ items, total }: Page<Written<Thing>>): Page<Thing> => ({
  items: items.map((row) => ({ ...row, facts: parseStored<Facts>(row.facts) }) as unknown as Thing),
  total,
})

const activityColumns: ColumnsOf<Activity> = {
  at: 'at',
  task: 'task',
  event: 'event',
  status: 'status',
  message: 'message',
  actor: 'actor',
  library: 'library',
  version: 'version',
  target: 'target',
  facts: 'facts',
}

const auditColumns: ColumnsOf<AuditEntry> = {
  at: 'at',
  actor: 'actor',
  actorName: 'actor_name',
  address: 'address',
  action: 'action',
  target: 'target',
  outcome: 'outcome',
  requestId: 'request_id',
  facts: 'facts',
}

const NEWEST_FIRST = 'at DESC, id DESC'

/** Limited to libraries that are shown; if their versions are limited too, to those, and to libraries as a whole. */
export async function pageOfActivities(
  db: Session,
  { task, library, events, limit, offset }: ActivitiesRequest,
  owned: Owned | undefined,
): Promise<Page<Activity>> {
  const page = await pageOfRows<Written<Activity>>(db, {
    table: 'activities',
    columns: selected(activityColumns, 'activities'),
    where: `($1::text IS NULL OR task = $1) AND ($2::bigint IS NULL OR library = $2)
      AND ($3::text[] IS NULL OR event = ANY($3))
      AND ($4::bigint[] IS NULL OR library = ANY($4))
      AND ($5::bigint[] IS NULL OR version IS NULL OR version IN (SELECT known.version FROM library_versions AS known
        WHERE known.library = activities.library AND known.id = ANY($5)))`,
    values: [
      task ?? null,
      library ?? null,
      events ?? null,
      owned ? [...owned.libraries] : null,
      owned?.versions ? [...owned.versions] : null,
    ],
    order: NEWEST_FIRST,
    limit,
    offset,
  })
  return readAll<Activity>(page)
}

export async function pageOfAudit(db: Session, request: AuditRequest): Promise<Page<AuditEntry>> {
  const { actor, actions, target, outcome, from, to, limit, offset } = request
  const page = await pageOfRows<Written<AuditEntry>>(db, {
    table: 'audit',
    columns: selected(auditColumns, 'audit'),
    where: `($1::text IS NULL OR actor = $1) AND ($2::text[] IS NULL OR action = ANY($2))
      AND ($3::text IS NULL OR target = $3) AND ($4::text IS NULL OR outcome = $4)
      AND ($5::float8 IS NULL OR at >= $5) AND ($6::float8 IS NULL OR at < $6)`,
    values: [actor ?? null, actions ?? null, target ?? null, outcome ?? null, from ?? null, to ?? null],
    order: NEWEST_FIRST,
    limit,
    offset,
  })
  return readAll<AuditEntry>(page)
}

export const insertActivities = (db: Session, activities: readonly Activity[]): Promise<void> =>
  db.insert(
    'activities',
    activities.map((activity) => toColumns<Written<Activity>>(activityColumns, write(activity))),
  )

export const insertAudit = (db: Session, entries: readonly AuditEntry[]): Promise<void> =>
  db.insert(
    'audit',
    entries.map((entry) => toColumns<Written<AuditEntry>>(auditColumns, write(entry))),
  )
