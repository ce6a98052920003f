import type { NewRecords } from '../../../ports/records.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { insertActivity } from './activities.ts'
import { insertCall } from './calls.ts'
import { addCount } from './counts.ts'

/** In the order given: of two of the same moment, the later one is the newer. */
export function writeRecords(db: Connection, { activities = [], calls = [], counts = [], ...rest }: NewRecords): void {
  for (const activity of activities) insertActivity(db, activity)
  for (const call of calls) insertCall(db, call)
  for (const count of counts) addCount(db, count)
  if (rest.forgetBefore !== undefined) forgetBefore(db, rest.forgetBefore)
  for (const text of rest.forgetNaming ?? [])
    db.run("UPDATE calls SET input = 'null' WHERE instr(input, ?) > 0", [asStored(text)])
}

/**
 * No reason for `tidy` to write the whole file anew: something grows too old every minute. `secure_delete` wipes it
 * meanwhile, and the next removal of something else takes what is left of it.
 */
function forgetBefore(db: Connection, moment: number): void {
  db.run('DELETE FROM activities WHERE at < ?', [moment])
  db.run('DELETE FROM calls WHERE at < ?', [moment])
}

/** As it stands in a text of JSON. */
const asStored = (text: string): string => JSON.stringify(text).slice(1, -1)
