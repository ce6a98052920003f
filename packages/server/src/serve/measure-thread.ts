import { monitorEventLoopDelay } from 'node:perf_hooks'
import { threadId } from 'node:worker_threads'
import type { Store } from '@wuku/core/ports/store'
import type { ThreadMeasures } from '@wuku/http-kit/backend'

const EVERY_MS = 5_000
/** The first is taken soon, so that a server that has just begun has one. */
const FIRST_MS = 1_000

interface MeasuredThread {
  /** Absent while the thread has none open. */
  store(): Pick<Store, 'measures'> | undefined | Promise<Pick<Store, 'measures'> | undefined>
  report(measures: ThreadMeasures): void
}

/** Reports every few seconds how the thread and its store do: metrics and the charts of the console are made of it. */
export function measureThread({ store, report }: MeasuredThread): void {
  const loop = monitorEventLoopDelay()
  loop.enable()
  const measure = async (): Promise<void> => {
    const delay = loop.percentile(99) / 1e9
    loop.reset()
    report({ thread: threadId, delay, store: await (await store())?.measures?.() })
  }
  // After a failure the next turn tries again.
  const again = (): void => void measure().catch(() => {})
  setTimeout(again, FIRST_MS).unref()
  setInterval(again, EVERY_MS).unref()
}
