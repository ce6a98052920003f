import type { JobOutput } from '@wuku/kernel/jobs/job-output'
import type { HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import { eventStream, lastEventOf } from './sse.ts'
import { objectOf } from './login/session-routes.ts'
import { etagOf } from './rest/operation-route.ts'
import { runOperation } from './watch-job.ts'

const tag = 'jobs'
const oneJob = '/api/v1/jobs/{job}'

/** Listing jobs has the route of its operation. */
export const jobRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: oneJob,
    level: 'read',
    changes: false,
    description: { tag, title: 'Show a job' },
    answer: async (request, context) => {
      const found = await runForJob('get-job', request, context)
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
      const cancelled = await runForJob('cancel-job', request, context)
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
      const again = await runForJob('retry-job', request, context)
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
      query: objectOf('last_event_id'),
      mediaType: 'text/event-stream',
    },
    answer: (request, context) => eventStream({ job: idOf(request), after: lastEventOf(request) }, request, context),
  },
]

const idOf = ({ params }: Pick<HttpRequest, 'params'>): string => params['job'] ?? ''
const at = ({ job_id: id }: JobOutput) => ({ Location: `/api/v1/jobs/${id}` })

async function runForJob(operation: string, request: HttpRequest, context: RouteContext): Promise<JobOutput> {
  const { output } = await runOperation({ operation, input: { job_id: idOf(request) } }, request, context)
  return output as JobOutput
}
