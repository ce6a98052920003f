import type { RecordView } from '../../../ports/records.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { pageOfActivities } from './activities.ts'
import { pageOfAudit } from './audit.ts'
import { countCallsOf, pageOfCalls } from './calls.ts'
import { listCounts } from './counts.ts'

/** Stands on a connection whose transaction is open. */
export const createRecordView = (db: Connection): RecordView => ({
  activities: async (request) => pageOfActivities(db, request),
  calls: async (request) => pageOfCalls(db, request),
  counts: async (request) => listCounts(db, request),
  audit: async (request) => pageOfAudit(db, request),
  countsOf: async (request) => countCallsOf(db, request),
})
