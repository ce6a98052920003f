import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { WukuError } from '../../core/errors.ts'
import type { BackendEvent, WakeEvent } from '../../surfaces/http/backend.ts'
import type { ThreadCall } from './calls.ts'
import { fromPlainError, type FromThread, type OfCall, type ToThread } from './messages.ts'

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
  give(call: ThreadCall): void
  wake(event: WakeEvent): void
  /** Lets it close its engine, for so many milliseconds at most. */
  stop(patience: number): Promise<void>
}

export interface ThreadOptions {
  readonly script: URL
  readonly memory: ResourceLimits
  /** What the script finds as `workerData`. */
  readonly data: unknown
  /** Called when the thread may have become free. */
  freed(): void
  event(event: BackendEvent): void
  warn(said: string): void
}

interface Given {
  readonly call: ThreadCall
  state: 'sent' | 'waits' | 'streams' | 'over'
}

export function openEngineThread(options: ThreadOptions): EngineThread {
  const worker = startWorker(options)
  const given = new Map<number, Given>()
  const { promise: ready, resolve: isReady, reject: isNot } = Promise.withResolvers<void>()
  const { promise: ended, resolve: hasEnded } = Promise.withResolvers<string>()
  const { promise: stopped, resolve: hasStopped } = Promise.withResolvers<void>()
  const counts = { sent: 0, waits: 0, streams: 0, over: 0 }
  let answers = false
  let number = 0
  let why = ''
  const say = (message: ToThread): void =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage(message)
  const heard = (id: number, said: OfCall): void => {
    const found = given.get(id)
    if (!found) return
    const next = stateAfter(said, found.state)
    if (next !== found.state) {
      counts[found.state]--
      counts[next]++
      found.state = next
    }
    if (next === 'over') given.delete(id)
    found.call.hear(said)
    options.freed()
  }
  worker.on('message', (message: FromThread) => {
    if (message.type === 'ready') {
      answers = true
      isReady()
      options.freed()
    } else if (message.type === 'refused') isNot(fromPlainError(message.error))
    else if (message.type === 'event') options.event(message.event)
    else if (message.type === 'warning') options.warn(message.said)
    else if (message.type === 'stopped') hasStopped()
    else heard(message.id, message)
  })
  worker.on('error', (error: Error) => void (why = error.message))
  worker.on('exit', () => {
    answers = false
    const failure = threadEnded(why)
    isNot(failure)
    for (const { call } of given.values()) call.fail(failure)
    given.clear()
    Object.assign(counts, { sent: 0, waits: 0 })
    hasStopped()
    hasEnded(why)
  })
  ready.catch(() => {})
  return {
    ready,
    ended,
    get isReady() {
      return answers
    },
    get isFree() {
      return answers && counts.sent === 0
    },
    get load() {
      return counts.sent + counts.waits
    },
    give(call) {
      const id = number++
      counts.sent++
      given.set(id, { call, state: 'sent' })
      call.begin((type) => given.has(id) && say({ type, id }))
      say({ ...call.call, id })
    },
    wake: (event) => say({ type: 'wake', event }),
    async stop(patience) {
      // One that has not opened its engine yet has nothing to close.
      if (!answers) return void (await worker.terminate())
      say({ type: 'stop' })
      const alarm = setTimeout(hasStopped, patience)
      await stopped
      clearTimeout(alarm)
      await worker.terminate()
    },
  }
}

function stateAfter({ type }: OfCall, before: Given['state']): Given['state'] {
  if (type === 'done' || type === 'end' || type === 'failed') return 'over'
  if (type === 'reply') return 'streams'
  return type === 'waits' && before === 'sent' ? 'waits' : before
}

/** Standard output belongs to the line with the address, and standard error to lines of JSON. */
function startWorker({ script, memory, data, warn }: ThreadOptions): Worker {
  const worker = new Worker(script, { resourceLimits: memory, workerData: data, stdout: true, stderr: true })
  for (const stream of [worker.stdout, worker.stderr]) eachLine(stream, warn)
  return worker
}

const eachLine = (input: Readable, heard: (line: string) => void): void =>
  void createInterface({ input }).on('line', (line) => line.trim() !== '' && heard(line))

const threadEnded = (why: string): WukuError =>
  new WukuError(
    'internal',
    `The thread that worked on this ended${why === '' ? '' : `: ${why}`}.`,
    'Other requests go on. Ask for less at once, or ask again.',
  )
