import { setTimeout as sleep } from 'node:timers/promises'
import { cancelled } from '@wuku/core/errors'
import { createFairQueue, type FairQueue } from '@wuku/core/fair-queue'
import { isOwner, type Caller } from '@wuku/kernel/base/caller'
import { hidingOperations, type Backend, type BackendEvent, type WakeEvent } from '@wuku/http-kit/backend'
import { HttpFailure } from '@wuku/http-kit/http-failures'
import { fairnessKey } from '../http/limits/request-limits.ts'
import { createCall, mcpCall, runCall, type ThreadCall } from './calls.ts'
import { openEngineThread, type AttachedAgent, type EngineThread, type ThreadOptions } from './engine-worker.ts'

/** Several engines, each in a thread, as one backend. */
export interface Threads {
  readonly backend: Backend
  /** A thread is there that answers. */
  readonly isReady: boolean
  readonly worksInBackground: boolean
  readonly count: number
  /** Starts the threads behind the first; resolves when each has started, or could not. */
  startOthers(): Promise<void>
  /** One thread answers the agent; `false`: none can. */
  attach(agent: AttachedAgent): boolean
  stop(): Promise<void>
}

/** Threads that answer, and one that works in the background. */
export type ThreadRole = 'answers' | 'background'

export interface ThreadsOptions {
  /** Number of threads that answer; 0: the one in the background answers what little is asked. */
  readonly width: number
  /** Milliseconds of these threads that a user may take in a minute before all others go first; 0: no limit. */
  readonly budget: number
  thread(role: ThreadRole): Pick<ThreadOptions, 'script' | 'memory' | 'data'>
  warn(message: string, error?: unknown): void
}

/** For closing an engine, and for the batch that a job has begun. */
const STOP_MS = 15_000
/** A thread that ends sooner may end so again: after the first time, the next one waits longer and longer. */
const SHORT_LIFE_MS = 30_000
const LONGEST_REST_MS = 30_000

/** Resolves when the first thread answers. Rejects when that one cannot start. */
export async function openThreads(options: ThreadsOptions): Promise<Threads> {
  const listeners = new Set<(event: BackendEvent) => void>()
  const queue = openQueue(options)
  /** A thread gets its next call when it could look at it: none waits behind a slow one while another thread is free. */
  const answering: ThreadRole = options.width > 0 ? 'answers' : 'background'
  const dispatch = (): void => giveCalls(queue, threadGroup.in(answering))
  const notify = (event: BackendEvent): void => {
    // Before the answer to the write can leave: the next request may come to another thread.
    if (event.type === 'wrote') threadGroup.wake(event)
    for (const listener of listeners) listener(event)
  }
  const threadGroup = startThreadGroup(options, { freed: dispatch, event: notify })
  const submit = <Answer>(caller: Caller, call: ThreadCall<Answer>, isSticky = false): Promise<Answer> => {
    const [user, work] = [fairnessKey(caller), { call, isSticky }]
    if (threadGroup.isStopping) call.fail(cancelled())
    else if (call.isOver) return call.answer
    else if (!queue.add(user, work)) call.fail(tooManyWaiting())
    // One that is cancelled while it waits leaves its place in the queue.
    call.answer.catch(() => queue.remove(user, work))
    dispatch()
    return call.answer
  }
  const stop = async (): Promise<void> => {
    const stopped = threadGroup.stop()
    for (const { call } of queue.clear()) call.fail(cancelled())
    await stopped
  }

  await threadGroup.first.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    startOthers: () => threadGroup.startOthers(),
    get isReady() {
      return areReady(threadGroup.in(answering))
    },
    get worksInBackground() {
      return areReady(threadGroup.in('background'))
    },
    get count() {
      return threadGroup.in('answers').size + threadGroup.in('background').size
    },
    backend: {
      ...callsOf(submit),
      async run(call) {
        const answer = await submit(call.caller, runCall(call))
        if (hidingOperations.has(call.operation)) notify({ type: 'hiding' })
        return answer
      },
      mcp: (exchange) => submit(exchange.caller, mcpCall(exchange), exchange.isSticky),
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      wake: (event) => threadGroup.wake(event),
    },
    attach: (agent) => !threadGroup.isStopping && attachTo(threadGroup.in(answering), agent),
    stop,
  }
}

interface QueuedCall {
  readonly call: ThreadCall
  /** Goes to the oldest thread. */
  readonly isSticky: boolean
}

const openQueue = ({ width, budget }: ThreadsOptions): FairQueue<QueuedCall> =>
  createFairQueue({
    share: 2,
    // A thread stays for others, whatever one user asks for.
    shareOverBudget: Math.max(1, width - 1),
    budget,
    now: () => performance.now(),
    isExempt: isOwner,
  })

/** As many as there are threads that would look at one. */
function giveCalls(queue: FairQueue<QueuedCall>, threads: ReadonlySet<EngineThread>): void {
  for (;;) {
    const sticky = oldest(threads)
    const free = threads.values().reduce((count, { isFree }) => count + Number(isFree), 0)
    const next = queue.dequeue(free, ({ isSticky }) => !isSticky || sticky?.isFree === true)
    if (!next) return
    const { user, work } = next
    const thread = work.isSticky ? sticky : leastBusy(threads)
    thread?.give(work.call, { spend: (milliseconds) => queue.spend(user, milliseconds), end: () => queue.end(user) })
  }
}

const tooManyWaiting = (): HttpFailure =>
  new HttpFailure(
    'rate-limited',
    'Too many of your requests wait for an answer.',
    'Send fewer at once; nothing was done.',
    { headers: { 'Retry-After': '5' } },
  )

type Submit = <Answer>(caller: Caller, call: ThreadCall<Answer>) => Promise<Answer>

/** Any thread answers these, and nothing else follows. */
const callsOf = (submit: Submit): Pick<Backend, 'original' | 'visibility' | 'liveSnapshot'> => ({
  original: ({ signal, ...request }) =>
    submit(request.caller, createCall({ call: { type: 'original', request }, signal })),
  visibility: ({ signal, ...request }) =>
    submit(request.caller, createCall({ call: { type: 'visibility', request }, signal })),
  liveSnapshot: ({ signal, ...request }) =>
    submit(request.caller, createCall({ call: { type: 'liveSnapshot', request }, signal })),
})

/** To the thread with the fewest. */
function attachTo(threads: ReadonlySet<EngineThread>, agent: AttachedAgent): boolean {
  const ready = [...threads].filter(({ isReady }) => isReady)
  const [thread] = ready.toSorted((a, b) => a.agents - b.agents || a.load - b.load)
  thread?.attach(agent)
  return thread !== undefined
}

/** The least busy thread; the first among equals, so that a repeated question finds the cache of its thread. */
function leastBusy(threads: ReadonlySet<EngineThread>): EngineThread | undefined {
  let found: EngineThread | undefined
  for (const thread of threads) if (thread.isFree && (!found || thread.load < found.load)) found = thread
  return found
}

/** The same one for as long as it lives, however busy it is: what must stay together goes there. */
const oldest = (threads: ReadonlySet<EngineThread>) => threads.values().find(({ isReady }) => isReady)

const areReady = (threads: ReadonlySet<EngineThread>): boolean => threads.values().some(({ isReady }) => isReady)

/** Threads that are there for as long as the server is: one that ends is replaced. */
function startThreadGroup(options: ThreadsOptions, listeners: Pick<ThreadOptions, 'freed' | 'event'>) {
  const threads = { answers: new Set<EngineThread>(), background: new Set<EngineThread>() }
  const stopping = new AbortController()
  const start = (role: ThreadRole, rest = 0): EngineThread => {
    const started = performance.now()
    const thread = openEngineThread({ ...options.thread(role), ...listeners, warn: (message) => options.warn(message) })
    threads[role].add(thread)
    thread.ready.catch((error: unknown) => {
      if (!stopping.signal.aborted) options.warn('A thread could not start', error)
    })
    const replace = async (): Promise<void> => {
      const why = await thread.ended
      threads[role].delete(thread)
      if (stopping.signal.aborted) return
      options.warn(`A thread ended, and another takes its place${why === '' ? '' : `: ${why}`}`)
      await sleep(rest, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) start(role, nextRest(rest, performance.now() - started))
    }
    void replace()
    return thread
  }
  return {
    first: start(options.width > 0 ? 'answers' : 'background').ready,
    async startOthers(): Promise<void> {
      if (options.width === 0) return
      const others = Array.from({ length: options.width - 1 }, () => start('answers'))
      await Promise.allSettled([...others, start('background')].map(({ ready }) => ready))
    },
    in: (role: ThreadRole): ReadonlySet<EngineThread> => threads[role],
    /** The one in the background; all where the event concerns all. */
    wake(event: WakeEvent): void {
      const all = event.type === 'wrote' ? [...threads.answers, ...threads.background] : threads.background
      for (const thread of all) thread.wake(event)
    },
    get isStopping(): boolean {
      return stopping.signal.aborted
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all([...threads.answers, ...threads.background].map((thread) => thread.stop(STOP_MS)))
    },
  }
}

const nextRest = (rest: number, lived: number): number =>
  lived < SHORT_LIFE_MS ? Math.min(Math.max(2 * rest, 1_000), LONGEST_REST_MS) : 0
