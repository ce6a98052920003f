import { Worker, type ResourceLimits } from 'node:worker_threads'
import { environmentFailure } from '@wuku/core/environment'
import { cancelled } from '@wuku/core/errors'

/** A few threads that answer one job at a time each; started when first needed, ended when idle. */
export interface ThreadPool<Job, Answer> {
  readonly areRunning: boolean
  /** Rejects with `ThreadDied` when the thread did not live to answer. */
  run(job: Job): Promise<Answer>
  close(): Promise<void>
}

export interface ThreadPoolOptions {
  readonly width: number
  readonly script: URL
  readonly memory: ResourceLimits
  /** A thread that has nothing to do for so long ends. */
  readonly idleMilliseconds: number
  /** A job that takes longer is taken for one that never ends. */
  readonly timeoutMilliseconds: number
}

export class ThreadDied extends Error {}

interface Thread {
  readonly worker: Worker
  retire: NodeJS.Timeout | undefined
}

export function createThreadPool<Job, Answer>(options: ThreadPoolOptions): ThreadPool<Job, Answer> {
  const all = new Set<Thread>()
  const idle: Thread[] = []
  const waiting: (() => void)[] = []

  let isClosed = false

  const acquireThread = async (): Promise<Thread> => {
    if (isClosed) throw cancelled()
    const thread = idle.pop()
    if (thread) return wake(thread)
    if (all.size < options.width) return start()
    await new Promise<void>((freed) => waiting.push(freed))
    return acquireThread()
  }
  const start = (): Thread => {
    const thread: Thread = { worker: new Worker(options.script, { resourceLimits: options.memory }), retire: undefined }
    thread.worker.on('error', () => {}).on('exit', () => end(thread))
    all.add(thread)
    return thread
  }
  const rest = (thread: Thread): void => {
    // Closing waits for the thread to end; an unreferenced one would let the process exit before its work is done.
    if (isClosed) return
    thread.worker.unref()
    thread.retire = setTimeout(() => end(thread), options.idleMilliseconds).unref()
    idle.push(thread)
    waiting.shift()?.()
  }
  const end = (thread: Thread): void => {
    if (!all.delete(thread)) return
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    void thread.worker.terminate()
    waiting.shift()?.()
  }

  return {
    get areRunning() {
      return all.size > 0
    },
    async run(job) {
      const thread = await acquireThread()
      try {
        const answer = await ask<Job, Answer>(thread.worker, job, options.timeoutMilliseconds)
        rest(thread)
        return answer
      } catch (error) {
        end(thread)
        throw error
      }
    },
    async close() {
      isClosed = true
      for (const freed of waiting.splice(0)) freed()
      await Promise.all([...all].map((thread) => thread.worker.terminate()))
    },
  }
}

function wake(thread: Thread): Thread {
  clearTimeout(thread.retire)
  thread.worker.ref()
  return thread
}

function ask<Job, Answer>(worker: Worker, job: Job, timeout: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const died = (why: string): void => reject(new ThreadDied(why))
  // Failures of the machine are not the fault of the job.
  const onError = (error: Error): void => reject(environmentFailure(error) ?? new ThreadDied(error.message))
  const onExit = (): void => died('its thread ended')
  const alarm = setTimeout(() => died(`it took more than ${timeout / 1000} s`), timeout)
  worker.once('message', resolve).once('error', onError).once('exit', onExit)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  worker.postMessage(job)
  return promise.finally(() => {
    clearTimeout(alarm)
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
  })
}
