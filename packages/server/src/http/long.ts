import type { JobOutput } from '@wuku/kernel/jobs/job-output'
import { levelOf, type Operation } from '@wuku/kernel/base/operation'
import { HttpFailure } from '@wuku/http-kit/http-failures'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import { buildRoute } from './build-route.ts'
import { eventStream } from './sse.ts'
import { pollJob, untilJob } from './watch-job.ts'

/** A route whose work may take minutes. */
export interface LongRoute extends Pick<Route, 'path' | 'aliases' | 'description'> {
  readonly operation: Operation
  input(request: HttpRequest, context: RouteContext): Promise<Input> | Input
}

type Input = Readonly<Record<string, unknown>>

/** Rows of a long route: one for its path, and one whose answer is always the stream of events. */
export function longRoutes({ operation, path, aliases = [], description, input }: LongRoute): readonly Route[] {
  const parts = { ...description, level: levelOf(operation), changes: operation.effect !== 'read' }
  const answer =
    (streams: boolean): Route['answer'] =>
    async (request, context) =>
      answerLong({ operation, input: await input(request, context), streams }, request, context)
  const streamed = { aliases: aliases.map(streamOf), mediaType: 'text/event-stream', answer: answer(true) }
  return [
    buildRoute('POST', path, { ...parts, aliases, answer: answer(false) }),
    buildRoute('POST', streamOf(path), { ...parts, ...streamed }),
  ]
}

const streamOf = (path: string): string => `${path}-sse`

export function requireOperation(name: string, operations: readonly Operation[]): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`There is no operation "${name}".`)
  return found
}

export interface LongWork {
  readonly operation: Operation
  readonly input: Input
  /** Answers with the stream of events whatever the client asks for. */
  readonly streams?: boolean
}

/** Starts a job and answers as the client wants: with its events, at once, or with its result, if that comes in time. */
export async function answerLong(work: LongWork, request: HttpRequest, context: RouteContext): Promise<HttpAnswer> {
  const jobInput = { operation: work.operation.name, input: work.input }
  const job = await pollJob<JobOutput>('start-job', jobInput, request, context)
  context.backend.wake({ type: 'jobs' })
  if (work.streams || wantsStream(request)) return eventStream({ job: job.job_id, after: 0 }, request, context)
  if (prefersAsync(request)) return accepted(job, { 'Preference-Applied': 'respond-async' })
  const last = await untilJob(job.job_id, request, context)
  return answerEnded(last)
}

const wantsStream = ({ headers }: HttpRequest): boolean =>
  (headers['accept'] ?? '').split(',').some((each) => each.trim().split(';')[0] === 'text/event-stream')

const prefersAsync = ({ headers }: HttpRequest): boolean =>
  (headers['prefer'] ?? '').split(',').some((each) => each.trim().toLowerCase() === 'respond-async')

const accepted = (job: JobOutput, headers: Readonly<Record<string, string>> = {}): HttpAnswer => ({
  status: 202,
  headers: { Location: `/api/v1/jobs/${job.job_id}`, ...headers },
  body: { job },
})

function answerEnded(job: JobOutput): HttpAnswer {
  if (job.status === 'queued' || job.status === 'running') return accepted(job)
  if (job.status === 'succeeded') return { body: { ...(job.result as object), job_id: job.job_id } }
  const { code, message, remedy } = job.error ?? { code: 'internal', message: job.message, remedy: '' }
  throw new HttpFailure(code, message, remedy, { more: { job_id: job.job_id } })
}
