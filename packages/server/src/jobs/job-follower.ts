import type { EngineJobs } from '@wuku/kernel/base/parts/engine-stores'
import { jobStateOf, type JobState } from '@wuku/kernel/jobs/job-output'
import type { JobReporter, Progress } from '@wuku/kernel/base/caller'
import type { Clock } from '@wuku/core/ports/clock'
import type { Job, JobKind, JobStep, NewJobEvent } from '@wuku/core/ports/jobs'

/** In order; any may be skipped. */
const stages = ['connecting', 'waiting', 'downloading', 'indexing', 'enriching', 'switching', 'completed'] as const

/** Each write waits for the disk, and nobody reads faster than this. */
const EVERY_MS = 250
/** Only an ended job says 100. */
const MAX_PERCENT = 99

/** Follows one attempt of a job: events are written down in order, and then sent. */
export interface JobFollower {
  readonly reporter: JobReporter
  progress(step: Progress): void
  /** As it was last said. */
  state(): JobState
  /** Writes what is left, then this. */
  close(last: Omit<JobStep, 'id'>): Promise<void>
}

export interface FollowedJob {
  readonly job: Pick<Job, 'id' | 'kind'> & JobState
  readonly jobs: EngineJobs
  readonly clock: Pick<Clock, 'now' | 'every'>
  /** Called after a write. */
  notify(): void
}

export function followJob({ job, jobs, clock, notify }: FollowedJob): JobFollower {
  let now: JobState = job
  let waiting: NewJobEvent[] = []
  let change: NonNullable<JobStep['change']> = {}
  let writing = Promise.resolve()
  let isStopped = false
  const write = async (step: Omit<JobStep, 'id'>): Promise<void> => {
    await jobs.write((transaction) => transaction.change([{ id: job.id, ...step }]))
    notify()
  }
  const flush = (): void => {
    if (waiting.length === 0 && Object.keys(change).length === 0) return
    const step = { change, events: waiting }
    change = {}
    waiting = []
    // A store that refuses means that another process has the jobs: the work itself will hear of it.
    writing = writing.then(() => write(step)).catch(() => {})
  }
  const addEvent = (type: NewJobEvent['type'], data: NewJobEvent['data']): void => {
    if (!isStopped) waiting.push({ at: clock.now(), type, data })
  }
  const stop = clock.every(EVERY_MS, flush)
  return {
    state: () => now,
    progress(step) {
      const next = advanced(now, step, job.kind)
      if (next.stage === now.stage && next.percent === now.percent && String(next.message) === String(now.message))
        return
      const isNewStage = next.stage !== now.stage
      now = next
      change = { ...change, stage: next.stage, percent: next.percent, message: next.message }
      // The last of several steps that wait to be written says it all.
      if (!isNewStage && waiting.at(-1)?.type === 'progress') waiting.pop()
      addEvent('progress', { ...jobStateOf(next), done: step.done, total: step.total ?? null })
      if (isNewStage) flush()
    },
    reporter: {
      id: job.id,
      about({ library, name, version }) {
        change = {
          ...change,
          ...(library !== undefined && { library }),
          ...(name !== undefined && { libraryName: name }),
          ...(version !== undefined && { version }),
        }
      },
      file: (outcome) => addEvent('file', { ...outcome }),
      warn: (message) => addEvent('warning', { message }),
    },
    async close(last) {
      stop()
      flush()
      isStopped = true
      await writing
      await write(last)
    },
  }
}

/** Stages and percents never go back. */
function advanced(now: JobState, step: Progress, kind: JobKind): JobState {
  const stageIndex = indexOf(stageOf(step.stage, kind))
  const stage = stages[Math.max(indexOf(now.stage), Math.min(stageIndex, stages.length - 2))] ?? now.stage
  const share = step.percent ?? (step.total ? Math.floor((100 * step.done) / step.total) : 0)
  return {
    status: now.status,
    stage,
    percent: Math.max(now.percent, Math.min(MAX_PERCENT, Math.floor(share))),
    message: step.said,
  }
}

const indexOf = (stage: string): number => stages.findIndex((each) => each === stage)

/** Index runs and vectors have stages of their own. */
const stageOf = (stage: string, kind: JobKind): string =>
  indexOf(stage) >= 0 ? stage : kind === 'embed' ? 'enriching' : 'indexing'
