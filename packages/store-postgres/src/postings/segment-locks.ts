import type { SourceId } from '@wuku/core/core-types'
import type { Session } from '../connection/session.ts'

/** A lock on the segments of a source, until the end of the transaction. Statements after it see what was merged before. */
const lockOf = (source: string): string => `hashtextextended(current_schema()::text || ' segments ' || ${source}, 0)`

/** For writers, side by side: no merge replaces the segments meanwhile. */
export async function holdSegments(db: Session, sources: readonly SourceId[]): Promise<void> {
  await db.run(`SELECT pg_advisory_xact_lock_shared(${lockOf('source')}) FROM unnest($1::int4[]) AS held (source)`, [
    sources.toSorted((a, b) => a - b),
  ])
}

/** For the end of a merge. It does not wait, or later writers would wait behind it for those before. */
export async function tryToReplaceSegments(db: Session, source: SourceId): Promise<boolean> {
  const row = await db.row<{ held: boolean }>(`SELECT pg_try_advisory_xact_lock(${lockOf('$1::int4')}) AS held`, [
    source,
  ])
  return row?.held === true
}
