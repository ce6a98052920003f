import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { followStream, type StreamEvent } from '../api/sse.ts'
import { usePreferences } from '../text/preferences.ts'
import { getJob, hasEnded, isEnd, type Job, type JobEvent } from './jobs.ts'

export interface FollowedJob {
  /** Hears each event once and in order, also after a lost connection or a restart of the server. */
  onEvent(event: JobEvent): void
  onState?(state: 'open' | 'lost'): void
  readonly signal: AbortSignal
  readonly after?: number
}

/** Follows the events of a job to its end. Resolves then, or at the signal. */
export async function followJob(job: string, { onEvent, onState, signal, after }: FollowedJob): Promise<void> {
  const end = new AbortController()
  await followStream({
    path: `/api/v1/jobs/${encodeURIComponent(job)}/events`,
    signal: AbortSignal.any([signal, end.signal]),
    ...(after !== undefined && { after: String(after) }),
    ...(onState && { onState }),
    onEvent(told) {
      const event = eventOf(told)
      if (!event) return
      onEvent(event)
      // The stream of an ended job is over: nothing is left to wait for.
      if (isEnd(event.event)) end.abort()
    },
  })
}

function eventOf({ id, event, data }: StreamEvent): JobEvent | undefined {
  try {
    return { id: Number(id), event: event as JobEvent['event'], data: JSON.parse(data) as JobEvent['data'] }
  } catch {
    return undefined
  }
}

/** Events come by the hundred: they are shown together. */
const EVERY = 80

export interface JobOnPage {
  readonly job: ShallowRef<Job | undefined>
  readonly events: ShallowRef<readonly JobEvent[]>
  readonly error: ShallowRef<unknown>
  readonly isLost: Ref<boolean>
  load(): void
}

/** A job and all of its events, live. */
export function useJob(id: () => string): JobOnPage {
  const job = shallowRef<Job>()
  const events = shallowRef<readonly JobEvent[]>([])
  const error = shallowRef<unknown>()
  const isLost = ref(false)
  let stop = new AbortController()
  let heard: JobEvent[] = []
  let flushing: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    flushing = undefined
    events.value = [...events.value, ...heard]
    heard = []
  }

  async function meet(signal: AbortSignal): Promise<void> {
    try {
      job.value = await getJob(id(), signal)
      error.value = undefined
    } catch (problem) {
      if (!signal.aborted) error.value = problem
    }
  }

  function hear(event: JobEvent, signal: AbortSignal): void {
    if (signal.aborted) return
    heard.push(event)
    flushing ??= setTimeout(flush, EVERY)
    if (job.value && !hasEnded(job.value)) job.value = { ...job.value, ...standingIn(event) }
    // Result, error and times are the job's own.
    if (isEnd(event.event)) void meet(signal)
  }

  async function load(): Promise<void> {
    stop.abort()
    stop = new AbortController()
    const { signal } = stop
    events.value = []
    heard = []
    await meet(signal)
    if (!job.value || signal.aborted) return
    await followJob(id(), {
      signal,
      onEvent: (event) => hear(event, signal),
      onState: (state) => (isLost.value = state === 'lost'),
    })
    isLost.value = false
  }

  const preferences = usePreferences()
  watch(
    [id, () => preferences.language],
    () => {
      job.value = undefined
      void load()
    },
    { immediate: true },
  )
  onScopeDispose(() => stop.abort())
  return { job, events, error, isLost, load: () => void load() }
}

/** How far a job is, as its events say it. */
export function standingIn({ event, data }: JobEvent): Partial<Job> {
  if (event === 'file' || event === 'warning') return {}
  const { status, stage, percent, message } = data as Partial<Job>
  return {
    ...(status !== undefined && { status }),
    ...(stage !== undefined && { stage }),
    ...(percent !== undefined && { percent }),
    ...(message !== undefined && { message }),
  }
}
