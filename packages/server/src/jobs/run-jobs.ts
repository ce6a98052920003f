import { isWukuError } from '@wuku/core/errors'
import { createFairTurns, type FairTurns } from '@wuku/core/fair-queue'
import { isOwner } from '@wuku/kernel/base/caller'
import { purgeJobs, sweepOriginals } from '@wuku/kernel/jobs/purge'
import type { Job } from '@wuku/core/ports/jobs'
import type { StoreView } from '@wuku/core/ports/store'
import { createBell } from '../bell.ts'
import { isLeft, runJob, recoverJob, type JobPlace } from './run-job.ts'

export interface JobRunnerInput extends Pick<JobPlace, 'engine' | 'operations' | 'clock'> {
  /** At its end what runs is stopped, and queued again for the next start. */
  readonly signal: AbortSignal
  /** Number of jobs that run side by side; 0: none, and it only reports on jobs. */
  readonly width?: number
  /** Milliseconds of running jobs that a user may take in a minute before jobs of all others go first; default 0, no limit. */
  readonly budget?: number
  /** Hears of each job that has new events, or another status, whichever process runs it. */
  notify(job: string): void
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
const POLL_INTERVAL_MS = 1_000
/** A queue that another process works on may be free without a word: that process may have been killed. */
const ASK_AGAIN_MS = 5_000
const MINUTE_MS = 60_000

/** Jobs of a queue are worked on under it. */
export const queueLease = (queue: string): string => `jobs:${queue}`

/** Runs jobs, as other processes may at the same time; one alone works on a queue. Another one, or the next, takes over from a killed process. */
export function startJobRunner(input: JobRunnerInput): JobRunner {
  const bell = createBell(input.clock)
  const adopted = new Map<string, AbortController>()
  const turns = createFairTurns({
    share: 1,
    reserve: 1,
    shareOverBudget: 1,
    budget: input.budget ?? 0,
    now: () => input.clock.now(),
    isExempt: isOwner,
  })
  const place = { ...input, bell, adopted, turns, running: new Map(), remoteQueues: new Map(), seen: new Map() }
  const wake = (changed?: string): void => {
    if (changed !== undefined) input.notify(changed)
    bell.ring()
  }
  const adopt = (job: string, stop: AbortController): (() => void) => {
    adopted.set(job, stop)
    return () => void adopted.delete(job)
  }
  return { wake, adopt, done: runAll(place) }
}

interface Running extends JobRunnerInput {
  readonly bell: ReturnType<typeof createBell>
  readonly turns: FairTurns
  readonly adopted: ReadonlyMap<string, AbortController>
  /** Work of this process, by the id of the job. */
  readonly running: Map<string, RunningJob>
  /** Queues that others worked on, and when that was seen. */
  readonly remoteQueues: Map<string, number>
  /** Open jobs, as they were last seen. */
  readonly seen: Map<string, Job>
}

interface RunningJob {
  readonly queue: string
  readonly actor: string
  readonly stop: AbortController
  /** It is only seen to, and takes the place of no other. */
  readonly isBrief: boolean
  readonly done: Promise<void>
}

async function runAll(place: Running): Promise<void> {
  const { bell, signal, failed, running, clock, width = WIDTH } = place
  let purgedAt = 0
  let polledAt = clock.now()
  let sweep: Promise<void> | undefined
  while (!signal.aborted) {
    try {
      if (width > 0 && clock.now() - purgedAt > MINUTE_MS) {
        // It may read documents again: jobs do not wait for it.
        sweep = sweepOriginals(place.engine, purgedAt === 0 ? 'with-folders' : 'notes-only').catch(failed)
        purgedAt = clock.now()
        await purgeJobs(place.engine)
      }
      await poll(place, clock.now() - polledAt)
      polledAt = clock.now()
    } catch (error) {
      if (signal.aborted) break
      failed?.(error)
      // Nobody can add a job either.
      if (isWukuError(error) && error.code === 'read-only') break
    }
    await bell.wait(signal, POLL_INTERVAL_MS)
  }
  await Promise.all([sweep, ...running.values().map(({ done }) => done)])
}

/** `since`: milliseconds from the look before. */
async function poll(place: Running, since: number): Promise<void> {
  const { engine, running, adopted, width = WIDTH } = place
  // Oldest first.
  const open = (await engine.read(openJobs)).toReversed()
  countTurns(open, place, since)
  notifyChanges(open, place)
  for (const { id } of open.filter(({ isCancelling }) => isCancelling))
    (running.get(id)?.stop ?? adopted.get(id))?.abort()
  if (width === 0) return
  for (const job of leftJobs(open, place)) begin(job, place, (_stop, own) => recoverJob(job.id, own), true)
  for (const job of nextJobs(open, place)) begin(job, place, (stop, own) => runJob(job, stop, own))
}

/** Newest first. */
export const openJobs = async ({ jobs }: Pick<StoreView, 'jobs'>): Promise<readonly Job[]> =>
  (await jobs.list({ statuses: ['queued', 'running'], limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items

/** Changes by this process are left out: its work reports them. */
function notifyChanges(open: readonly Job[], { seen, running, adopted, remoteQueues, notify }: Running): void {
  const now = new Map(open.map((job) => [job.id, job]))
  for (const [id, before] of seen) {
    const job = now.get(id)
    if (job?.status !== before.status) remoteQueues.delete(before.queue)
    const isOwn = running.has(id) || adopted.has(id)
    if (!isOwn && (job?.status !== before.status || job.lastSeq !== before.lastSeq)) notify(id)
  }
  seen.clear()
  for (const [id, job] of now) seen.set(id, job)
}

/** Jobs that no process works on any more, as far as it is known. */
const leftJobs = (open: readonly Job[], place: Running): readonly Job[] =>
  open.filter((job) => isLeft(job) && isFree(job, place) && !place.adopted.has(job.id))

/** Work of other instances counts too: they all see the same jobs. */
function countTurns(open: readonly Job[], { seen, running, turns }: Running, since: number): void {
  for (const { id, actor, status } of open) {
    if (status !== 'running') continue
    turns.spend(actor, since)
    if (!running.has(id) && seen.get(id)?.status !== 'running') turns.begin(actor)
  }
}

/** By turns of users, the oldest of a user in each queue first, while there is room. */
function nextJobs(open: readonly Job[], place: Running): readonly Job[] {
  const { running, turns, width = WIDTH } = place
  const busy = new Set(open.filter((job) => isLeft(job)).map(({ queue }) => queue))
  const atWork = new Map(open.filter(({ status }) => status === 'running').map(({ id, actor }) => [id, actor]))
  const own = [...running].filter(([, { isBrief }]) => !isBrief)
  for (const [id, { actor }] of own) atWork.set(id, actor)
  const next: Job[] = []
  for (let free = width - own.length; free > 0; free--) {
    const waiting = new Map<string, Job>()
    for (const job of open)
      if (!busy.has(job.queue) && !waiting.has(job.actor) && isFree(job, place)) waiting.set(job.actor, job)
    const working = (user: string): number => [...atWork.values()].filter((actor) => actor === user).length
    const job = waiting.get(turns.pick(waiting.keys(), { free, working }) ?? '')
    if (!job) break
    turns.begin(job.actor)
    busy.add(job.queue)
    atWork.set(job.id, job.actor)
    next.push(job)
  }
  return next
}

/** Nobody here works on its queue, and nobody elsewhere did a moment ago. */
function isFree({ queue }: Job, { running, remoteQueues, clock }: Running): boolean {
  const seenAt = remoteQueues.get(queue) ?? -Infinity
  return clock.now() - seenAt >= ASK_AGAIN_MS && !running.values().some((each) => each.queue === queue)
}

type QueueWork = (stop: AbortSignal, own: JobPlace) => Promise<void>

function begin(job: Job, place: Running, work: QueueWork, isBrief = false): void {
  const { running, failed } = place
  const stop = new AbortController()
  const done = runExclusively(job.queue, place, (own) => work(stop.signal, own))
    .catch((error: unknown) => failed?.(error))
    .finally(() => running.delete(job.id))
  running.set(job.id, { queue: job.queue, actor: job.actor, stop, isBrief, done })
}

/** Not at all where another process works on the queue. */
async function runExclusively(queue: string, place: Running, work: (own: JobPlace) => Promise<void>): Promise<void> {
  const { engine, signal: stopped, remoteQueues, clock, bell } = place
  const busy = new AbortController()
  const signal = AbortSignal.any([stopped, busy.signal])
  try {
    await engine.runExclusive(queueLease(queue), { signal, waiting: () => busy.abort() }, async (lease) => {
      if (!signal.aborted) await work({ ...place, engine: lease.engine, signal: lease.signal, stopped })
    })
  } catch (error) {
    if (!signal.aborted || !isWukuError(error) || error.code !== 'cancelled') throw error
  }
  if (busy.signal.aborted) remoteQueues.set(queue, clock.now())
  else bell.ring()
}
