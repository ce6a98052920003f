import type { JobDraft, JobEventType, NewJobEvent } from '@wuku/core/ports/jobs'

export const jobOf = (id: string, facts: Partial<JobDraft> = {}): JobDraft => ({
  id,
  kind: 'import',
  queue: id,
  status: 'queued',
  stage: 'connecting',
  percent: 0,
  message: '',
  attempt: 1,
  library: null,
  libraryName: null,
  version: null,
  actor: 'ann',
  createdAt: 1_000,
  startedAt: null,
  request: { operation: 'import-docs', input: { url: `https://${id}.example` }, caller: { sees: 'all' } },
  events: [eventOf('job')],
  ...facts,
})

export const eventOf = (type: JobEventType, data: NewJobEvent['data'] = {}, at = 1_000): NewJobEvent => ({
  at,
  type,
  data,
})
