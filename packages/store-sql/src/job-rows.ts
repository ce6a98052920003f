import type { Json } from '@wuku/core/core-types'
import type {
  Job,
  JobDraft,
  JobError,
  JobEvent,
  JobEventType,
  JobKind,
  JobStatus,
  JobStep,
} from '@wuku/core/ports/jobs'
import { WukuError } from '@wuku/core/errors'
import type { ParseStored } from './stored-rows.ts'

export interface JobRow {
  readonly number: number
  readonly id: string
  readonly kind: JobKind
  readonly queue: string
  readonly status: JobStatus
  readonly stage: string
  readonly percent: number
  readonly message: string
  readonly attempt: number
  readonly library: number | null
  readonly library_name: string | null
  readonly version: string | null
  readonly actor: string
  readonly created_at: number
  readonly started_at: number | null
  readonly finished_at: number | null
  /** A number where a store has no flags. */
  readonly is_cancelling: boolean | number
  readonly result: string
  readonly error: string | null
  readonly last_seq: number
}

export const toJob = (row: JobRow, parse: ParseStored): Job => ({
  id: row.id,
  kind: row.kind,
  queue: row.queue,
  status: row.status,
  stage: row.stage,
  percent: row.percent,
  message: row.message,
  attempt: row.attempt,
  library: row.library,
  libraryName: row.library_name,
  version: row.version,
  actor: row.actor,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  isCancelling: Boolean(row.is_cancelling),
  result: parse<Json>(row.result),
  error: row.error === null ? null : parse<JobError>(row.error),
  lastSeq: row.last_seq,
})

export const toNewRow = (draft: JobDraft): Omit<JobRow, 'number'> => ({
  id: draft.id,
  kind: draft.kind,
  queue: draft.queue,
  status: draft.status,
  stage: draft.stage,
  percent: draft.percent,
  message: draft.message,
  attempt: draft.attempt,
  library: draft.library,
  library_name: draft.libraryName,
  version: draft.version,
  actor: draft.actor,
  created_at: draft.createdAt,
  started_at: draft.startedAt,
  finished_at: null,
  is_cancelling: false,
  result: 'null',
  error: null,
  last_seq: 0,
})

/** Columns of what changes, by name. */
export function toChangedRow(change: NonNullable<JobStep['change']>): Partial<JobRow> {
  const { libraryName, startedAt, finishedAt, isCancelling, result, error, ...same } = change
  return {
    ...same,
    ...(libraryName !== undefined && { library_name: libraryName }),
    ...(startedAt !== undefined && { started_at: startedAt }),
    ...(finishedAt !== undefined && { finished_at: finishedAt }),
    ...(isCancelling !== undefined && { is_cancelling: isCancelling }),
    ...(result !== undefined && { result: JSON.stringify(result) }),
    ...(error !== undefined && { error: error === null ? null : JSON.stringify(error) }),
  }
}

export interface JobEventRow {
  readonly seq: number
  readonly at: number
  readonly type: JobEventType
  readonly data: string
}

export const toEvent = ({ data, ...row }: JobEventRow, parse: ParseStored): JobEvent => ({
  seq: row.seq,
  at: row.at,
  type: row.type,
  data: parse<JobEvent['data']>(data),
})

export const jobExists = (id: string): WukuError =>
  new WukuError('conflict', `There is already a job ${id}.`, 'Give it another id.')

export const unknownJob = (id: string): WukuError =>
  new WukuError('not-found', `There is no job ${id}.`, '"wuku jobs" lists those that are kept.')
