import type { Job, JobEvent, JobEventsRequest, JobRequest, JobsRequest, JobView } from '@wuku/core/ports/jobs'
import type { Page } from '@wuku/core/ports/pads'
import { toEvent, toJob, type JobEventRow, type JobRow } from '@wuku/store-sql/job-rows'
import { pageOfRows } from '@wuku/store-sql/postgres/columns'
import type { ReadContext } from '../read-context.ts'
import { parseStored } from '@wuku/store-sql/postgres/postgres-rows'
import type { SqlValue } from '@wuku/store-sql/postgres/session'

export const createJobView = (context: ReadContext): JobView => ({
  list: (request) => pageOfJobs(context, request),
  events: (request) => eventsOf(context, request),
  requests: (ids) => requestsOf(context, ids),
})

/** Jobs of libraries that are shown, those that make a library that will be shown, and the own ones; with `$1` to `$3`. */
const JOBS_SHOWN = `($1::int[] IS NULL OR library = ANY($1) OR actor = $2::text OR (library IS NULL AND EXISTS (
  SELECT FROM job_requests AS asked WHERE asked.job = jobs.number AND asked.makes = ANY($3::text[]))))`

const shownValues = ({ shown }: ReadContext, maker: string | undefined): readonly SqlValue[] => [
  shown?.owned ? [...shown.owned.libraries] : null,
  maker ?? null,
  shown?.owned ? shown.owned.visibilities : null,
]

async function pageOfJobs(context: ReadContext, request: JobsRequest): Promise<Page<Job>> {
  const { ids, statuses, kinds, library, finishedBefore, maker, limit, offset } = request
  const { items, total } = await pageOfRows<JobRow>(context.db, {
    table: 'jobs',
    columns: 'jobs.*',
    where: `${JOBS_SHOWN} AND ($4::text[] IS NULL OR id = ANY($4)) AND ($5::text[] IS NULL OR status = ANY($5))
      AND ($6::text[] IS NULL OR kind = ANY($6)) AND ($7::int IS NULL OR library = $7)
      AND ($8::float8 IS NULL OR finished_at < $8) ${areOpen(statuses) ? "AND status IN ('queued', 'running')" : ''}`,
    values: [
      ...shownValues(context, maker),
      ids ?? null,
      statuses ?? null,
      kinds ?? null,
      library ?? null,
      finishedBefore ?? null,
    ],
    order: 'number DESC',
    limit,
    offset,
  })
  return { items: items.map((row) => toJob(row, parseStored)), total }
}

/** Said to the server as well, which has an index of them. */
const areOpen = (statuses: JobsRequest['statuses']): boolean =>
  statuses?.every((status) => status === 'queued' || status === 'running') ?? false

async function eventsOf(
  context: ReadContext,
  { job, after, limit, maker }: JobEventsRequest,
): Promise<readonly JobEvent[]> {
  const rows = await context.db.rows<JobEventRow>(
    `SELECT seq, at, type, data FROM job_events
     WHERE job = (SELECT number FROM jobs WHERE id = $4 AND ${JOBS_SHOWN}) AND seq > $5 ORDER BY seq LIMIT $6`,
    [...shownValues(context, maker), job, after, limit],
  )
  return rows.map((row) => toEvent(row, parseStored))
}

async function requestsOf(context: ReadContext, ids: readonly string[]): Promise<ReadonlyMap<string, JobRequest>> {
  const rows = await context.db.rows<{ id: string; request: string }>(
    `SELECT id, request FROM job_requests JOIN jobs ON jobs.number = job_requests.job
     WHERE id = ANY($4::text[]) AND ${JOBS_SHOWN} ORDER BY number`,
    [...shownValues(context, undefined), ids],
  )
  return new Map(rows.map(({ id, request }) => [id, parseStored<JobRequest>(request)]))
}
