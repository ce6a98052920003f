import { histogramOf, quantileOf, sinceThen, type Histogram } from './histogram.ts'
import { valueOf, type Sample, type Samples } from './prometheus.ts'

/** What the server told at one time. */
export interface Told {
  readonly at: number
  readonly samples: Samples
}

/** Figures of one time. Rates and durations are of the time before it; where there is none, they are null. */
export interface Moment {
  readonly at: number
  readonly memory: number
  readonly queued: number
  readonly running: number
  readonly requests: number | null
  readonly messages: number | null
  readonly hits: number | null
  readonly misses: number | null
  /** Milliseconds. */
  readonly requestP50: number | null
  readonly requestP95: number | null
  readonly messageP50: number | null
  readonly messageP95: number | null
}

export const REQUESTS = 'http_server_request_duration_seconds'
export const MESSAGES = 'mcp_server_operation_duration_seconds'

/** Who looks at the server asks too, and a stream lasts as long as somebody looks: neither tells of its work. */
const watching: ReadonlySet<string> = new Set(['/metrics', '/api/v1/live'])
export const isWork = ({ http_route: route = '' }: Sample['labels']): boolean => !watching.has(route)

const withStatus = (status: string) => (sample: Sample) => sample.labels['status'] === status

/** Compares what is told now with what was told some time before. */
export function momentOf(now: Told, then: Told | undefined): Moment {
  const seconds = then ? (now.at - then.at) / 1_000 : 0
  const perSecond = (count: number): number | null => (seconds > 0 ? count / seconds : null)
  const since = (name: string): Histogram | undefined =>
    then && sinceThen(histogramOf(now.samples, name, isWork), histogramOf(then.samples, name, isWork))
  const counted = (name: string): number | null => {
    const [count, before] = [valueOf(now.samples, name), then ? valueOf(then.samples, name) : 0]
    return perSecond(count < before ? count : count - before)
  }
  const [requests, messages] = [since(REQUESTS), since(MESSAGES)]
  return {
    at: now.at,
    memory: valueOf(now.samples, 'process_resident_memory_bytes'),
    queued: valueOf(now.samples, 'wuku_jobs', withStatus('queued')),
    running: valueOf(now.samples, 'wuku_jobs', withStatus('running')),
    requests: requests ? perSecond(requests.count) : null,
    messages: messages ? perSecond(messages.count) : null,
    hits: counted('wuku_cache_hits_total'),
    misses: counted('wuku_cache_misses_total'),
    requestP50: milliseconds(requests, 0.5),
    requestP95: milliseconds(requests, 0.95),
    messageP50: milliseconds(messages, 0.5),
    messageP95: milliseconds(messages, 0.95),
  }
}

function milliseconds(histogram: Histogram | undefined, part: number): number | null {
  const seconds = histogram ? quantileOf(histogram, part) : null
  return seconds === null ? null : seconds * 1_000
}

/** One route of the server, or one tool, since the process started. */
export interface Worked {
  readonly name: string
  readonly count: number
  readonly failed: number
  readonly p50: number
  readonly p95: number
}

export function workedBy(
  samples: Samples,
  metric: string,
  nameOf: (labels: Sample['labels']) => string,
  isFailed: (labels: Sample['labels']) => boolean,
): readonly Worked[] {
  const wanted = (samples.get(`${metric}_count`) ?? []).filter(({ labels }) => isWork(labels))
  return [...Map.groupBy(wanted, ({ labels }) => nameOf(labels))]
    .filter(([name]) => name !== '')
    .map(([name, own]) => {
      const histogram = histogramOf(samples, metric, (labels) => isWork(labels) && nameOf(labels) === name)
      return {
        name,
        count: histogram.count,
        failed: own.filter(({ labels }) => isFailed(labels)).reduce((sum, { value }) => sum + value, 0),
        p50: milliseconds(histogram, 0.5) ?? 0,
        p95: milliseconds(histogram, 0.95) ?? 0,
      }
    })
    .toSorted((a, b) => b.count - a.count)
}
