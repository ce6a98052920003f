import type { JobDraft, JobStep, JobTransaction, NewJobEvent } from '@wuku/core/ports/jobs'
import { jobExists, type JobRow, toChangedRow, toNewRow, unknownJob } from '@wuku/store-sql/job-rows'
import type { ReadContext } from '../read-context.ts'
import type { Session, SqlValue } from '@wuku/store-sql/postgres/session'
import { createJobView } from './postgres-job-view.ts'

export const createJobTransaction = (context: ReadContext): JobTransaction => ({
  ...createJobView(context),
  add: (drafts) => addJobs(context.db, drafts),
  change: (steps) => changeJobs(context.db, steps),
  remove: async (ids) => {
    await requireJobs(context.db, ids)
    await context.db.run('DELETE FROM jobs WHERE id = ANY($1::text[])', [ids])
  },
})

async function addJobs(db: Session, drafts: readonly JobDraft[]): Promise<void> {
  const ids = drafts.map(({ id }) => id)
  const usedIds = new Set((await jobsWith(db, ids)).keys())
  for (const id of ids) {
    if (usedIds.has(id)) throw jobExists(id)
    usedIds.add(id)
  }
  const rows = drafts.map((draft) => ({ ...toNewRow(draft), last_seq: draft.events.length }))
  await db.insert<Columns<Omit<JobRow, 'number'>>>('jobs', rows)
  const added = await jobsWith(db, ids)
  const numbered = drafts.map((draft) => ({ draft, number: added.get(draft.id)?.number ?? 0 }))
  const requests = numbered.map(({ number, draft: { request } }) => ({
    job: number,
    request: JSON.stringify(request),
    makes: request.makes ?? null,
  }))
  await db.insert('job_requests', requests)
  await addEvents(
    db,
    numbered.map(({ number, draft }) => ({ job: number, last: 0, events: draft.events })),
  )
}

type Columns<Row> = { readonly [Column in keyof Row]: SqlValue }

/** Several steps of one job make one row. */
async function changeJobs(db: Session, steps: readonly JobStep[]): Promise<void> {
  const before = await requireJobs(
    db,
    steps.map(({ id }) => id),
  )
  const own = [...Map.groupBy(steps, ({ id }) => id)].flatMap(([id, each]) => {
    const row = before.get(id)
    return row ? [{ row, steps: each, events: each.flatMap(({ events = [] }) => events) }] : []
  })
  const changed = own.map(({ row, steps: each, events }) => ({
    ...each.reduce((now, { change = {} }) => ({ ...now, ...toChangedRow(change) }), row),
    last_seq: row.last_seq + events.length,
  }))
  const names = Object.keys(changed[0] ?? {}).filter((name) => name !== 'number')
  const replaced = names.map((name) => `${name} = excluded.${name}`)
  await db.insert<Columns<JobRow>>('jobs', changed, `ON CONFLICT (number) DO UPDATE SET ${replaced.join(', ')}`)
  const dropped = own.flatMap(({ row, steps: each }) =>
    each.some(({ dropRequest }) => dropRequest) ? [row.number] : [],
  )
  if (dropped.length > 0) await db.run('DELETE FROM job_requests WHERE job = ANY($1::int8[])', [dropped])
  await addEvents(
    db,
    own.map(({ row, events }) => ({ job: row.number, last: row.last_seq, events })),
  )
}

interface AddedEvents {
  readonly job: number
  readonly last: number
  readonly events: readonly NewJobEvent[]
}

const addEvents = (db: Session, added: readonly AddedEvents[]): Promise<void> =>
  db.insert(
    'job_events',
    added.flatMap(({ job, last, events }) =>
      events.map(({ at, type, data }, nth) => ({ job, seq: last + nth + 1, at, type, data: JSON.stringify(data) })),
    ),
  )

async function requireJobs(db: Session, ids: readonly string[]): Promise<ReadonlyMap<string, JobRow>> {
  const found = await jobsWith(db, ids)
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw unknownJob(missing)
  return found
}

async function jobsWith(db: Session, ids: readonly string[]): Promise<ReadonlyMap<string, JobRow>> {
  const rows = await db.rows<JobRow>('SELECT * FROM jobs WHERE id = ANY($1::text[]) ORDER BY number FOR UPDATE', [ids])
  return new Map(rows.map((row) => [row.id, row]))
}
