import { hash } from 'node:crypto'
import type { JobOutput } from '@wuku/kernel/jobs/job-output'
import type { HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import { eventStream, lastEventOf } from './sse.ts'
import { runOperation } from './watch-job.ts'

const tag = 'jobs'
const oneJob = '/api/v1/jobs/{job}'
const text = { type: 'string' } as const
const positiveInteger = { type: 'integer', minimum: 1 } as const

const object = (properties: Readonly<Record<string, typeof text | typeof positiveInteger>>) => ({
  type: 'object',
  properties,
  additionalProperties: false,
})

export const jobRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/jobs',
    level: 'read',
    changes: false,
    description: {
      tag,
      title: 'List jobs',
      query: object({ status: text, kind: text, library: text, page: positiveInteger, page_size: positiveInteger }),
    },
    answer: async (request, context) => ({
      body: await runOperation<object>('list-jobs', numbersIn(request.query), request, context),
    }),
  },
  {
    method: 'GET',
    path: oneJob,
    level: 'read',
    changes: false,
    description: { tag, title: 'Show a job' },
    answer: async (request, context) => {
      const found = await jobOf(request, context)
      return { body: found, etag: etagOf(found) }
    },
  },
  {
    method: 'POST',
    path: `${oneJob}/cancel`,
    level: 'write',
    changes: true,
    description: { tag, title: 'Cancel a job', status: 202 },
    answer: async (request, context) => {
      const cancelled = await runOperation<JobOutput>('cancel-job', { job_id: idOf(request) }, request, context)
      context.backend.wake({ type: 'cancel', job: cancelled.job_id })
      return { status: 202, headers: at(cancelled), body: { job: cancelled } }
    },
  },
  {
    method: 'POST',
    path: `${oneJob}/retry`,
    level: 'write',
    changes: true,
    description: { tag, title: 'Retry a failed or cancelled job', status: 202 },
    answer: async (request, context) => {
      const again = await runOperation<JobOutput>('retry-job', { job_id: idOf(request) }, request, context)
      context.backend.wake({ type: 'jobs' })
      return { status: 202, headers: at(again), body: { job: again } }
    },
  },
  {
    method: 'GET',
    path: `${oneJob}/events`,
    level: 'read',
    changes: false,
    description: {
      tag,
      title: 'Stream the events of a job',
      query: object({ last_event_id: text }),
      mediaType: 'text/event-stream',
    },
    answer: (request, context) => eventStream({ job: idOf(request), after: lastEventOf(request) }, request, context),
  },
]

const idOf = ({ params }: Pick<HttpRequest, 'params'>): string => params['job'] ?? ''
const at = ({ job_id: id }: JobOutput) => ({ Location: `/api/v1/jobs/${id}` })

const etagOf = (job: JobOutput): string => hash('sha256', JSON.stringify(job), 'hex').slice(0, ETAG_CHARS)
const ETAG_CHARS = 32

const jobOf = (request: HttpRequest, context: RouteContext): Promise<JobOutput> =>
  runOperation<JobOutput>('get-job', { job_id: idOf(request) }, request, context)

/** Query values that are numbers; the operation checks them. */
const numbersIn = (query: HttpRequest['query']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      key.startsWith('page') && /^-?\d{1,9}$/.test(value) ? Number(value) : value,
    ]),
  )
