import type { Json } from '@wuku/core/core-types'
import type { Page } from '@wuku/core/ports/pads'
import type { ActorCountsRequest, CallRecord, CallsRequest, DailyCount } from '@wuku/core/ports/record-store'
import type { Connection } from '../driver/connection.ts'
import { parseStored } from '../sqlite-failures.ts'
import type { Condition } from '../filters.ts'
import { bound, differs, equals, pageOfRows } from '../postings/row-pages.ts'
import { randomNumbers } from '../../stored-rows.ts'
import { insertRow } from '../sqlite-rows.ts'

type Stored = 'input' | 'isWhole' | 'operation' | 'actorName' | 'funcName' | 'requestId' | 'hits'

interface CallRow extends Omit<CallRecord, Stored> {
  readonly input: string
  readonly hits: string
  readonly is_whole: number
  /** Empty for none. */
  readonly operation: string
  readonly actor_name: string
  readonly func_name: string
  readonly request_id: string | null
}

function toCall(row: CallRow): CallRecord {
  const { at, actor, client, surface, library, results, milliseconds, tokens, error } = row
  return {
    ...(row.id !== undefined && { id: row.id }),
    at,
    actor,
    actorName: row.actor_name,
    funcName: row.func_name,
    operation: row.operation === '' ? null : row.operation,
    client,
    surface,
    library,
    input: parseStored<Json>(row.input),
    isWhole: row.is_whole === 1,
    hits: parseStored<readonly string[]>(row.hits),
    results,
    milliseconds,
    tokens,
    error,
    requestId: row.request_id,
  }
}

function toRow({
  operation,
  actorName,
  funcName,
  requestId,
  input,
  isWhole: isComplete,
  hits,
  ...call
}: CallRecord): CallRow {
  const { at, actor, client, surface, library, results, milliseconds, tokens, error } = call
  return {
    at,
    actor,
    actor_name: actorName,
    func_name: funcName,
    operation: operation ?? '',
    client,
    surface,
    library,
    input: JSON.stringify(input),
    is_whole: Number(isComplete),
    hits: JSON.stringify(hits),
    results,
    milliseconds,
    tokens,
    error,
    request_id: requestId,
  }
}

/** As the index of such calls has it. */
export const FOUND_NOTHING = 'results = 0 AND error IS NULL'

export function pageOfCalls(
  db: Connection,
  request: CallsRequest,
  within: readonly Condition[] = [],
): Page<CallRecord> {
  const { id, operation, library, actor, client, withoutClient, surface, from, to, limit, offset } = request
  const conditions = [
    ...equals('id', id),
    ...equals('operation', operation),
    ...equals('library', library),
    ...equals('actor', actor),
    ...equals('client', client),
    ...differs('client', withoutClient),
    ...equals('surface', surface),
    ...(request.failedOnly ? [{ sql: 'error IS NOT NULL', values: [] }] : []),
    ...(request.emptyOnly ? [{ sql: FOUND_NOTHING, values: [] }] : []),
    ...bound('at >= ?', from),
    ...bound('at < ?', to),
    ...within,
  ]
  const order = 'at DESC, id DESC'
  const { items, total } = pageOfRows<CallRow>(db, { table: 'calls', conditions, order, limit, offset })
  return { items: items.map(toCall), total }
}

/** Counted from the calls themselves: counts of a day are of everybody. */
export function countCallsOf(
  db: Connection,
  { actor, from }: ActorCountsRequest,
  within: readonly Condition[] = [],
): DailyCount[] {
  const conditions: readonly Condition[] = [
    { sql: "actor = ? AND at >= ? AND operation <> ''", values: [actor, Date.parse(from)] },
    ...within,
  ]
  return db.rows<DailyCount>(
    `SELECT date(at / 1000, 'unixepoch') AS day, 'call.' || operation AS metric, coalesce(library, 0) AS library,
       count(*) AS count, sum(milliseconds) AS sum
     FROM calls WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    conditions.flatMap(({ values }) => values),
  )
}

/** Numbers grow in this order; those of users are random. */
export function insertCalls(db: Connection, calls: readonly CallRecord[]): void {
  const ids = randomNumbers(calls.length)
  for (const [at, call] of calls.entries())
    insertRow(db, 'calls', { ...(call.actor !== 'local' && { id: ids[at] }), ...toRow(call) })
}
