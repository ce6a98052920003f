import type { JobDraft, JobStep, JobTransaction, NewJobEvent } from '@wuku/core/ports/jobs'
import type { Connection } from '../driver/connection.ts'
import { insertRow } from '../sqlite-rows.ts'
import { jobExists, toChangedRow, toNewRow, unknownJob, type JobRow } from '../../job-rows.ts'
import { createJobView } from './sqlite-job-view.ts'

/** Stands on the writer within a transaction. */
export const createJobTransaction = (db: Connection): JobTransaction => ({
  ...createJobView(db),
  add: async (drafts) => drafts.forEach((draft) => insertJob(db, draft)),
  change: async (steps) => steps.forEach((step) => changeJob(db, step)),
  remove: async (ids) => {
    const numbers = JSON.stringify(ids.map((id) => requireJob(db, id).number))
    for (const [table, column] of [
      ['job_events', 'job'],
      ['job_requests', 'job'],
      ['jobs', 'number'],
    ])
      db.run(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`, [numbers])
  },
})

function insertJob(db: Connection, draft: JobDraft): void {
  if (db.row('SELECT 1 FROM jobs WHERE id = ?', [draft.id])) throw jobExists(draft.id)
  const number = insertRow(db, 'jobs', numbered(toNewRow(draft)))
  insertRow(db, 'job_requests', { job: number, request: JSON.stringify(draft.request) })
  addEvents(db, { number, last_seq: 0 }, draft.events)
}

function changeJob(db: Connection, { id, change = {}, events = [], dropRequest = false }: JobStep): void {
  const job = requireJob(db, id)
  const row = numbered(toChangedRow(change))
  const names = Object.keys(row)
  if (names.length > 0)
    db.run(`UPDATE jobs SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE number = ?`, [
      ...Object.values(row),
      job.number,
    ])
  if (dropRequest) db.run('DELETE FROM job_requests WHERE job = ?', [job.number])
  addEvents(db, job, events)
}

/** Flags are numbers here. */
const numbered = <Row extends Partial<JobRow>>(row: Row): Row & { readonly is_cancelling?: number } =>
  row.is_cancelling === undefined ? (row as never) : { ...row, is_cancelling: Number(row.is_cancelling) }

function addEvents(
  db: Connection,
  { number, last_seq: last }: Pick<JobRow, 'number' | 'last_seq'>,
  events: readonly NewJobEvent[],
): void {
  for (const [at, event] of events.entries())
    insertRow(db, 'job_events', {
      job: number,
      seq: last + at + 1,
      at: event.at,
      type: event.type,
      data: JSON.stringify(event.data),
    })
  if (events.length > 0) db.run('UPDATE jobs SET last_seq = ? WHERE number = ?', [last + events.length, number])
}

function requireJob(db: Connection, id: string): Pick<JobRow, 'number' | 'last_seq'> {
  const row = db.row<Pick<JobRow, 'number' | 'last_seq'>>('SELECT number, last_seq FROM jobs WHERE id = ?', [id])
  if (!row) throw unknownJob(id)
  return row
}
