import type { Json } from '@wuku/core/core-types'
import type { Page } from '@wuku/core/ports/pads'
import type { ActivitiesRequest, Activity } from '@wuku/core/ports/record-store'
import type { Connection } from '../driver/connection.ts'
import { parseStored } from '../sqlite-failures.ts'
import type { Condition } from '../filters.ts'
import { equals, isAnyOf, pageOfRows } from '../postings/row-pages.ts'
import { insertRow } from '../sqlite-rows.ts'

type ActivityRow = Omit<Activity, 'facts'> & { readonly facts: string }

function toActivity(row: ActivityRow): Activity {
  const { at, task, event, status, message, actor, library, version, target } = row
  const facts = parseStored<{ readonly [key: string]: Json }>(row.facts)
  return { at, task, event, status, message, actor, library, version, target, facts }
}

function toRow({ facts, ...activity }: Activity): ActivityRow {
  const { at, task, event, status, message, actor, library, version, target } = activity
  return { at, task, event, status, message, actor, library, version, target, facts: JSON.stringify(facts) }
}

export function pageOfActivities(
  db: Connection,
  request: ActivitiesRequest,
  within: readonly Condition[] = [],
): Page<Activity> {
  const { task, library, events, limit, offset } = request
  // The sign keeps the index of events out where it would not give the order: several of them would have to be sorted.
  const event = events?.length === 1 ? 'event' : '+event'
  const conditions = [...equals('task', task), ...equals('library', library), ...isAnyOf(event, events), ...within]
  const order = 'at DESC, id DESC'
  const { items, total } = pageOfRows<ActivityRow>(db, { table: 'activities', conditions, order, limit, offset })
  return { items: items.map(toActivity), total }
}

export const insertActivity = (db: Connection, activity: Activity): number =>
  insertRow(db, 'activities', toRow(activity))
