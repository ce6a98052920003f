import { isWukuError } from '@wuku/core/errors'
import type { HttpRequest, RouteContext } from '@wuku/http-kit/route'
import { pollJob, watchJob } from './watch-job.ts'

/** Proxies and browsers give up on what is silent for longer. */
export const KEEP_ALIVE_MS = 15_000
export const KEEP_ALIVE = ': keep-alive\n\n'
export const RETRY = 'retry: 2000\n\n'
const AT_ONCE = 200

export interface EventsRequest {
  readonly job: string
  /** The last event that the client has. */
  readonly after: number
}

interface EventPage {
  readonly list: readonly { readonly id: number; readonly event: string; readonly data: unknown }[]
  readonly last_id: number
  readonly has_ended: boolean
}

/**
 * Events of a job as they come. They are read from the store, so that a client that comes back, also after a restart, gets
 * what it missed, once and in order. Fails before its first byte when the job is not there.
 */
export async function eventStream(target: EventsRequest, request: HttpRequest, context: RouteContext) {
  const first = await pageOf(target, request, context)
  // A number that no event has: it is of another job, or made up.
  const after = target.after > first.last_id ? 0 : target.after
  if (after > 0 && first.list.length === 0 && first.has_ended) return { status: 204 }
  return { headers: streamHeaders, body: streamEvents({ ...target, after }, request, context) }
}

export const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

const pageOf = ({ job, after }: EventsRequest, request: HttpRequest, context: RouteContext): Promise<EventPage> =>
  pollJob<EventPage>('job-events', { job_id: job, after, limit: AT_ONCE }, request, context)

/** Ends with the last event of the job; without it when the client leaves, may see it no more, or the server stops. */
async function* streamEvents({ job, after }: EventsRequest, request: HttpRequest, context: RouteContext) {
  const { signal } = request
  const news = watchJob(job, context, signal)
  let last = after
  try {
    yield RETRY
    // Its credential may have ended since: then nothing more is sent.
    while (!signal.aborted && (await request.again().catch(() => undefined))) {
      const { list, has_ended: hasEnded } = await pageOf({ job, after: last }, request, context)
      if (list.length > 0) yield list.map(eventText).join('')
      last = list.at(-1)?.id ?? last
      if (hasEnded) return
      // Each keep-alive looks again: another process may have taken the right to see it away.
      if (list.length < AT_ONCE && !(await news.next(KEEP_ALIVE_MS)) && !signal.aborted) yield KEEP_ALIVE
    }
  } catch (error) {
    const isGone = isWukuError(error) && error.code === 'not-found'
    if (!signal.aborted && !isGone) throw error
  } finally {
    news.stop()
  }
}

/** No line break stands within JSON. */
export const eventText = ({ id, event, data }: { id: number | string; event: string; data: unknown }): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** The last event that a client has, by its own word; 0 where that is no number. */
export function lastEventOf({ headers, query }: Pick<HttpRequest, 'headers' | 'query'>): number {
  const lastEventId = (headers['last-event-id'] ?? query['last_event_id'] ?? '').trim()
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0
}
