import { Worker } from 'node:worker_threads'
import { cancelled } from '@wuku/core/errors'
import type { OnnxAnswer, OnnxJob, ToWorker } from './onnx-jobs.ts'
import { createConcurrencyLimit, type Turn } from '../batched.ts'

/** The one thread in which all local models run, for everybody who asks. It is started when first needed. */
export interface OnnxThread {
  readonly isRunning: boolean
  /** Rejects with `ThreadDied` when two threads in a row did not live to answer. */
  ask(job: OnnxJob, turn: Turn): Promise<OnnxAnswer>
  /** Lets go of one model; the thread ends with the last. */
  release(file: string): Promise<void>
  /** Pending requests fail with `cancelled`. A later request starts the thread again. */
  close(): Promise<void>
}

export interface OnnxThreadOptions {
  /** `worker.ts` of this folder, or what it is built to. */
  readonly script: URL
  /** A thread that nobody asks for so long ends, and with it go the models' hundreds of megabytes. */
  readonly idleMilliseconds?: number
}

export class ThreadDied extends Error {}

const IDLE_MS = 5 * 60_000

export function openOnnxThread({ script, idleMilliseconds = IDLE_MS }: OnnxThreadOptions): OnnxThread {
  const inLine = createConcurrencyLimit(1)
  const loaded = new Set<string>()
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined
  let closing = new AbortController()

  const end = async (): Promise<void> => {
    clearTimeout(idle)
    loaded.clear()
    const ending = running
    running = undefined
    await ending?.end()
  }
  const askNow = async (job: OnnxJob): Promise<OnnxAnswer> => {
    clearTimeout(idle)
    running = running?.isAlive ? running : startThread(script)
    loaded.add(job.model.file)
    try {
      return await running.ask(job)
    } finally {
      clearTimeout(idle)
      idle = setTimeout(() => void end(), idleMilliseconds).unref()
    }
  }
  /** The thread may have been killed by an earlier text of another caller: one more attempt is worth it. */
  const askTwice = (job: OnnxJob): Promise<OnnxAnswer> =>
    askNow(job).catch((error: unknown) => {
      if (error instanceof ThreadDied) return askNow(job)
      throw error
    })
  return {
    get isRunning() {
      return running?.isAlive ?? false
    },
    ask: (job, { isUrgent, signal: caller }) => {
      const signal = AbortSignal.any([caller, closing.signal])
      const work = inLine(() => askTwice(job), { isUrgent, signal })
      return unlessAborted(work, signal)
    },
    async release(file) {
      if (!loaded.delete(file)) return
      if (loaded.size === 0) await end()
      else running?.send({ release: file })
    },
    close: () => {
      closing.abort(cancelled())
      closing = new AbortController()
      return end()
    },
  }
}

type Running = ReturnType<typeof startThread>

/** It is never terminated: the runtime aborts the whole process when its thread is taken away in the middle of a run. */
function startThread(script: URL) {
  // Its standard output would be ours, on which agents expect nothing but MCP.
  const worker = new Worker(script, { stdout: true })
  worker.stdout.resume()
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  let isAlive = true
  let isEnding = false
  const die = (): void => void (isAlive = false)
  // An error comes before the exit, and nothing may be asked in between.
  worker.on('error', die).on('exit', die)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  const send = (message: ToWorker): void => worker.postMessage(message)
  return {
    get isAlive() {
      return isAlive
    },
    send,
    async ask(job: OnnxJob): Promise<OnnxAnswer> {
      worker.ref()
      try {
        const answer = answerOf(worker, () => isEnding)
        send(job)
        return await answer
      } finally {
        // A model at rest keeps no program from ending; its end is waited for.
        if (!isEnding) worker.unref()
      }
    },
    async end(): Promise<void> {
      isEnding = true
      isAlive = false
      worker.ref()
      send('end')
      await gone
    },
  }
}

function answerOf(worker: Worker, isEnding: () => boolean): Promise<OnnxAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OnnxAnswer>()
  const onError = (error: Error): void => reject(new ThreadDied(error.message))
  const onExit = (): void => reject(isEnding() ? cancelled() : new ThreadDied('its thread ended'))
  worker.once('message', resolve).once('error', onError).once('exit', onExit)
  return promise.finally(() => worker.off('message', resolve).off('error', onError).off('exit', onExit))
}

/** The thread finishes a job that it has begun, and the next one starts after it; a caller that was aborted does not wait. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(signal.reason)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([promise, work]).finally(() => signal.removeEventListener('abort', giveUp))
}
