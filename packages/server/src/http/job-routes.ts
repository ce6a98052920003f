import type { JobOutput } from '@wuku/kernel/jobs/job-output'
import { buildRoute, type RouteParts } from './build-route.ts'
import type { HttpRequest, Method, Route, RouteContext } from '@wuku/http-kit/route'
import { eventStream, lastEventOf } from './sse.ts'
import { objectOf } from './login/session-routes.ts'
import { etagOf } from './rest/operation-route.ts'
import { runOperation } from './watch-job.ts'

const routeOf = (method: Method, action: string, parts: Omit<RouteParts, 'tag'>): Route =>
  buildRoute(method, `/api/v1/jobs/{job}${action}`, { tag: 'jobs', ...parts })

/** Listing jobs has the route of its operation. */
export const jobRoutes: readonly Route[] = [
  routeOf('GET', '', {
    title: 'Show a job',
    level: 'read',
    answer: async (request, context) => {
      const found = await runForJob('get-job', request, context)
      return { body: found, etag: etagOf(found) }
    },
  }),
  routeOf('POST', '/cancel', {
    title: 'Cancel a job',
    status: 202,
    level: 'write',
    changes: true,
    answer: async (request, context) => {
      const cancelled = await runForJob('cancel-job', request, context)
      context.backend.wake({ type: 'cancel', job: cancelled.job_id })
      return { status: 202, headers: at(cancelled), body: { job: cancelled } }
    },
  }),
  routeOf('POST', '/retry', {
    title: 'Retry a failed or cancelled job',
    status: 202,
    level: 'write',
    changes: true,
    answer: async (request, context) => {
      const again = await runForJob('retry-job', request, context)
      context.backend.wake({ type: 'jobs' })
      return { status: 202, headers: at(again), body: { job: again } }
    },
  }),
  routeOf('GET', '/events', {
    title: 'Stream the events of a job',
    query: objectOf('last_event_id'),
    mediaType: 'text/event-stream',
    level: 'read',
    answer: (request, context) => eventStream({ job: idOf(request), after: lastEventOf(request) }, request, context),
  }),
]

const idOf = ({ params }: Pick<HttpRequest, 'params'>): string => params['job'] ?? ''
const at = ({ job_id: id }: JobOutput) => ({ Location: `/api/v1/jobs/${id}` })

async function runForJob(operation: string, request: HttpRequest, context: RouteContext): Promise<JobOutput> {
  const { output } = await runOperation({ operation, input: { job_id: idOf(request) } }, request, context)
  return output as JobOutput
}
