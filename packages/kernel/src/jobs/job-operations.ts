import { z } from 'zod'
import { jobKinds, jobStatuses } from '@wuku/core/ports/jobs'
import type { Library } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import { redacted } from '../call-log.ts'
import { actorOf } from '../base/caller.ts'
import { defineOperation, type Operation } from '../base/operation.ts'
import { pageInput } from '../accounts/account-shapes.ts'
import { count } from '../base/operation-shapes.ts'
import { cancelJob, findJob, isVisibleJob, retryJob, type JobContext } from './submit.ts'
import { eventShape, hasEnded, jobShape, jobText, describeEvent, describeJob, type JobOutput } from './job-output.ts'
import type { TableColumn } from '../base/answer-table.ts'
import { tr, msg } from '@wuku/messages/kernel'

const jobId = z.string().trim().min(1).max(200).describe('Id of the job.')

const listJobs = defineOperation({
  name: 'list-jobs',
  title: 'List jobs',
  description: 'List the jobs of the server: queued, running, and those that ended within a day.',
  effect: 'read',
  input: z.strictObject({
    status: z.enum(jobStatuses).optional().describe('Only in this state.'),
    kind: z.enum(jobKinds).optional().describe('Only of this kind.'),
    library: z
      .union([z.number().int().min(1), z.string().trim().min(1).max(600)])
      .optional()
      .describe('Library: its number, its id or its name.'),
    ...pageInput,
  }),
  output: z.strictObject({
    list: z.array(jobShape).describe('Newest first.'),
    total: count,
    page: z.number().int(),
    page_size: z.number().int(),
  }),
  aliases: { library_id: 'library' },
  route: { method: 'GET', path: '/jobs' },
  examples: [{ label: 'Running jobs', input: { status: 'running' } }],
  async run({ status, kind, library, page, page_size }, { engine, caller }) {
    const { items, total } = await engine.read(async (view) =>
      view.jobs.list({
        ...(status && { statuses: [status] }),
        ...(kind && { kinds: [kind] }),
        ...(library !== undefined && { library: await libraryNumber(library, view) }),
        maker: actorOf(caller),
        limit: page_size,
        offset: (page - 1) * page_size,
      }),
    )
    return { list: items.map(describeJob), total, page, page_size }
  },
  table: ({ list: rows }) => ({
    columns,
    rows,
    below: rows.length === 0 ? [tr(msg('noJobs'))] : [],
  }),
})

const columns: readonly TableColumn<JobOutput>[] = [
  { head: 'job', cell: ({ job_id: id }) => id },
  { head: 'kind', cell: ({ kind }) => kind },
  { head: 'library', cell: ({ library, version }) => [library, version].filter(Boolean).join(' '), least: 8 },
  { head: 'status', cell: ({ status, percent }) => (status === 'running' ? `${percent}%` : status), is: 'word' },
  { head: 'began', cell: ({ created_at: at }) => at, is: 'time' },
  { head: '', cell: ({ error, message }) => tr(error?.message ?? message), least: 10 },
]

/** 0, which no library has, when there is none. */
async function libraryNumber(written: string | number, { libraries }: StoreView): Promise<number> {
  const target = String(written).toLowerCase()
  const isTarget = ({ id, slug, name }: Library): boolean =>
    [String(id), slug.toLowerCase(), name.toLowerCase()].includes(target)
  return (await libraries.libraries()).find(isTarget)?.id ?? 0
}

const jobWithRequest = jobShape.extend({
  asked: z
    .strictObject({ operation: z.string(), input: z.unknown().describe('Secrets masked, long texts cut.') })
    .nullable()
    .describe('Kept until it succeeds, and told to who started it and to administrators.'),
})

const ofOneJob = {
  input: z.strictObject({ job_id: jobId }),
  output: jobShape,
  aliases: { id: 'job_id', task_id: 'job_id' },
  examples: [{ label: 'A job', input: { job_id: '01JD8Z3N7V6K0M4P2Q9R5S1T8W' } }],
  render: jobText,
} as const

const getJob = defineOperation({
  ...ofOneJob,
  name: 'get-job',
  title: 'Show a job',
  description: 'Show the progress or the outcome of a job.',
  effect: 'read',
  output: jobWithRequest,
  route: { method: 'GET', path: '/jobs/{job_id}' },
  async run({ job_id }, context) {
    const job = await findJob(job_id, context)
    return { ...describeJob(job), asked: isVisibleJob(job, context.caller) ? await requestOf(job_id, context) : null }
  },
})

async function requestOf(id: string, { engine }: JobContext): Promise<z.output<typeof jobWithRequest>['asked']> {
  const request = (await engine.read((view) => view.jobs.requests([id]))).get(id)
  return request ? { operation: request.operation, input: redacted(request.input) } : null
}

const jobEvents = defineOperation({
  name: 'job-events',
  title: 'Show the events of a job',
  description: 'List the events of a job in order.',
  effect: 'read',
  input: z.strictObject({
    job_id: jobId,
    after: count.default(0).describe('Only events with a greater number.'),
    limit: z.number().int().min(1).max(1_000).default(200).describe('Maximum number of events.'),
  }),
  output: z.strictObject({
    list: z.array(eventShape),
    last_id: count.describe('Number of its last event.'),
    has_ended: z.boolean().describe('No event comes after the last of these.'),
  }),
  aliases: { id: 'job_id' },
  examples: [{ label: 'From the beginning', input: { job_id: '01JD8Z3N7V6K0M4P2Q9R5S1T8W' } }],
  async run({ job_id, after, limit }, context) {
    const { engine, caller } = context
    const maker = actorOf(caller)
    // The events are of a later moment than the job: what they miss is no end.
    const job = await findJob(job_id, context)
    const events = await engine.read((view) => view.jobs.events({ job: job_id, after, limit, maker }))
    const last = events.at(-1)?.seq ?? after
    return {
      list: events.map((event) => describeEvent(job_id, event)),
      last_id: Math.max(job.lastSeq, events.at(-1)?.seq ?? 0),
      has_ended: hasEnded(job) && last >= job.lastSeq,
    }
  },
  render: ({ list }) =>
    list.map(({ id, event, data }) => `${id}  ${event}  ${String(data['message'] ?? data['path'] ?? '')}`).join('\n'),
})

const cancelOperation = defineOperation({
  ...ofOneJob,
  name: 'cancel-job',
  title: 'Cancel a job',
  description: 'Stop a queued or running job. None of its results become visible.',
  effect: 'write',
  route: { method: 'POST', path: '/jobs/{job_id}/cancel' },
  run: async ({ job_id }, context) => describeJob(await cancelJob(job_id, context)),
})

const retryOperation = defineOperation({
  ...ofOneJob,
  name: 'retry-job',
  title: 'Retry a job',
  description: 'Run a failed or cancelled job again, as a new job.',
  effect: 'write',
  route: { method: 'POST', path: '/jobs/{job_id}/retry' },
  run: async ({ job_id }, context) => describeJob(await retryJob(job_id, context)),
})

export const jobOperations: readonly Operation[] = [listJobs, getJob, jobEvents, cancelOperation, retryOperation]
