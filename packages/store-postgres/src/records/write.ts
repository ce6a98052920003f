import type { NewRecords } from '@wuku/core/ports/record-store'
import type { Lock } from '@wuku/store-sql/postgres/locks'
import type { Session } from '@wuku/store-sql/postgres/session'
import { insertActivities, insertAudit } from './postgres-activities.ts'
import { forgetNaming, insertCalls } from './calls.ts'
import { addCounts } from './counts.ts'

/** Calls that are being recorded would not be seen by what forgets: each sees the others whole, before or after it. */
export const locksOfRecords = ({ calls = [], forgetNaming: forgetting }: NewRecords): readonly Lock[] =>
  forgetting || calls.length > 0 ? [{ name: 'calls', isShared: !forgetting }] : []

/**
 * In the order given: of two of the same moment, the later one is the newer. Counts come last: others who add to the same
 * day wait for the end of this.
 */
export async function writeRecords(db: Session, records: NewRecords): Promise<void> {
  const { activities = [], calls = [], counts = [], audit = [], forgetBefore } = records
  await insertActivities(db, activities)
  await insertCalls(db, calls)
  await insertAudit(db, audit)
  if (forgetBefore !== undefined) await forgetOlder(db, forgetBefore)
  if (records.forgetNaming) await forgetNaming(db, records.forgetNaming)
  await addCounts(db, counts)
}

async function forgetOlder(db: Session, cutoff: number): Promise<void> {
  const day = new Date(cutoff).toISOString().slice(0, 'yyyy-mm-dd'.length)
  await db.run(
    `WITH old_activities AS (DELETE FROM activities WHERE at < $1), old_calls AS (DELETE FROM calls WHERE at < $1),
       old_use AS (DELETE FROM daily_use WHERE day < $2)
     DELETE FROM audit WHERE at < $1`,
    [cutoff, day],
  )
}
