import { owner } from '@wuku/kernel/base/caller'
import { totalsOf, type Metrics } from '../http/metrics.ts'
import type { FrontRecords } from './front-records.ts'
import type { Threads } from './threads.ts'

const EVERY_MS = 60_000
/** The first is taken soon, so that the page of a server that has just begun has one. */
const FIRST_MS = 3_000

interface SampledServer {
  readonly records: FrontRecords
  readonly threads: Threads
  readonly signal: AbortSignal
}

/** Measures the server once a minute, for the charts of its console. */
export function sampleServer(metrics: Metrics, { records, threads, signal }: SampledServer): void {
  let before = performance.now()
  const take = async (): Promise<void> => {
    const taken = metrics.take()
    const durations = taken.durations.toSorted((a, b) => a - b)
    const seconds = (performance.now() - before) / 1_000
    before = performance.now()
    const { documents, jobs, unmerged } = await totalsOf({ caller: owner('server'), id: '' }, threads.backend)
    const [p50, p95] = [0.5, 0.95].map((part) => durations[Math.floor(part * durations.length)])
    const measures = {
      memory: process.memoryUsage.rss(),
      threads: threads.count,
      delay: taken.delay * 1_000,
      requests: durations.length / seconds,
      p50,
      p95,
      documents: Object.values(documents).reduce((sum, each) => sum + each, 0),
      queued: jobs.queued,
      running: jobs.running,
      unmerged,
    }
    const at = Date.now()
    const samples = Object.entries(measures).flatMap(([metric, value]) =>
      value === undefined ? [] : { at, metric, value },
    )
    records.samples(samples)
  }
  // After a failure the next minute tries again.
  const again = (): void => (signal.aborted ? undefined : void take().catch(() => {}))
  setTimeout(again, FIRST_MS).unref()
  setInterval(again, EVERY_MS).unref()
}
