import { hasEnded, type JobOutput } from '@wuku/kernel/jobs/job-output'
import type { OperationAnswer, OperationCall } from '@wuku/http-kit/backend'
import type { HttpRequest, RouteContext } from '@wuku/http-kit/route'
import { createBell } from '../bell.ts'
import { languageOf } from './reader-language.ts'

type Input = Readonly<Record<string, unknown>>

export const runOperation = (
  call: Pick<OperationCall, 'operation' | 'input' | 'asText' | 'isPart'>,
  { caller, headers, id, signal, unchangedSince }: HttpRequest,
  { backend }: Pick<RouteContext, 'backend'>,
): Promise<OperationAnswer> =>
  backend.run({
    ...call,
    caller,
    surface: 'rest',
    requestId: id,
    signal,
    language: languageOf({ headers }),
    ...(unchangedSince !== undefined && { unchangedSince }),
  })

/** Looks after a job: the log of calls has the operation that the job runs, and not each look. */
export const pollJob = async <Output>(
  operation: string,
  input: Input,
  request: HttpRequest,
  context: Pick<RouteContext, 'backend'>,
): Promise<Output> => (await runOperation({ operation, input, isPart: true }, request, context)).output as Output

/** The job at its end, or when the request has waited long enough, or its client left. */
export async function untilJob(job: string, request: HttpRequest, context: RouteContext): Promise<JobOutput> {
  const deadline = AbortSignal.timeout(context.waitMilliseconds)
  const signal = AbortSignal.any([request.signal, deadline])
  const news = watchJob(job, context, signal)
  try {
    for (;;) {
      const now = await pollJob<JobOutput>('get-job', { job_id: job }, request, context)
      if (hasEnded(now) || signal.aborted) return now
      await news.next()
    }
  } finally {
    news.stop()
  }
}

/**
 * Listens from now on, so that nothing is missed between a look and the next. `next` says whether there is news since the
 * last call, or comes within the time.
 */
export function watchJob(job: string, { backend }: Pick<RouteContext, 'backend'>, signal: AbortSignal) {
  const bell = createBell()
  const stop = backend.onEvent((event) => {
    if (event.type === 'hiding' || (event.type === 'job' && event.job === job)) bell.ring()
  })
  return { next: (milliseconds?: number) => bell.wait(signal, milliseconds), stop }
}
