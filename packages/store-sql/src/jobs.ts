import { msg } from '@wuku/messages/store-sql'
import { WukuError } from '@wuku/core/errors'
import type {
  Job,
  JobDraft,
  JobEvent,
  JobEventsRequest,
  JobRequest,
  JobsRequest,
  JobStep,
  JobTransaction,
  JobView,
  NewJobEvent,
} from '@wuku/core/ports/jobs'
import type { Page } from '@wuku/core/ports/pads'
import type { SqlSession } from './sql-session.ts'
import { withChange } from './stored-rows.ts'
import {
  type Conditions,
  conditionsFor,
  flag,
  json,
  jsonOrNull,
  pageOf,
  rowsOf,
  plain,
  type Table,
  writtenRow,
  text,
} from './tables.ts'
import type { Owned } from './visible-rows.ts'

/** `owned`: limits of the caller. */
export const createJobView = (db: SqlSession, owned?: JobsShown): JobView => ({
  list: (request) => pageOfJobs(db, request, owned),
  events: (request) => eventsOf(db, request, owned),
  requests: (ids) => requestsOf(db, ids, owned),
})

export const createJobTransaction = (db: SqlSession): JobTransaction => ({
  ...createJobView(db),
  add: (drafts) => addJobs(db, drafts),
  change: (steps) => changeJobs(db, steps),
  remove: async (ids) => {
    const numbers = [...(await requireJobs(db, ids)).values()].map(({ number }) => number)
    for (const table of db.dialect.cascades ? [] : ['job_events', 'job_requests'])
      await db.run(`DELETE FROM ${table} WHERE ${db.dialect.isIn('job', '$1')}`, [numbers])
    await db.run(`DELETE FROM jobs WHERE ${db.dialect.isIn('number', '$1')}`, [numbers])
  },
})

/** Jobs of one moment were added in the order of their numbers. */
interface NumberedJob extends Job {
  readonly number: number
}

const columns: Table<Job>['columns'] = {
  ...plain('id', 'kind', 'queue', 'status', 'stage', 'percent'),
  message: text('message'),
  ...plain('attempt', 'library', 'libraryName', 'version', 'actor', 'createdAt', 'startedAt', 'finishedAt'),
  isCancelling: flag('is_cancelling'),
  result: json('result'),
  error: jsonOrNull('error'),
  lastSeq: 'last_seq',
}
const jobs: Table<Job> = { name: 'jobs', columns }
const numberedJobs: Table<NumberedJob> = { name: 'jobs', columns: { number: 'number', ...columns } }

const jobEvents: Table<JobEvent> = {
  name: 'job_events',
  columns: { seq: 'seq', at: 'at', type: 'type', data: json('data') },
}

/** Jobs of these libraries show, those that make a library that will be shown, and the own ones. */
type JobsShown = Pick<Owned, 'libraries' | 'visibilities'>

function requireShown(
  { dialect }: SqlSession,
  { also, given }: Conditions,
  { maker, owned }: { readonly maker?: string | undefined; readonly owned: JobsShown | undefined },
): void {
  if (!owned) return
  const makes = dialect.name === 'sqlite' ? "json_extract(request, '$.makes')" : 'makes'
  also(`(${dialect.isIn('library', given([...owned.libraries]))} OR actor = ${given(maker ?? '')}
    OR (library IS NULL AND EXISTS (SELECT 1 FROM job_requests AS asked
      WHERE asked.job = jobs.number AND ${dialect.isIn(makes, given(owned.visibilities))})))`)
}

function pageOfJobs(db: SqlSession, request: JobsRequest, owned: JobsShown | undefined): Promise<Page<Job>> {
  const { ids, statuses, kinds, library, finishedBefore, maker, limit, offset } = request
  const where = conditionsFor(db)
  where.isIn('id', ids)
  where.isIn('status', statuses)
  // There is an index of those that are open.
  if (statuses?.every((status) => status === 'queued' || status === 'running'))
    where.also("status IN ('queued', 'running')")
  where.isIn('kind', kinds)
  where.compare('library', '=', library)
  where.compare('finished_at', '<', finishedBefore)
  requireShown(db, where, { maker, owned })
  return pageOf(db, jobs, { where, order: 'number DESC', limit, offset })
}

function eventsOf(db: SqlSession, { job, after, limit, maker }: JobEventsRequest, owned: JobsShown | undefined) {
  const where = conditionsFor(db)
  where.compare('id', '=', job)
  requireShown(db, where, { maker, owned })
  return rowsOf(
    db,
    jobEvents,
    `WHERE job = (SELECT number FROM jobs WHERE ${where.sql}) AND seq > ${where.given(after)}
     ORDER BY seq LIMIT ${where.given(limit)}`,
    where.values,
  )
}

async function requestsOf(db: SqlSession, ids: readonly string[], owned: JobsShown | undefined) {
  const where = conditionsFor(db)
  where.isIn('id', ids)
  requireShown(db, where, { owned })
  const rows = await db.rows<{ id: string; request: string }>(
    `SELECT id, request FROM job_requests JOIN jobs ON jobs.number = job_requests.job WHERE ${where.sql} ORDER BY number`,
    where.values,
  )
  return new Map(rows.map(({ id, request }) => [id, db.dialect.parse<JobRequest>(request)]))
}

async function addJobs(db: SqlSession, drafts: readonly JobDraft[]): Promise<void> {
  const ids = drafts.map(({ id }) => id)
  const usedIds = new Set((await jobsWith(db, ids)).keys())
  for (const id of ids) {
    if (usedIds.has(id)) throw new WukuError('conflict', msg('alreadyJob', { id }))
    usedIds.add(id)
  }
  const rows = drafts.map(({ request: _request, events, ...draft }) =>
    writtenRow(db, jobs, {
      ...draft,
      finishedAt: null,
      isCancelling: false,
      result: null,
      error: null,
      lastSeq: events.length,
    }),
  )
  await db.insert('jobs', rows)
  const added = await jobsWith(db, ids)
  const numbered = drafts.map((draft) => ({ draft, number: added.get(draft.id)?.number ?? 0 }))
  await db.insert(
    'job_requests',
    numbered.map(({ number, draft: { request } }) => ({
      job: number,
      request: JSON.stringify(request),
      ...(db.dialect.name === 'postgres' && { makes: request.makes ?? null }),
    })),
  )
  const begun = numbered.map(({ number, draft }) => ({ job: number, last: 0, events: draft.events }))
  await addEvents(db, begun)
}

/** Several steps of one job make one row. */
async function changeJobs(db: SqlSession, steps: readonly JobStep[]): Promise<void> {
  const ids = steps.map(({ id }) => id)
  const before = await requireJobs(db, ids)
  const own = [...Map.groupBy(steps, ({ id }) => id)].flatMap(([id, each]) => {
    const job = before.get(id)
    return job ? [{ job, steps: each, events: each.flatMap(({ events = [] }) => events) }] : []
  })
  const changed = own.map(({ job, steps: each, events }) =>
    writtenRow(db, numberedJobs, {
      ...each.reduce((now, { change = {} }) => withChange<NumberedJob>(now, change), job),
      lastSeq: job.lastSeq + events.length,
    }),
  )
  const names = Object.keys(changed[0] ?? {}).filter((name) => name !== 'number')
  const replaced = names.map((name) => `${name} = excluded.${name}`)
  await db.insert('jobs', changed, `ON CONFLICT (number) DO UPDATE SET ${replaced.join(', ')}`)
  const dropped = own.flatMap(({ job, steps: each }) =>
    each.some(({ dropRequest }) => dropRequest) ? [job.number] : [],
  )
  if (dropped.length > 0) await db.run(`DELETE FROM job_requests WHERE ${db.dialect.isIn('job', '$1')}`, [dropped])
  const more = own.map(({ job, events }) => ({ job: job.number, last: job.lastSeq, events }))
  await addEvents(db, more)
}

const addEvents = (
  db: SqlSession,
  added: readonly { readonly job: number; readonly last: number; readonly events: readonly NewJobEvent[] }[],
): Promise<void> =>
  db.insert(
    'job_events',
    added.flatMap(({ job, last, events }) =>
      events.map((event, nth) => ({ job, ...writtenRow(db, jobEvents, { ...event, seq: last + nth + 1 }) })),
    ),
  )

async function requireJobs(db: SqlSession, ids: readonly string[]): Promise<ReadonlyMap<string, NumberedJob>> {
  const found = await jobsWith(db, ids)
  const missing = ids.find((id) => !found.has(id))
  if (missing === undefined) return found
  throw new WukuError('not-found', msg('noJob', { missing }))
}

async function jobsWith(db: SqlSession, ids: readonly string[]): Promise<ReadonlyMap<string, NumberedJob>> {
  const rows = await rowsOf(
    db,
    numberedJobs,
    `WHERE ${db.dialect.isIn('id', '$1')} ORDER BY number ${db.dialect.lock('UPDATE')}`,
    [ids],
  )
  return new Map(rows.map((job) => [job.id, job]))
}
