import type { SourceId } from '@wuku/core/core-types'
import { RETENTION_DAYS, type DaysQuery, type SourceDay } from '@wuku/core/ports/index-view'
import { type ReadContext, sourcesShown } from './read-context.ts'
import type { Session } from '@wuku/store-sql/postgres/session'

export async function countDay(db: Session, source: SourceId, day: string): Promise<void> {
  await db.run(
    `INSERT INTO source_days (source, day, documents, chunks, bytes)
     SELECT $1, $2, count(*), coalesce(sum(chunks), 0), coalesce(sum(bytes), 0) FROM documents WHERE source = $1
     ON CONFLICT (source, day) DO UPDATE SET documents = excluded.documents, chunks = excluded.chunks, bytes = excluded.bytes`,
    [source, day],
  )
  await db.run(
    `DELETE FROM source_days WHERE source = $1 AND day <
       (SELECT max(day) FROM source_days WHERE source = $1 AND day <= to_char($2::date - $3::int, 'YYYY-MM-DD'))`,
    [source, day, RETENTION_DAYS],
  )
}

/** On a day of both, what `source` has already is the later. */
export async function moveDays(db: Session, source: SourceId, from: SourceId): Promise<void> {
  await db.run(
    `UPDATE source_days AS old SET source = $1 WHERE source = $2
       AND NOT EXISTS (SELECT FROM source_days WHERE source = $1 AND day = old.day)`,
    [source, from],
  )
  await db.run('DELETE FROM source_days WHERE source = $1', [from])
}

export const daysOfSources = (context: ReadContext, { from, to }: DaysQuery): Promise<readonly SourceDay[]> =>
  context.db.rows<SourceDay>(
    `SELECT day, source, documents, chunks, bytes FROM sources JOIN source_days ON source = sources.id
       AND day >= coalesce((SELECT max(day) FROM source_days WHERE source = sources.id AND day <= $1), $1) AND day <= $2
     WHERE $3::int[] IS NULL OR sources.id = ANY($3) ORDER BY day, source`,
    [from, to, sourcesShown(context)],
  )
