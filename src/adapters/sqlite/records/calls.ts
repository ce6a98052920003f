import type { Json } from '../../../core/words.ts'
import type { Page } from '../../../ports/pads.ts'
import type { CallRecord, CallsRequest } from '../../../ports/records.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { parseStored } from '../failures.ts'
import type { Condition } from '../filters.ts'
import { equals, pageOfRows } from '../postings/pages.ts'
import { insertRow } from '../rows.ts'

type CallRow = Omit<CallRecord, 'input'> & { readonly input: string }

function toCall(row: CallRow): CallRecord {
  const { at, operation, client, surface, library, results, milliseconds, error } = row
  const input = parseStored<Json>(row.input)
  return { at, operation, client, surface, library, input, results, milliseconds, error }
}

function toRow({ at, operation, client, surface, library, ...call }: CallRecord): CallRow {
  const { results, milliseconds, error } = call
  return {
    at,
    operation,
    client,
    surface,
    library,
    results,
    milliseconds,
    error,
    input: JSON.stringify(call.input),
  }
}

export function pageOfCalls(
  db: Connection,
  request: CallsRequest,
  within: readonly Condition[] = [],
): Page<CallRecord> {
  const { operation, library, failedOnly = false, limit, offset } = request
  const failed = failedOnly ? [{ sql: 'error IS NOT NULL', values: [] }] : []
  const conditions = [...equals('operation', operation), ...equals('library', library), ...failed, ...within]
  const order = 'at DESC, id DESC'
  const { items, total } = pageOfRows<CallRow>(db, { table: 'calls', conditions, order, limit, offset })
  return { items: items.map(toCall), total }
}

export const insertCall = (db: Connection, call: CallRecord): number => insertRow(db, 'calls', toRow(call))
