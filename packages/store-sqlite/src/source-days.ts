import type { SourceId } from '@wuku/core/core-types'
import { RETENTION_DAYS, type DaysQuery, type SourceDay } from '@wuku/core/ports/index-view'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'

/** The index alone is read: a watched folder of a hundred thousand documents is counted after each change. */
export function countDay(db: Connection, source: SourceId, day: string): void {
  db.run(
    `INSERT OR REPLACE INTO source_days (source, day, documents, chunks, bytes)
     SELECT ?1, ?2, count(*), coalesce(sum(chunks), 0), coalesce(sum(bytes), 0) FROM documents WHERE source = ?1`,
    [source, day],
  )
  db.run(
    `DELETE FROM source_days WHERE source = ?1 AND day <
       (SELECT max(day) FROM source_days WHERE source = ?1 AND day <= date(?2, '-${RETENTION_DAYS} days'))`,
    [source, day],
  )
}

/** On a day of both, what `source` has already is the later. */
export function moveDays(db: Connection, source: SourceId, from: SourceId): void {
  db.run('UPDATE OR IGNORE source_days SET source = ? WHERE source = ?', [source, from])
  db.run('DELETE FROM source_days WHERE source = ?', [from])
}

/** Source by source, so that the key finds the first day of each. */
export const daysOfSources = (db: Connection, { from, to }: DaysQuery): readonly SourceDay[] =>
  db.rows<SourceDay>(
    `SELECT day, source, documents, chunks, bytes FROM sources CROSS JOIN source_days ON source = sources.id
       AND day >= coalesce((SELECT max(day) FROM source_days WHERE source = sources.id AND day <= ?1), ?1) AND day <= ?2
     ORDER BY day, source`,
    [from, to],
  )
