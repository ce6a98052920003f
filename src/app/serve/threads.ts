import { setTimeout as sleep } from 'node:timers/promises'
import { cancelled } from '../../core/errors.ts'
import type { Backend, BackendEvent } from '../../surfaces/http/backend.ts'
import { mcpCall, originalCall, runCall, type ThreadCall } from './calls.ts'
import { openEngineThread, type EngineThread, type ThreadOptions } from './engine-worker.ts'

/** Several engines, each in a thread, as one backend. */
export interface Threads {
  readonly backend: Backend
  /** A thread is there that answers. */
  readonly isReady: boolean
  readonly worksInBackground: boolean
  /** Resolves when all threads that were asked for have started, or could not. */
  readonly complete: Promise<void>
  stop(): Promise<void>
}

/** Threads that answer, and one that works in the background. */
export type ThreadRole = 'answers' | 'background'

export interface ThreadsOptions {
  /** How many threads answer. */
  readonly width: number
  /** Of a thread in this role. */
  thread(role: ThreadRole): Pick<ThreadOptions, 'script' | 'memory' | 'data'>
  warn(said: string, error?: unknown): void
}

/** For closing an engine, and for the batch that a job has begun. */
const STOP_MS = 15_000
/** A thread that ends sooner may end so again: after the first time, the next one waits longer and longer. */
const SHORT_LIFE_MS = 30_000
const LONGEST_REST_MS = 30_000

/** Resolves when the first thread answers; the others start behind it. Rejects when that one cannot start. */
export async function openThreads(options: ThreadsOptions): Promise<Threads> {
  const threads = createThreads(options)
  const first = threads.start('answers')
  try {
    await first.ready
  } catch (error) {
    await threads.stop()
    throw error
  }
  const others = [...Array.from({ length: options.width - 1 }, () => 'answers' as const), 'background' as const]
  const complete = Promise.allSettled(others.map((role) => threads.start(role).ready)).then(() => {})
  return Object.assign(threads, { complete })
}

type OpenThreads = Omit<Threads, 'complete'> & { start(role: ThreadRole): EngineThread }

function createThreads(options: ThreadsOptions): OpenThreads {
  const answering = new Set<EngineThread>()
  const background = new Set<EngineThread>()
  const waiting: ThreadCall[] = []
  const listeners = new Set<(event: BackendEvent) => void>()
  const stopping = new AbortController()

  /** A thread gets its next call when it could look at it: none waits behind a slow one while another thread is free. */
  const dispatch = (): void => {
    while (waiting.length > 0) {
      const thread = leastBusy(answering)
      if (!thread) return
      const call = waiting.shift()
      if (call && !call.isOver) thread.give(call)
    }
  }
  const submit = <Answer>(call: ThreadCall<Answer>): Promise<Answer> => {
    if (stopping.signal.aborted) call.fail(cancelled())
    else waiting.push(call)
    dispatch()
    return call.answer
  }
  const start = (role: ThreadRole, rest = 0): EngineThread => {
    const among = role === 'answers' ? answering : background
    const thread = openEngineThread({
      ...options.thread(role),
      freed: dispatch,
      event: (event) => {
        for (const heard of listeners) heard(event)
      },
      warn: (said) => options.warn(said),
    })
    const started = performance.now()
    among.add(thread)
    thread.ready.catch((error: unknown) => options.warn('A thread could not start', error))
    void thread.ended.then(async (why) => {
      among.delete(thread)
      if (stopping.signal.aborted) return
      options.warn(`A thread ended, and another takes its place${why === '' ? '' : `: ${why}`}`)
      await sleep(rest, undefined, { signal: stopping.signal }).catch(() => {})
      const isShort = performance.now() - started < SHORT_LIFE_MS
      if (!stopping.signal.aborted) start(role, isShort ? Math.min(Math.max(2 * rest, 1_000), LONGEST_REST_MS) : 0)
    })
    return thread
  }

  return {
    start,
    get isReady() {
      return answering.values().some(({ isReady }) => isReady)
    },
    get worksInBackground() {
      return background.values().some(({ isReady }) => isReady)
    },
    backend: {
      run: (call) => submit(runCall(call)),
      mcp: (exchange) => submit(mcpCall(exchange)),
      original: (request) => submit(originalCall(request)),
      onEvent(heard) {
        listeners.add(heard)
        return () => void listeners.delete(heard)
      },
      wake: (event) => {
        for (const thread of background) thread.wake(event)
      },
    },
    async stop() {
      stopping.abort()
      for (const call of waiting.splice(0)) call.fail(cancelled())
      await Promise.all([...answering, ...background].map((thread) => thread.stop(STOP_MS)))
    },
  }
}

/** Of equally busy ones the first, so that the same question asked again finds what its thread has cached. */
function leastBusy(threads: ReadonlySet<EngineThread>): EngineThread | undefined {
  let found: EngineThread | undefined
  for (const thread of threads) if (thread.isFree && (!found || thread.load < found.load)) found = thread
  return found
}
