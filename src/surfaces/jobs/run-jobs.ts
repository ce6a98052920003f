import { cancelled, isWukuError } from '../../core/errors.ts'
import type { Json } from '../../core/words.ts'
import type { Engine } from '../../engine/engine.ts'
import { callerOf } from '../../engine/jobs/start-job.ts'
import { purgeJobs, uploadPrefix } from '../../engine/jobs/purge.ts'
import { jobIn } from '../../engine/jobs/submit.ts'
import { endOf, standingOf, type Standing } from '../../engine/jobs/tell.ts'
import type { Operation } from '../../engine/operation.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Job, JobError, JobRequest, JobStep } from '../../ports/jobs.ts'
import { invoke } from '../invoke.ts'
import { followJob } from './job-desk.ts'

export interface JobRunnerInput {
  readonly engine: Engine
  readonly operations: readonly Operation[]
  readonly clock: Clock
  /** At its end what runs is stopped, and queued again for the next start. */
  readonly signal: AbortSignal
  /** How many run side by side. */
  readonly width?: number
  /** Hears of each job that has new events, or another status. */
  told(job: string): void
  /** Something failed that belongs to no job. */
  failed?(error: unknown): void
}

export interface JobRunner {
  /**
   * Looks for jobs that were added or are to be cancelled; without it they are found within a second. `changed`: one that
   * was cancelled before it began, of which others should hear.
   */
  wake(changed?: string): void
  /** A job whose work somebody else does: it is stopped when it is cancelled. Returns what ends that. */
  adopt(job: string, stop: AbortController): () => void
  /** Resolves after the signal, when nothing runs any more. */
  readonly done: Promise<void>
}

const WIDTH = 3
const LOOK_EVERY_MS = 1_000
const MOST_ATTEMPTS = 3
/** A job whose work does not stop by itself is not waited for any longer: what it would still write is refused. */
const STOP_MS = 8_000
const MINUTE_MS = 60_000

/** Runs jobs for as long as no other process does; a process that was killed is followed by the next one. */
export function startJobRunner(input: JobRunnerInput): JobRunner {
  const { engine, signal, clock, failed } = input
  const bell = createBell(clock)
  const adopted = new Map<string, AbortController>()
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await engine.alone('jobs', { signal, waiting() {} }, (place) =>
          runAll({ ...input, bell, adopted, engine: place.engine, signal: place.signal, stopped: signal }),
        )
      } catch (error) {
        if (signal.aborted) return
        failed?.(error)
        // Nobody can add a job either.
        if (isWukuError(error) && error.code === 'read-only') return
        await clock.sleep(LOOK_EVERY_MS, signal)
      }
    }
  }
  const wake = (changed?: string): void => {
    if (changed !== undefined) input.told(changed)
    bell.ring()
  }
  const adopt = (job: string, stop: AbortController): (() => void) => {
    adopted.set(job, stop)
    return () => void adopted.delete(job)
  }
  return { wake, adopt, done: work() }
}

/** Wakes who waits at it. */
interface Bell {
  ring(): void
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

function createBell(clock: Clock): Bell {
  let rung = new AbortController()
  return {
    ring: () => rung.abort(),
    async wait(milliseconds, signal) {
      await clock.sleep(milliseconds, AbortSignal.any([signal, rung.signal]))
      if (rung.signal.aborted) rung = new AbortController()
    },
  }
}

interface Running extends JobRunnerInput {
  readonly bell: Bell
  readonly adopted: ReadonlyMap<string, AbortController>
  /** The signal of the whole; `signal` is that of the lease as well. */
  readonly stopped: AbortSignal
}

interface RunningJob {
  readonly queue: string
  readonly stop: AbortController
  readonly done: Promise<void>
}

async function runAll(place: Running): Promise<void> {
  const { engine, signal, bell, clock, width = WIDTH } = place
  const running = new Map<string, RunningJob>()
  await takeUp(place)
  let purgedAt = 0
  while (!signal.aborted) {
    if (clock.now() - purgedAt > MINUTE_MS) {
      purgedAt = clock.now()
      await purgeJobs(engine)
    }
    const open = await openJobs(engine)
    for (const { id } of open.filter(({ isCancelling }) => isCancelling))
      (running.get(id)?.stop ?? place.adopted.get(id))?.abort()
    for (const job of nextOf(open, running, width)) running.set(job.id, begin(job, place, running))
    await bell.wait(LOOK_EVERY_MS, signal)
  }
  await Promise.all([...running.values()].map(({ done }) => done))
}

/** Oldest first. */
const openJobs = async (engine: Engine): Promise<readonly Job[]> =>
  (
    await engine.read((view) =>
      view.jobs.list({ statuses: ['queued', 'running'], limit: Number.MAX_SAFE_INTEGER, offset: 0 }),
    )
  ).items.toReversed()

function nextOf(open: readonly Job[], running: ReadonlyMap<string, RunningJob>, width: number): readonly Job[] {
  const busy = new Set([...running.values()].map(({ queue }) => queue))
  const next: Job[] = []
  for (const job of open) {
    if (running.size + next.length >= width) break
    if (job.status !== 'queued' || running.has(job.id) || busy.has(job.queue)) continue
    busy.add(job.queue)
    next.push(job)
  }
  return next
}

/** Jobs that ran when the process before this one ended. */
async function takeUp({ engine, told, clock, adopted }: Running): Promise<void> {
  const changed = await engine.jobs.write(async (jobs) => {
    const left = (await jobs.list({ statuses: ['queued', 'running'], limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items
    const begun = left.filter(
      ({ id, startedAt, isCancelling }) => !adopted.has(id) && (startedAt !== null || isCancelling),
    )
    await jobs.change(begun.map((job) => ({ id: job.id, ...takenUp(job, clock.now()) })))
    return begun.map(({ id }) => id)
  })
  for (const id of changed) told(id)
}

function takenUp(job: Job, at: number): Omit<JobStep, 'id'> {
  if (job.isCancelling) return ended(job, { status: 'cancelled', error: errorOf(cancelled()), result: null }, at)
  if (job.attempt < MOST_ATTEMPTS) return { change: { status: 'queued', message: 'Waiting to begin again' } }
  return ended(job, { status: 'failed', error: interrupted, result: null }, at)
}

const interrupted: JobError = {
  code: 'interrupted',
  message: `The server ended ${MOST_ATTEMPTS} times while this ran.`,
  remedy: 'See the log of the server, then retry the job.',
}

function begin(job: Job, place: Running, running: Map<string, RunningJob>): RunningJob {
  const stop = new AbortController()
  const done = runJob(job, stop.signal, place)
    .catch((error: unknown) => place.failed?.(error))
    .finally(() => {
      running.delete(job.id)
      place.bell.ring()
    })
  return { queue: job.queue, stop, done }
}

async function runJob(queued: Job, stop: AbortSignal, place: Running): Promise<void> {
  const { engine, clock, signal } = place
  const told = (): void => place.told(queued.id)
  const { job, request } = await beginAttempt(queued, place)
  told()
  if (!job) return
  const follower = followJob({ job, begun: job, jobs: engine.jobs, clock, told })
  const outcome = await attempt(request, { ...place, signal: AbortSignal.any([signal, stop]), follower })
  const now = { ...job, ...follower.standing() }
  if (place.stopped.aborted && outcome.status !== 'succeeded')
    return follower.close({ change: { status: 'queued', message: 'Stopped; begins again when the server starts' } })
  // The new holder of the jobs continues it.
  if (signal.aborted && outcome.status !== 'succeeded') return
  const end = outcome.status === 'failed' && stop.aborted ? { ...outcome, status: 'cancelled' as const } : outcome
  await follower.close({ ...ended(now, end, clock.now()), dropRequest: end.status === 'succeeded' })
  const upload = request?.input['upload']
  if (end.status === 'succeeded' && typeof upload === 'string')
    await engine.files.blobs.deleteUnder(uploadPrefix(upload))
}

interface Begun {
  /** Absent: it was cancelled meanwhile. */
  readonly job?: Job
  readonly request?: JobRequest | undefined
}

const beginAttempt = ({ id }: Job, { engine, clock }: Running): Promise<Begun> =>
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
    await jobs.change([{ id, change, events: [{ at: clock.now(), type: 'job', data: standingOf(change) }] }])
    return { job: await jobIn(jobs, id), request: (await jobs.requests([id])).get(id) }
  })

export interface Outcome {
  readonly status: 'succeeded' | 'failed' | 'cancelled'
  readonly result: Json
  readonly error: JobError | null
}

interface Attempt extends Running {
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
      job: follower.desk,
    })
    const { output } = await Promise.race([work, stoppedLate(signal, clock)])
    return { status: 'succeeded', result: output as Json, error: null }
  } catch (thrown) {
    return { status: 'failed', result: null, error: errorOf(thrown) }
  }
}

async function stoppedLate(signal: AbortSignal, clock: Clock): Promise<never> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await clock.sleep(STOP_MS)
  throw cancelled()
}

export function ended(job: Standing, { status, result, error }: Outcome, at: number): Omit<JobStep, 'id'> {
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
  if (isWukuError(thrown)) return { code: thrown.code, message: thrown.message, remedy: thrown.remedy }
  return {
    code: 'internal',
    message: 'wuku failed inside.',
    remedy: 'Try again. If the error stays, see the log of the server.',
  }
}
