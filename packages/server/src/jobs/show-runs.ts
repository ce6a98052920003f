import { msg } from '@wuku/messages/server'
import type { Json } from '@wuku/core/core-types'
import type { Progress } from '@wuku/kernel/base/caller'
import { jobStateOf } from '@wuku/kernel/jobs/job-output'
import type { ShowRun } from '@wuku/kernel/base/parts/index-runs'
import { newUlid } from '@wuku/kernel/ulid'
import type { JobDraft } from '@wuku/core/ports/jobs'
import { followJob, type JobFollower } from './job-follower.ts'
import { ended, errorOf, type JobPlace, type Outcome } from './run-job.ts'
import { queueLease, type JobRunner } from './run-jobs.ts'

/** The actor of jobs that show runs of watches. */
export const WATCH = 'watch'

/** A run that takes longer is shown while it goes on. */
const SHOW_AFTER_MS = 1_500

export interface ShownRunsInput extends Pick<JobRunner, 'adopt'>, Pick<JobPlace, 'engine' | 'clock' | 'notify'> {
  /** The server stops: what runs begins again with the next one. */
  readonly signal: AbortSignal
  /** A job could not be written; the run goes on. */
  failed(error: unknown): void
}

/** Shows runs of watches as jobs: those that change something, and those that have much to read while they read it. */
export const showRuns =
  (input: ShownRunsInput): ShowRun =>
  async (source, run) => {
    const shown = createShownRun(source, input)
    try {
      const { report, isChanged } = await run(shown)
      await shown.end({ status: 'succeeded', result: report as unknown as Json, error: null }, isChanged)
      return report
    } catch (thrown) {
      const status = shown.signal.aborted ? 'cancelled' : 'failed'
      await shown.end({ status, result: null, error: errorOf(thrown) }, false)
      throw thrown
    }
  }

function createShownRun(source: string, input: ShownRunsInput) {
  const { engine, clock, signal: stopped, notify, failed } = input
  const draft = draftOf(source, clock.now())
  const stop = new AbortController()
  const { id } = draft
  const over = Promise.withResolvers<void>()
  let opening: Promise<JobFollower | undefined> | undefined
  let shown: Promise<void> | undefined
  /** Under the lease of its queue, so that no other process takes it for one that was left behind. */
  const open = (): Promise<JobFollower> =>
    new Promise((resolve, reject) => {
      shown = engine
        .runExclusive(queueLease(draft.queue), { signal: new AbortController().signal, waiting() {} }, async (own) => {
          const release = input.adopt(id, stop)
          try {
            await own.engine.jobs.write((jobs) => jobs.add([draft]))
            notify(id)
            resolve(followJob({ job: draft, jobs: own.engine.jobs, clock, notify: () => notify(id) }))
            await over.promise
          } finally {
            release()
          }
        })
        .catch(reject)
    })
  const close = async (outcome: Outcome, always: boolean): Promise<void> => {
    const follower = await opening
    if (follower && stopped.aborted && outcome.status !== 'succeeded')
      return follower.close({ change: { status: 'queued', message: 'Stopped; it begins again with the server' } })
    const dropRequest = !follower || outcome.status === 'succeeded'
    const end = { ...ended(follower?.state() ?? draft, outcome, clock.now()), dropRequest }
    if (follower) return follower.close(end)
    if (!always) return
    await engine.jobs.write(async (jobs) => {
      await jobs.add([draft])
      await jobs.change([{ id, ...end }])
    })
    notify(id)
  }
  return {
    signal: stop.signal,
    progress(step: Progress): void {
      // Listing takes its time as well, and mostly finds nothing to do.
      if (step.total && clock.now() - draft.createdAt > SHOW_AFTER_MS)
        opening ??= open().catch((error: unknown) => void failed(error))
      void opening?.then((follower) => follower?.progress(step))
    },
    /** `always`: also when it was over in a moment. */
    async end(outcome: Outcome, always: boolean): Promise<void> {
      await close(outcome, always).catch(failed)
      over.resolve()
      await shown
    },
  }
}

function draftOf(source: string, at: number): JobDraft {
  const id = newUlid(at)
  const initialState = {
    status: 'running',
    stage: 'indexing',
    percent: 0,
    message: msg('changesOf', { source }),
  } as const
  return {
    id,
    kind: 'index',
    queue: id,
    ...initialState,
    attempt: 1,
    library: null,
    libraryName: null,
    version: null,
    actor: WATCH,
    createdAt: at,
    startedAt: at,
    request: { operation: 'index', input: { sources: [source] }, caller: { client: WATCH, sees: 'all', actor: WATCH } },
    events: [{ at, type: 'job', data: jobStateOf(initialState) }],
  }
}
