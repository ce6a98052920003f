import { msg, tr, trCount } from '@wuku/messages/kernel'
import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import { jobKinds, jobStatuses, type Job, type JobEvent, type NewJobEvent } from '@wuku/core/ports/jobs'
import { text } from '../base/operation-shapes.ts'
import { isoTime } from '../day.ts'

const ended = ['succeeded', 'failed', 'cancelled'] as const

export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean => ended.some((each) => each === status)

export const jobShape = z.strictObject({
  job_id: z.string(),
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  stage: z.string().describe('connecting, waiting, downloading, indexing, enriching, switching, completed.'),
  percent: z.number().int().min(0).max(100),
  message: text,
  attempt: z.number().int(),
  library_id: z.number().int().nullable(),
  library: z.string().nullable(),
  version: z.string().nullable(),
  actor: z.string().describe('User who started it.'),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  result: z.unknown().describe('Output of the operation.'),
  error: z.strictObject({ code: z.string(), message: text, remedy: text }).nullable(),
})
export type JobOutput = z.output<typeof jobShape>

export const describeJob = (job: Job): JobOutput => ({
  job_id: job.id,
  kind: job.kind,
  status: job.status,
  stage: job.stage,
  percent: job.percent,
  message: job.message,
  attempt: job.attempt,
  library_id: job.library,
  library: job.libraryName,
  version: job.version,
  actor: job.actor,
  created_at: new Date(job.createdAt).toISOString(),
  started_at: isoTime(job.startedAt),
  finished_at: isoTime(job.finishedAt),
  result: job.result,
  error: job.error,
})

export const eventShape = z.strictObject({
  id: z.number().int().describe('From 1, without gaps.'),
  event: z.enum(['job', 'progress', 'file', 'warning', 'completed', 'failed', 'cancelled']),
  data: z.record(z.string(), z.unknown()),
})

export const describeEvent = (job: string, { seq, type, data }: JobEvent): z.output<typeof eventShape> => ({
  id: seq,
  event: type,
  data: { job_id: job, seq, ...data },
})

/** How far a job is, as events say it. */
export type JobState = Pick<Job, 'status' | 'stage' | 'percent' | 'message'>

export const jobStateOf = ({ status, stage, percent, message }: JobState): { readonly [key: string]: Json } => ({
  status,
  stage,
  percent,
  message,
})

/** The last event of a job. */
export const endOf = (job: JobState & Pick<Job, 'result' | 'error'>, at: number): NewJobEvent => ({
  at,
  type: job.status === 'succeeded' ? 'completed' : job.status === 'cancelled' ? 'cancelled' : 'failed',
  data: { ...jobStateOf(job), result: job.result, error: job.error && { ...job.error } },
})

export function jobText(job: JobOutput): string {
  const about =
    job.library === null
      ? ''
      : tr(msg('of', { library: job.library, value: job.version === null ? '' : ` ${job.version}` }))
  const tries = job.attempt > 1 ? `, ${trCount(job.attempt, 'attempt')}` : ''
  const failed = job.error === null ? '' : `\n  ${tr(job.error.message)} ${tr(job.error.remedy)}`.trimEnd()
  return `${job.job_id}  ${job.kind}${about}: ${job.status}, ${job.percent}%${tries}. ${tr(job.message)}${failed}`.trimEnd()
}
