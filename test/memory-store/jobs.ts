import { WukuError } from '@wuku/core/errors'
import type { Visibility } from '@wuku/core/core-types'
import type { Job, JobEvent, JobRequest, JobsRequest, JobStep, JobTransaction, JobView } from '@wuku/core/ports/jobs'
import { pageOf } from './pages.ts'

/** Never changed in place. */
export interface JobsState {
  /** In the order in which they were added. */
  readonly jobs: readonly KeptJob[]
  readonly shows: 'all' | ShownJobs
}

/** Jobs of these libraries, and those that make one which is shown so. */
interface ShownJobs {
  readonly libraries: ReadonlySet<number>
  readonly visibilities: readonly Visibility[]
}

interface KeptJob {
  readonly job: Job
  readonly request: JobRequest | undefined
  readonly events: readonly JobEvent[]
}

export const emptyJobs: JobsState = { jobs: [], shows: 'all' }

/** Of whatever `now` answers when it is asked. */
export const createJobView = (now: () => JobsState): JobView => ({
  list: async ({ limit, offset, ...request }) => {
    const wanted = now().jobs.filter((kept) => isShown(now(), kept, request.maker) && isWanted(kept.job, request))
    return pageOf(
      wanted.toReversed().map(({ job }) => job),
      { limit, offset },
    )
  },
  events: async ({ job: id, after, limit, maker }) => {
    const found = now().jobs.find((kept) => kept.job.id === id && isShown(now(), kept, maker))
    return found?.events.filter(({ seq }) => seq > after).slice(0, limit) ?? []
  },
  requests: async (ids) =>
    new Map(
      now().jobs.flatMap((kept) =>
        kept.request && ids.includes(kept.job.id) && isShown(now(), kept) ? [[kept.job.id, kept.request]] : [],
      ),
    ),
})

function isShown({ shows }: JobsState, { job: { library, actor }, request }: KeptJob, maker?: string): boolean {
  if (shows === 'all' || actor === maker) return true
  return library === null ? shows.visibilities.some((each) => each === request?.makes) : shows.libraries.has(library)
}

const isWanted = (
  { id, status, kind, library, finishedAt }: Job,
  request: Omit<JobsRequest, 'limit' | 'offset' | 'maker'>,
): boolean =>
  (request.ids?.includes(id) ?? true) &&
  (request.statuses?.includes(status) ?? true) &&
  (request.kinds?.includes(kind) ?? true) &&
  (request.library === undefined || request.library === library) &&
  (request.finishedBefore === undefined || (finishedAt !== null && finishedAt < request.finishedBefore))

export function createJobDesk(now: () => JobsState, set: (state: JobsState) => void): JobTransaction {
  const change = (jobs: readonly KeptJob[]): void => set({ ...now(), jobs })
  return {
    ...createJobView(now),
    add: async (drafts) => {
      for (const { request, events, ...draft } of structuredClone(drafts)) {
        if (now().jobs.some(({ job }) => job.id === draft.id))
          throw new WukuError('conflict', `There is already a job ${draft.id}.`, 'Give it another id.')
        const job = { ...draft, lastSeq: 0, finishedAt: null, isCancelling: false, result: null, error: null }
        change([...now().jobs, stepped({ job, request, events: [] }, { id: draft.id, events })])
      }
    },
    change: async (steps) => {
      for (const step of structuredClone(steps)) {
        requireJob(now(), step.id)
        change(now().jobs.map((kept) => (kept.job.id === step.id ? stepped(kept, step) : kept)))
      }
    },
    remove: async (ids) => {
      for (const id of ids) requireJob(now(), id)
      change(now().jobs.filter(({ job }) => !ids.includes(job.id)))
    },
  }
}

function stepped(kept: KeptJob, { change, events = [], dropRequest = false }: JobStep): KeptJob {
  const numbered = events.map((event, at) => ({ ...event, seq: kept.job.lastSeq + at + 1 }))
  return {
    job: { ...kept.job, ...change, lastSeq: kept.job.lastSeq + events.length },
    request: dropRequest ? undefined : kept.request,
    events: [...kept.events, ...numbered],
  }
}

function requireJob({ jobs }: JobsState, id: string): void {
  if (!jobs.some(({ job }) => job.id === id))
    throw new WukuError('not-found', `There is no job ${id}.`, '"wuku jobs" lists those that are kept.')
}
