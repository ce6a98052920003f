import type { Json } from '@wuku/core/core-types'
import type { AuditEntry, AuditRequest } from '@wuku/core/ports/accounts'
import type { Page } from '@wuku/core/ports/pads'
import type { Connection } from '../driver/connection.ts'
import { parseStored } from '../sqlite-failures.ts'
import { bound, equals, isAnyOf, pageOfRows } from '../postings/row-pages.ts'
import { insertRow } from '../sqlite-rows.ts'

interface AuditRow extends Omit<AuditEntry, 'actorName' | 'requestId' | 'facts'> {
  readonly actor_name: string
  readonly request_id: string | null
  readonly facts: string
}

const toEntry = ({ at, actor, address, action, target, outcome, ...row }: AuditRow): AuditEntry => ({
  at,
  actor,
  actorName: row.actor_name,
  address,
  action,
  target,
  outcome,
  requestId: row.request_id,
  facts: parseStored<{ readonly [key: string]: Json }>(row.facts),
})

const toRow = ({ at, actor, address, action, target, outcome, ...entry }: AuditEntry): AuditRow => ({
  at,
  actor,
  actor_name: entry.actorName,
  address,
  action,
  target,
  outcome,
  request_id: entry.requestId,
  facts: JSON.stringify(entry.facts),
})

export function pageOfAudit(db: Connection, request: AuditRequest): Page<AuditEntry> {
  const { actor, actions, target, outcome, from, to, limit, offset } = request
  // As for events of activities: an index gives the order of one action alone.
  const action = actions?.length === 1 ? 'action' : '+action'
  const conditions = [
    ...equals('actor', actor),
    ...isAnyOf(action, actions),
    ...equals('target', target),
    ...equals('outcome', outcome),
    ...bound('at >= ?', from),
    ...bound('at < ?', to),
  ]
  const order = 'at DESC, id DESC'
  const { items, total } = pageOfRows<AuditRow>(db, { table: 'audit', conditions, order, limit, offset })
  return { items: items.map(toEntry), total }
}

export const insertAudit = (db: Connection, entry: AuditEntry): number => insertRow(db, 'audit', toRow(entry))
