import { type CallRecord, type Forgetting, type NewRecords, withoutNames } from '@wuku/core/ports/record-store'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { counter } from '@wuku/store-sql/sqlite/counters'
import { insertActivity } from '@wuku/store-sql/sqlite/records/activities'
import { insertAudit } from '@wuku/store-sql/sqlite/records/audit'
import { insertCalls } from '@wuku/store-sql/sqlite/records/calls'
import { addCount } from '@wuku/store-sql/sqlite/records/counts'

/** In the order given: of two of the same moment, the later one is the newer. */
export function writeRecords(db: Connection, { activities = [], calls = [], counts = [], ...rest }: NewRecords): void {
  for (const activity of activities) insertActivity(db, activity)
  recordCalls(db, calls)
  for (const count of counts) addCount(db, count)
  for (const entry of rest.audit ?? []) insertAudit(db, entry)
  if (rest.forgetBefore !== undefined) forgetBefore(db, rest.forgetBefore)
  if (rest.forgetNaming) forgetNames(db, rest.forgetNaming)
}

function recordCalls(db: Connection, calls: readonly CallRecord[]): void {
  const forgotten = counter(db, 'forgotten')
  insertCalls(
    db,
    calls.map((call) => (call.at > forgotten ? call : withoutNames(call))),
  )
}

function forgetNames(db: Connection, { texts, at }: Forgetting): void {
  for (const text of texts) {
    db.run("UPDATE calls SET input = 'null' WHERE instr(input, ?) > 0", [asStored(text)])
    db.run("UPDATE calls SET hits = '[]' WHERE instr(hits, ?) > 0", [asStored(text)])
  }
  db.run("INSERT INTO counters VALUES ('forgotten', ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)", [
    Math.ceil(at),
  ])
}

/**
 * Old records are no reason for `tidy` to rewrite the whole file: some expire every minute. `secure_delete` wipes them
 * meanwhile, and the next removal of something else takes the rest.
 */
function forgetBefore(db: Connection, cutoff: number): void {
  db.run('DELETE FROM activities WHERE at < ?', [cutoff])
  db.run('DELETE FROM calls WHERE at < ?', [cutoff])
  db.run('DELETE FROM audit WHERE at < ?', [cutoff])
  // User by user, so that the key finds the days without a look at the others.
  const day = new Date(cutoff).toISOString().slice(0, 'yyyy-mm-dd'.length)
  db.run('DELETE FROM daily_use WHERE user IN (SELECT id FROM users) AND day < ?', [day])
}

/** As it stands in a text of JSON. */
const asStored = (text: string): string => JSON.stringify(text).slice(1, -1)
