import type { paths } from '../../schema.d.ts'
import { api, told, type Answer } from '../api/client.ts'

export const jobKinds = ['upload', 'import', 'refresh', 'retry', 'index', 'embed'] as const
export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobKind = (typeof jobKinds)[number]
export type JobStatus = (typeof jobStatuses)[number]

/** Long work of the server, as `get-job` tells it. */
export type Job = Answer<'/api/v1/jobs'>['list'][number] & {
  /** Told of one job alone, to who may know. */
  readonly asked?: { readonly operation: string; readonly input: unknown } | null
}

export interface JobEvent {
  readonly id: number
  readonly event: 'job' | 'progress' | 'file' | 'warning' | 'completed' | 'failed' | 'cancelled'
  readonly data: Readonly<Record<string, unknown>>
}

/** What became of a file of an upload. */
export interface FileOutcome {
  readonly path: string
  readonly status: 'completed' | 'failed' | 'unchanged'
  readonly chunks: number
  readonly error: string | null
}

type JobsQuery = NonNullable<paths['/api/v1/jobs']['get']['parameters']['query']>

export const listJobs = async (query: JobsQuery, signal: AbortSignal): Promise<{ list: Job[]; total: number }> =>
  told(api.GET('/api/v1/jobs', { params: { query }, signal }))

export const getJob = async (job: string, signal: AbortSignal): Promise<Job> =>
  (await told(api.GET('/api/v1/jobs/{job}', { params: { path: { job } }, signal }))) as Job

export const cancelJob = async (job: string): Promise<Job> =>
  jobIn(await told(api.POST('/api/v1/jobs/{job}/cancel', { params: { path: { job } } })))

export const retryJob = async (job: string): Promise<Job> =>
  jobIn(await told(api.POST('/api/v1/jobs/{job}/retry', { params: { path: { job } } })))

/** Starts long work, whatever operation it is, and does not wait for its end. */
export const startJob = async (operation: string, input: object): Promise<Job> => {
  const answer = await told(
    api.POST('/api/v1/operations/{name}', {
      params: { path: { name: 'start-job' } },
      body: { operation, input },
    }),
  )
  return answer as unknown as Job
}

const jobIn = (answer: unknown): Job => (answer as { readonly job: Job }).job

export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean => status !== 'queued' && status !== 'running'

export const isEnd = (event: JobEvent['event']): boolean =>
  event === 'completed' || event === 'failed' || event === 'cancelled'
