import type { CountsRequest, DailyCount } from '@wuku/core/ports/record-store'
import type { Connection } from '../driver/connection.ts'
import type { Condition } from '../filters.ts'
import { equals } from '../postings/row-pages.ts'

const LAST_CHARACTER = '\u{10ffff}'

export function listCounts(
  db: Connection,
  { from, to, metric = '', library }: CountsRequest,
  within: readonly Condition[] = [],
): DailyCount[] {
  const conditions: readonly Condition[] = [
    { sql: 'day >= ? AND day <= ?', values: [from, to] },
    { sql: 'metric >= ? AND metric < ?', values: [metric, metric + LAST_CHARACTER] },
    ...equals('library', library),
    ...within,
  ]
  return db.rows<DailyCount>(
    `SELECT day, metric, library, count, sum FROM daily_counts WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
     ORDER BY day, metric, library`,
    conditions.flatMap(({ values }) => values),
  )
}

export function addCount(db: Connection, { day, metric, library, count, sum }: DailyCount): void {
  db.run(
    `INSERT INTO daily_counts (day, metric, library, count, sum) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count, sum = sum + excluded.sum`,
    [day, metric, library, count, sum],
  )
}
