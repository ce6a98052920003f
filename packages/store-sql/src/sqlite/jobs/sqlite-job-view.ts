import type { Page } from '@wuku/core/ports/pads'
import type { Job, JobEvent, JobEventsRequest, JobRequest, JobsRequest, JobView } from '@wuku/core/ports/jobs'
import type { Connection } from '../driver/connection.ts'
import type { Owned } from '../../visible-rows.ts'
import { parseStored } from '../sqlite-failures.ts'
import type { Condition } from '../filters.ts'
import { equals, isAnyOf, pageOfRows } from '../postings/row-pages.ts'
import { toEvent, toJob, type JobEventRow, type JobRow } from '../../job-rows.ts'

/** Stands on a connection whose transaction is open. */
export const createJobView = (db: Connection, shown?: JobsShown): JobView => ({
  list: async (request) => pageOfJobs(db, request, shown),
  events: async (request) => eventsOf(db, request, shown),
  requests: async (ids) => requestsOf(db, ids, shown),
})

function pageOfJobs(
  db: Connection,
  { ids, statuses, kinds, library, finishedBefore, maker, limit, offset }: JobsRequest,
  shown?: JobsShown,
): Page<Job> {
  const conditions = [
    ...isAnyOf('id', ids),
    ...isAnyOf('status', statuses),
    ...isAnyOf('kind', kinds),
    ...equals('library', library),
    ...(finishedBefore === undefined ? [] : [{ sql: 'finished_at < ?', values: [finishedBefore] }]),
    ...shownTo(maker, shown),
  ]
  const { items, total } = pageOfRows<JobRow>(db, { table: 'jobs', conditions, order: 'number DESC', limit, offset })
  return { items: items.map((row) => toJob(row, parseStored)), total }
}

/** Jobs of these libraries show, those that make a library that will be shown, and the own ones. */
export type JobsShown = Pick<Owned, 'libraries' | 'visibilities'>

const shownTo = (maker: string | undefined, shown: JobsShown | undefined): readonly Condition[] =>
  shown
    ? [
        {
          sql: `(library IN (SELECT value FROM json_each(?)) OR actor = ? OR (library IS NULL AND EXISTS (
            SELECT 1 FROM job_requests WHERE job = jobs.number
              AND json_extract(request, '$.makes') IN (SELECT value FROM json_each(?)))))`,
          values: [JSON.stringify([...shown.libraries]), maker ?? '', JSON.stringify(shown.visibilities)],
        },
      ]
    : []

function eventsOf(
  db: Connection,
  { job, after, limit, maker }: JobEventsRequest,
  shown?: JobsShown,
): readonly JobEvent[] {
  const [condition] = shownTo(maker, shown)
  const rows = db.rows<JobEventRow>(
    `SELECT seq, at, type, data FROM job_events
     WHERE job = (SELECT number FROM jobs WHERE id = ? ${condition ? `AND ${condition.sql}` : ''}) AND seq > ?
     ORDER BY seq LIMIT ?`,
    [job, ...(condition?.values ?? []), after, limit],
  )
  return rows.map((row) => toEvent(row, parseStored))
}

function requestsOf(db: Connection, ids: readonly string[], shown?: JobsShown): ReadonlyMap<string, JobRequest> {
  const [condition] = shownTo(undefined, shown)
  const rows = db.rows<{ id: string; request: string }>(
    `SELECT id, request FROM job_requests JOIN jobs ON jobs.number = job_requests.job
     WHERE id IN (SELECT value FROM json_each(?)) ${condition ? `AND ${condition.sql}` : ''}`,
    [JSON.stringify(ids), ...(condition?.values ?? [])],
  )
  return new Map(rows.map(({ id, request }) => [id, parseStored<JobRequest>(request)]))
}
