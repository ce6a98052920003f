import { once } from 'node:events'
import { msg } from '@wuku/messages/server'
import { cancelled, isWukuError } from '@wuku/core/errors'
import type { Json } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { uploadPrefix } from '@wuku/kernel/jobs/purge'
import { callerOf } from '@wuku/kernel/jobs/start-job'
import { jobIn } from '@wuku/kernel/jobs/submit'
import { endOf, hasEnded, jobStateOf, type JobState } from '@wuku/kernel/jobs/job-output'
import type { Operation } from '@wuku/kernel/base/operation'
import type { Clock } from '@wuku/core/ports/clock'
import type { Job, JobError, JobRequest, JobStep } from '@wuku/core/ports/jobs'
import { invoke } from '@wuku/kernel/invoke/invoke'
import { followJob } from './job-follower.ts'

const MAX_ATTEMPTS = 3
/** A job whose work does not stop by itself is not waited for any longer: what it would still write is refused. */
const STOP_MS = 8_000

/** Tools of work on one job, under the lease of its queue. */
export interface JobPlace {
  readonly engine: Engine
  readonly operations: readonly Operation[]
  readonly clock: Clock
  /** Aborted when the server stops, and when the lease is lost. */
  readonly signal: AbortSignal
  /** Aborted when the server stops. */
  readonly stopped: AbortSignal
  notify(job: string): void
}

/** While nobody works on it, it waits for somebody who says what becomes of it. */
export const isLeft = (job: Job): boolean =>
  !hasEnded(job) &&
  (job.status === 'running' || job.isCancelling || (job.startedAt !== null && job.attempt >= MAX_ATTEMPTS))

/** For the holder of its queue: it ran when the process of an earlier one ended. */
export async function recoverJob(id: string, { engine, clock, notify }: JobPlace): Promise<void> {
  await engine.jobs.write(async (jobs) => {
    const job = await jobIn(jobs, id)
    if (isLeft(job)) await jobs.change([{ id, ...recoveryStep(job, clock.now()) }])
  })
  notify(id)
}

function recoveryStep(job: Job, at: number): Omit<JobStep, 'id'> {
  if (job.isCancelling) return ended(job, { status: 'cancelled', error: errorOf(cancelled()), result: null }, at)
  if (job.attempt < MAX_ATTEMPTS) return { change: { status: 'queued', message: 'Waiting to begin again' } }
  return ended(job, { status: 'failed', error: interrupted, result: null }, at)
}

const interrupted: JobError = {
  code: 'interrupted',
  message: msg('endedWhileThisRan', { attempts: MAX_ATTEMPTS }),
  remedy: 'See the log of the server, then retry the job.',
}

export async function runJob(queued: Job, stop: AbortSignal, place: JobPlace): Promise<void> {
  const { engine, clock, signal } = place
  const notify = (): void => place.notify(queued.id)
  const { job, request } = await beginAttempt(queued, place)
  notify()
  if (!job) return
  const follower = followJob({ job, jobs: engine.jobs, clock, notify })
  const outcome = await attempt(request, { ...place, signal: AbortSignal.any([signal, stop]), follower })
  if (place.stopped.aborted && outcome.status !== 'succeeded')
    return follower.close({ change: { status: 'queued', message: 'Stopped; begins again when the server starts' } })
  // The new holder of the queue continues it.
  if (signal.aborted && outcome.status !== 'succeeded') return
  const end = outcome.status === 'failed' && stop.aborted ? { ...outcome, status: 'cancelled' as const } : outcome
  await follower.close({ ...ended(follower.state(), end, clock.now()), dropRequest: end.status === 'succeeded' })
  const upload = request?.input['upload']
  if (end.status === 'succeeded' && typeof upload === 'string')
    await engine.files.blobs.deleteUnder(uploadPrefix(upload))
}

interface StartedAttempt {
  /** Absent: it was cancelled meanwhile. */
  readonly job?: Job
  readonly request?: JobRequest | undefined
}

const beginAttempt = ({ id }: Job, { engine, clock }: JobPlace): Promise<StartedAttempt> =>
  engine.jobs.write(async (jobs) => {
    const job = await jobIn(jobs, id)
    if (job.status !== 'queued') return {}
    const attemptNow = job.startedAt === null ? job.attempt : job.attempt + 1
    const change = {
      status: 'running',
      stage: 'connecting',
      percent: 0,
      message: 'Started',
      attempt: attemptNow,
      startedAt: clock.now(),
    } as const
    await jobs.change([{ id, change, events: [{ at: clock.now(), type: 'job', data: jobStateOf(change) }] }])
    return { job: await jobIn(jobs, id), request: (await jobs.requests([id])).get(id) }
  })

export interface Outcome {
  readonly status: 'succeeded' | 'failed' | 'cancelled'
  readonly result: Json
  readonly error: JobError | null
}

interface Attempt extends JobPlace {
  readonly follower: ReturnType<typeof followJob>
}

async function attempt(request: JobRequest | undefined, place: Attempt): Promise<Outcome> {
  const { engine, operations, signal, follower, clock } = place
  try {
    const operation = operations.find(({ name }) => name === request?.operation)
    if (!request || !operation) return { status: 'failed', result: null, error: interrupted }
    const work = invoke(operation, request.input, {
      surface: 'rest',
      engine: async () => engine,
      caller: callerOf(request.caller),
      signal,
      progress: follower.progress,
      job: follower.reporter,
    })
    const { output } = await Promise.race([work, stoppedLate(signal, clock)])
    return { status: 'succeeded', result: output as Json, error: null }
  } catch (thrown) {
    return { status: 'failed', result: null, error: errorOf(thrown) }
  }
}

async function stoppedLate(signal: AbortSignal, clock: Clock): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  await clock.sleep(STOP_MS)
  throw cancelled()
}

export function ended(job: JobState, { status, result, error }: Outcome, at: number): Omit<JobStep, 'id'> {
  const isDone = status === 'succeeded'
  const change = {
    status,
    result,
    error,
    finishedAt: at,
    message: isDone ? 'Done' : (error?.message ?? ''),
    ...(isDone && { stage: 'completed', percent: 100 }),
  }
  return { change, events: [endOf({ ...job, ...change }, at)] }
}

export function errorOf(thrown: unknown): JobError {
  if (isWukuError(thrown)) return { code: thrown.code, ...thrown.texts }
  return {
    code: 'internal',
    message: 'wuku failed inside.',
    remedy: 'Try again. If the error stays, see the log of the server.',
  }
}
