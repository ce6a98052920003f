import type { SourceId } from '../../../core/words.ts'
import type { CallRecord, RecordView } from '../../../ports/records.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import type { Condition } from '../filters.ts'
import { pageOfActivities } from '../records/activities.ts'
import { pageOfCalls } from '../records/calls.ts'
import { listCounts } from '../records/counts.ts'

/** What was recorded of a library that is shown. What belongs to none may be about anything, and shows to nobody who is kept from something. */
export function createNarrowRecordView(db: Connection, owned: ReadonlySet<SourceId>): RecordView {
  const sources = JSON.stringify([...owned])
  const ofLibraries: Condition = {
    sql: `library IN (SELECT library FROM library_versions WHERE source IN (SELECT value FROM json_each(?)))`,
    values: [sources],
  }
  const ofVersions: Condition = {
    sql: `(version IS NULL OR version IN (SELECT known.version FROM library_versions AS known
      WHERE known.library = activities.library AND source IN (SELECT value FROM json_each(?))))`,
    values: [sources],
  }
  return {
    activities: async (request) => pageOfActivities(db, request, [ofLibraries, ofVersions]),
    calls: async (request) => {
      const { items, total } = pageOfCalls(db, request, [ofLibraries])
      const names = namesNotShown(db, sources)
      return { items: items.map((call) => withoutNames(call, names)), total }
    },
    counts: async (request) => listCounts(db, request, [ofLibraries]),
  }
}

/** As they would stand in a call, in small letters. */
const namesNotShown = (db: Connection, sources: string): readonly string[] =>
  db
    .rows<{ name: string }>(
      `SELECT name FROM sources WHERE id NOT IN (SELECT value FROM json_each(?1))
       UNION SELECT name FROM libraries WHERE id NOT IN
         (SELECT library FROM library_versions WHERE source IN (SELECT value FROM json_each(?1)))`,
      [sources],
    )
    .map(({ name }) => JSON.stringify(name).slice(1, -1).toLowerCase())

/** A call about one library may name another beside it; then what was asked is not told. */
function withoutNames(call: CallRecord, names: readonly string[]): CallRecord {
  const input = JSON.stringify(call.input).toLowerCase()
  return names.some((name) => input.includes(name)) ? { ...call, input: null } : call
}
