import type { Text } from '@wuku/messages/message'
import type { Json, Visibility } from '../core-types.ts'
import type { ErrorTexts } from '../errors.ts'
import type { Page } from './pads.ts'

/** Long work of a server: its request, its progress and all of its events. Kept for a day after its end. */
export interface JobView {
  /** Newest first. */
  list(request: JobsRequest): Promise<Page<Job>>
  /** In their order. */
  events(request: JobEventsRequest): Promise<readonly JobEvent[]>
  /** Requests of jobs, as far as they are kept. */
  requests(ids: readonly string[]): Promise<ReadonlyMap<string, JobRequest>>
}

export interface JobTransaction extends JobView {
  /** Ids must be new. */
  add(drafts: readonly JobDraft[]): Promise<void>
  /** Each job must be there. Events get the numbers after the last one of their job. */
  change(steps: readonly JobStep[]): Promise<void>
  /** With their events and requests. */
  remove(ids: readonly string[]): Promise<void>
}

export const jobKinds = ['upload', 'import', 'refresh', 'retry', 'index', 'embed'] as const
export type JobKind = (typeof jobKinds)[number]

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

export interface Job {
  readonly id: string
  readonly kind: JobKind
  /** Jobs of one queue go in turn; different queues side by side. */
  readonly queue: string
  readonly status: JobStatus
  readonly stage: string
  /** 0 to 100. */
  readonly percent: number
  readonly message: Text
  /** From 1; grows with each new beginning. */
  readonly attempt: number
  readonly library: number | null
  readonly libraryName: string | null
  readonly version: string | null
  /** Id of the user that asked for it. */
  readonly actor: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** Somebody asked for its end while it ran. */
  readonly isCancelling: boolean
  readonly result: Json
  readonly error: JobError | null
  /** Number of its last event; 0 when there is none. */
  readonly lastSeq: number
}

export interface JobError extends ErrorTexts {
  readonly code: string
}

export interface JobRequest {
  readonly operation: string
  readonly input: { readonly [key: string]: Json }
  readonly caller: { readonly [key: string]: Json }
  /** Visibility of the library that it makes: those who will see it see the job. Absent: it makes none. */
  readonly makes?: Visibility
}

export interface JobDraft extends Omit<Job, 'lastSeq' | 'finishedAt' | 'isCancelling' | 'result' | 'error'> {
  readonly request: JobRequest
  readonly events: readonly NewJobEvent[]
}

export interface JobStep {
  readonly id: string
  /** Only what is named changes. */
  readonly change?: Partial<Omit<Job, 'id' | 'kind' | 'actor' | 'createdAt' | 'lastSeq'>>
  readonly events?: readonly NewJobEvent[]
  /** Nobody will begin it again. */
  readonly dropRequest?: boolean
}

export type JobEventType = 'job' | 'progress' | 'file' | 'warning' | 'completed' | 'failed' | 'cancelled'

export interface NewJobEvent {
  readonly at: number
  readonly type: JobEventType
  readonly data: { readonly [key: string]: Json }
}

export interface JobEvent extends NewJobEvent {
  /** From 1, without gaps. */
  readonly seq: number
}

export interface JobsRequest {
  readonly ids?: readonly string[]
  readonly statuses?: readonly JobStatus[]
  readonly kinds?: readonly JobKind[]
  readonly library?: number
  readonly finishedBefore?: number
  /** Jobs of this user show also where their library does not. */
  readonly maker?: string
  readonly limit: number
  readonly offset: number
}

export interface JobEventsRequest extends Pick<JobsRequest, 'maker'> {
  readonly job: string
  readonly after: number
  readonly limit: number
}
