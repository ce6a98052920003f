import type {
  ActorCountsRequest,
  CallSummary,
  CallSummaryRequest,
  ClientCalls,
  CountsRequest,
  DailyCount,
  DayCalls,
  NotFound,
  ToolCalls,
} from '@wuku/core/ports/record-store'
import type { Owned } from '@wuku/store-sql/visible-rows'
import type { Session } from '@wuku/store-sql/postgres/session'
import { CALLS_SHOWN, FOUND_NOTHING, shownOf } from './calls.ts'

export const listCounts = (
  db: Session,
  { from, to, metric = '', library }: CountsRequest,
  owned: Owned | undefined,
): Promise<DailyCount[]> =>
  db.rows<DailyCount>(
    `SELECT day, metric, library, count, sum FROM daily_counts
     WHERE day >= $1 AND day <= $2 AND starts_with(metric, $3) AND ($4::bigint IS NULL OR library = $4)
       AND ($5::bigint[] IS NULL OR library = ANY($5))
     ORDER BY day, metric, library`,
    [from, to, metric, library ?? null, owned ? [...owned.libraries] : null],
  )

/**
 * Every process adds in the same order: two that add to the same rows wait for one another in turn, and never both at once.
 * One statement takes each row once.
 */
export async function addCounts(db: Session, counts: readonly DailyCount[]): Promise<void> {
  const byKey = new Map<string, DailyCount>()
  for (const each of counts) {
    const key = JSON.stringify([each.day, each.metric, each.library])
    const before = byKey.get(key)
    byKey.set(key, before ? { ...each, count: before.count + each.count, sum: before.sum + each.sum } : each)
  }
  await db.insert(
    'daily_counts',
    [...byKey.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { day, metric, library, count, sum }]) => ({ day, metric, library, count, sum })),
    `ON CONFLICT (day, metric, library)
     DO UPDATE SET count = daily_counts.count + excluded.count, sum = daily_counts.sum + excluded.sum`,
  )
}

const DAY = 86_400_000
/** Number of the UTC day, which no setting of the server writes in another way. */
const DAY_NUMBER = `floor(at / ${DAY})::bigint`
const dayNumbered = (number: number): string => new Date(number * DAY).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** Counted from the calls themselves: counts of a day are of everybody. */
export async function countCallsOf(
  db: Session,
  { actor, from }: ActorCountsRequest,
  owned: Owned | undefined,
): Promise<readonly DailyCount[]> {
  const rows = await db.rows<Omit<DailyCount, 'day' | 'metric'> & { readonly day: number; readonly operation: string }>(
    `SELECT ${DAY_NUMBER} AS day, operation, coalesce(library, 0) AS library, count(*) AS count,
       sum(milliseconds ORDER BY id) AS sum
     FROM calls WHERE ${CALLS_SHOWN} AND actor = $3 AND at >= $4 AND operation IS NOT NULL
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [...shownOf(owned), actor, Date.parse(from)],
  )
  return rows.map(({ day, operation, ...row }) => ({ ...row, day: dayNumbered(day), metric: `call.${operation}` }))
}

const COUNTS = `count(*) AS calls, count(error) AS failed, count(*) FILTER (WHERE ${FOUND_NOTHING}) AS empty`
const SUMMARIZED = `${CALLS_SHOWN} AND at >= $3 AND operation IS NOT NULL AND ($4::text IS NULL OR actor = $4)
  AND ($5::bigint IS NULL OR library = $5) AND ($6::text IS NULL OR client <> $6)`

/** Counted from the calls themselves, as far as they are kept. */
export async function summarizeCalls(
  db: Session,
  { from, actor, library, withoutClient, maxNotFound }: CallSummaryRequest,
  owned: Owned | undefined,
): Promise<CallSummary> {
  const values = [...shownOf(owned), from, actor ?? null, library ?? null, withoutClient ?? null]
  const [byTool, byClient, byDay, notFound] = await Promise.all([
    db.rows<ToolCalls>(BY_TOOL, values),
    db.rows<ClientCalls>(BY_CLIENT, values),
    db.rows<Omit<DayCalls, 'day'> & { readonly day: number }>(BY_DAY, values),
    db.rows<NotFound>(NOT_FOUND, [...values, maxNotFound]),
  ])
  return { byTool, byClient, byDay: byDay.map((row) => ({ ...row, day: dayNumbered(row.day) })), notFound }
}

/** Whole numbers alone decide which call a percentile is of. */
const BY_TOOL = `
  SELECT operation, ${COUNTS}, coalesce(sum(tokens), 0)::bigint AS tokens,
    min(milliseconds) FILTER (WHERE place * 100 >= amount * 50) AS p50,
    min(milliseconds) FILTER (WHERE place * 100 >= amount * 95) AS p95
  FROM (SELECT operation, error, results, tokens, milliseconds,
      row_number() OVER (PARTITION BY operation ORDER BY milliseconds) AS place,
      count(*) OVER (PARTITION BY operation) AS amount
    FROM calls WHERE ${SUMMARIZED}) AS placed
  GROUP BY operation ORDER BY calls DESC, operation`

const BY_CLIENT = `
  SELECT client, ${COUNTS}, max(at) AS "lastAt" FROM calls WHERE ${SUMMARIZED}
  GROUP BY client ORDER BY calls DESC, client`

const BY_DAY = `SELECT ${DAY_NUMBER} AS day, ${COUNTS} FROM calls WHERE ${SUMMARIZED} GROUP BY 1 ORDER BY 1`

const NOT_FOUND = `
  SELECT question AS query, operation, count(*) AS times, max(at) AS "lastAt" FROM calls
  WHERE ${SUMMARIZED} AND ${FOUND_NOTHING} AND question IS NOT NULL
  GROUP BY question, operation ORDER BY times DESC, "lastAt" DESC, query, operation LIMIT $7`
