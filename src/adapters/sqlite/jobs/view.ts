import type { Page } from '../../../ports/pads.ts'
import type { Job, JobEvent, JobEventsRequest, JobRequest, JobsRequest, JobView } from '../../../ports/jobs.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { parseStored } from '../failures.ts'
import type { Condition } from '../filters.ts'
import { equals, isAnyOf, pageOfRows } from '../postings/pages.ts'
import { toEvent, toJob, type JobEventRow, type JobRow } from './rows.ts'

/** Stands on a connection whose transaction is open. `libraries`: only jobs of these show. */
export const createJobView = (db: Connection, libraries?: ReadonlySet<number>): JobView => ({
  list: async (request) => pageOfJobs(db, request, libraries),
  events: async (request) => eventsOf(db, request, libraries),
  requests: async (ids) => requestsOf(db, ids, libraries),
})

function pageOfJobs(
  db: Connection,
  { ids, statuses, kinds, library, finishedBefore, maker, limit, offset }: JobsRequest,
  libraries?: ReadonlySet<number>,
): Page<Job> {
  const conditions = [
    ...isAnyOf('id', ids),
    ...isAnyOf('status', statuses),
    ...isAnyOf('kind', kinds),
    ...equals('library', library),
    ...(finishedBefore === undefined ? [] : [{ sql: 'finished_at < ?', values: [finishedBefore] }]),
    ...shownTo(maker, libraries),
  ]
  const { items, total } = pageOfRows<JobRow>(db, { table: 'jobs', conditions, order: 'number DESC', limit, offset })
  return { items: items.map(toJob), total }
}

const shownTo = (maker: string | undefined, libraries: ReadonlySet<number> | undefined): readonly Condition[] =>
  libraries
    ? [
        {
          sql: '(library IN (SELECT value FROM json_each(?)) OR actor = ?)',
          values: [JSON.stringify([...libraries]), maker ?? ''],
        },
      ]
    : []

function eventsOf(
  db: Connection,
  { job, after, limit, maker }: JobEventsRequest,
  libraries?: ReadonlySet<number>,
): readonly JobEvent[] {
  const [shown] = shownTo(maker, libraries)
  const rows = db.rows<JobEventRow>(
    `SELECT seq, at, type, data FROM job_events
     WHERE job = (SELECT number FROM jobs WHERE id = ? ${shown ? `AND ${shown.sql}` : ''}) AND seq > ?
     ORDER BY seq LIMIT ?`,
    [job, ...(shown?.values ?? []), after, limit],
  )
  return rows.map(toEvent)
}

function requestsOf(
  db: Connection,
  ids: readonly string[],
  libraries?: ReadonlySet<number>,
): ReadonlyMap<string, JobRequest> {
  const [shown] = shownTo(undefined, libraries)
  const rows = db.rows<{ id: string; request: string }>(
    `SELECT id, request FROM job_requests JOIN jobs ON jobs.number = job_requests.job
     WHERE id IN (SELECT value FROM json_each(?)) ${shown ? `AND ${shown.sql}` : ''}`,
    [JSON.stringify(ids), ...(shown?.values ?? [])],
  )
  return new Map(rows.map(({ id, request }) => [id, parseStored<JobRequest>(request)]))
}
