import type { RecordView } from '@wuku/core/ports/record-store'
import { redactedCall, hiddenNames, summaryWithout } from '../../hidden-names.ts'
import type { Owned } from '../../visible-rows.ts'
import type { Connection } from '../driver/connection.ts'
import type { Condition } from '../filters.ts'
import { pageOfActivities } from './activities.ts'
import { pageOfAudit } from './audit.ts'
import { summarizeCalls } from './call-summary.ts'
import { countCallsOf, pageOfCalls } from './calls.ts'
import { listCounts } from './counts.ts'

/** Stands on a connection whose transaction is open. */
export const createRecordView = (db: Connection): RecordView => ({
  activities: async (request) => pageOfActivities(db, request),
  calls: async (request) => pageOfCalls(db, request),
  counts: async (request) => listCounts(db, request),
  audit: async (request) => pageOfAudit(db, request),
  countsOf: async (request) => countCallsOf(db, request),
  summary: async (request) => summarizeCalls(db, request),
})

/**
 * Records of libraries that are shown, and the own calls of a user, who knows what they asked. Any other record of no library
 * may be about anything: only a caller who sees everything is shown it.
 */
export function narrowRecordView(db: Connection, owned: Owned): RecordView {
  const ofLibraries: Condition = {
    sql: 'library IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify([...owned.libraries])],
  }
  const calls: Condition = {
    sql: `(${ofLibraries.sql} OR actor = ?)`,
    values: [...ofLibraries.values, owned.user ?? ''],
  }
  return {
    activities: async (request) => pageOfActivities(db, request, [ofLibraries, ...ofVersions(owned)]),
    calls: async (request) => {
      const { items, total } = pageOfCalls(db, request, [calls])
      const names = namesNotShown(db, owned)
      return {
        items: items.map((call) => (call.actor === owned.user ? call : redactedCall(call, names))),
        total,
      }
    },
    counts: async (request) => listCounts(db, request, [ofLibraries]),
    countsOf: async (request) => countCallsOf(db, request, [calls]),
    summary: async (request) => {
      const summary = summarizeCalls(db, request, [calls])
      if (owned.user !== undefined && request.actor === owned.user) return summary
      return summaryWithout(summary, namesNotShown(db, owned))
    },
    audit: async () => ({ items: [], total: 0 }),
  }
}

const ofVersions = ({ versions }: Owned): readonly Condition[] =>
  versions
    ? [
        {
          sql: `(version IS NULL OR version IN (SELECT known.version FROM library_versions AS known
    WHERE known.library = activities.library AND known.id IN (SELECT value FROM json_each(?))))`,
          values: [JSON.stringify([...versions])],
        },
      ]
    : []

function namesNotShown(db: Connection, { sources, libraries }: Owned): readonly string[] {
  const named = db.rows<{ name: string; is_shown: number }>(
    `SELECT name, id IN (SELECT value FROM json_each(?)) AS is_shown FROM sources
     UNION ALL SELECT name, id IN (SELECT value FROM json_each(?)) FROM libraries`,
    [JSON.stringify([...sources]), JSON.stringify([...libraries])],
  )
  return hiddenNames(named.map((row) => ({ name: row.name, isShown: row.is_shown === 1 })))
}
