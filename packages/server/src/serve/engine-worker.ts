import { createInterface } from 'node:readline'
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/server'
import type { BackendEvent, WakeEvent } from '@wuku/http-kit/backend'
import type { ThreadCall } from './calls.ts'
import { fromPlainError, type FromThread, type NewAgent, type CallReply, type ToThread } from './thread-messages.ts'
import { orAfter } from '../bell.ts'

/** One thread with an engine, seen from the main thread. */
export interface EngineThread {
  /** Rejects when the thread cannot start, with the reason. */
  readonly ready: Promise<void>
  /** Resolves with the reason when it has ended; empty where it gave none. */
  readonly ended: Promise<string>
  readonly isReady: boolean
  /** It would look at a call at once. While it computes, it cannot. */
  readonly isFree: boolean
  /** Calls that it works on; streams that it only writes to now and then are none. */
  readonly load: number
  readonly agents: number
  give(call: ThreadCall, place: CallPlace): void
  /** Answers an agent for as long as the other end of its port is open. */
  attach(agent: AttachedAgent): void
  wake(event: WakeEvent): void
  /** Lets it close its engine, for so many milliseconds at most. */
  stop(timeout: number): Promise<void>
}

/** Hears what a call costs, and when it takes no place in the thread any more. */
export interface CallPlace {
  /** Milliseconds in which the thread worked. */
  spend(milliseconds: number): void
  end(): void
}

export interface AttachedAgent extends NewAgent {
  readonly ended: Promise<void>
}

export interface ThreadOptions {
  readonly script: URL
  readonly memory: ResourceLimits
  /** Value of `workerData` in the script. */
  readonly data: unknown
  /** Called when the thread may have become free. */
  freed(): void
  event(event: BackendEvent): void
  warn(message: string): void
}

export function openEngineThread(options: ThreadOptions): EngineThread {
  const worker = startWorker(options)
  const send = (message: ToThread): void =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage(message)
  const calls = trackCalls(send, () => worker.performance.eventLoopUtilization().active)
  const agents = keepAgents(worker)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const stopped = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  let answers = false
  let why = ''
  worker.on('message', (message: FromThread) => {
    if (message.type === 'ready') {
      answers = true
      ready.resolve()
    } else if (message.type === 'refused') ready.reject(fromPlainError(message.error))
    else if (message.type === 'event') options.event(message.event)
    else if (message.type === 'stopped') stopped.resolve()
    else calls.receive(message.id, message)
    options.freed()
  })
  worker.on('error', (error: Error) => void (why = error.message))
  worker.on('exit', () => {
    answers = false
    const failure = new WukuError('internal', msg('threadEnded', { whyPart: why === '' ? '' : msg('text', { why }) }))
    calls.fail(failure)
    ready.reject(failure)
    stopped.resolve()
    ended.resolve(why)
  })
  return {
    ready: ready.promise,
    ended: ended.promise,
    get isReady() {
      return answers
    },
    get isFree() {
      return answers && calls.counts.sent === 0
    },
    get load() {
      return calls.counts.sent + calls.counts.waits
    },
    get agents() {
      return agents.count
    },
    give: (call, place) => calls.give(call, place),
    attach: (agent) => agents.attach(agent),
    wake: (event) => send({ type: 'wake', event }),
    async stop(timeout) {
      // One that has not opened its engine yet has nothing to close.
      if (!answers) return void (await worker.terminate())
      send({ type: 'stop' })
      await orAfter(stopped.promise, timeout)
      await worker.terminate()
    },
  }
}

function keepAgents(worker: Worker) {
  let count = 0
  return {
    get count() {
      return count
    },
    attach({ greeting, port, ended }: AttachedAgent): void {
      count++
      void ended.finally(() => count--)
      const message: ToThread = { type: 'agent', agent: { greeting, port } }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      worker.postMessage(message, [port])
    },
  }
}

/** `sent`: the thread may not have looked at it yet. `waits`: for something else, such as a model. */
type CallState = 'sent' | 'waits' | 'streams' | 'over'

/** The calls of one thread that are not answered. One that was cancelled is kept until the thread says so too. */
function trackCalls(send: (message: ToThread) => void, activeMilliseconds: () => number) {
  const pending = new Map<number, { readonly call: ThreadCall; readonly place: CallPlace; state: CallState }>()
  const counts: Record<CallState, number> = { sent: 0, waits: 0, streams: 0, over: 0 }
  let number = 0
  let accounted = 0
  /** The time that the thread has worked since then is charged to all calls at work in it, in equal parts. */
  const account = (): void => {
    const active = activeMilliseconds()
    const share = (active - accounted) / (counts.sent + counts.waits)
    accounted = active
    if (share > 0 && share < Infinity)
      for (const { state, place } of pending.values()) if (state !== 'streams') place.spend(share)
  }
  return {
    counts,
    give(call: ThreadCall, place: CallPlace): void {
      account()
      const id = number++
      pending.set(id, { call, place, state: 'sent' })
      counts.sent++
      call.begin((type) => pending.has(id) && send({ type, id }))
      send({ ...call.call, id })
    },
    receive(id: number, message: CallReply): void {
      const found = pending.get(id)
      if (!found) return
      const next = stateAfter(message, found.state)
      if (next !== found.state) account()
      counts[found.state]--
      counts[next]++
      if (found.state !== 'streams' && (next === 'streams' || next === 'over')) found.place.end()
      found.state = next
      if (next === 'over') pending.delete(id)
      found.call.receive(message)
    },
    fail(error: Error): void {
      for (const { call, place, state } of pending.values()) {
        if (state !== 'streams') place.end()
        call.fail(error)
      }
      pending.clear()
    },
  }
}

function stateAfter({ type }: CallReply, before: CallState): CallState {
  if (type === 'done' || type === 'end' || type === 'failed') return 'over'
  if (type === 'reply') return 'streams'
  return type === 'waits' && before === 'sent' ? 'waits' : before
}

/** Standard output belongs to the line with the address, and standard error to lines of JSON: what the thread prints becomes such lines. */
function startWorker({ script, memory, data, warn }: ThreadOptions): Worker {
  const worker = new Worker(script, { resourceLimits: memory, workerData: data, stdout: true, stderr: true })
  for (const stream of [worker.stdout, worker.stderr])
    void createInterface({ input: stream }).on('line', (line) => line.trim() !== '' && warn(line))
  return worker
}
