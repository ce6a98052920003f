import { hasEnded, type JobOutput } from '@wuku/kernel/jobs/job-output'
import type { OperationAnswer, OperationCall } from '@wuku/http-kit/backend'
import type { HttpRequest, RouteContext } from '@wuku/http-kit/route'
import { languageOf } from './reader-language.ts'

type Input = Readonly<Record<string, unknown>>

/** Runs an operation for the caller of the request. */
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

/** Wakes who waits at it. */
interface Bell {
  ring(): void
  /** Whether it rang, since the last wait or within the time; ends at the signal too. */
  wait(signal: AbortSignal, milliseconds?: number): Promise<boolean>
}

export function createBell(): Bell {
  let hasRung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      wake?.()
    },
    async wait(signal, milliseconds) {
      if (!hasRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const stop = (): void => resolve()
        const timer = milliseconds === undefined ? undefined : setTimeout(stop, milliseconds)
        signal.addEventListener('abort', stop, { once: true })
        wake = stop
        await promise
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        wake = undefined
      }
      const rang = hasRung
      hasRung = false
      return rang
    },
  }
}

interface JobNews {
  /** Whether there is news since the last call, or comes within the time. */
  next(milliseconds?: number): Promise<boolean>
  stop(): void
}

/** Listens from now on, so that nothing is missed between a look and the next. */
export function watchJob(job: string, { backend }: Pick<RouteContext, 'backend'>, signal: AbortSignal): JobNews {
  const bell = createBell()
  const stop = backend.onEvent((event) => {
    if (event.type === 'hiding' || (event.type === 'job' && event.job === job)) bell.ring()
  })
  return { next: (milliseconds) => bell.wait(signal, milliseconds), stop }
}
