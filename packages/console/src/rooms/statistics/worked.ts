import { histogramOf, quantileOf, type Histogram } from './histogram.ts'
import type { Sample, Samples } from './prometheus.ts'

export const REQUESTS = 'http_server_request_duration_seconds'
export const MESSAGES = 'mcp_server_operation_duration_seconds'

/** Who looks at the server asks too, and a stream lasts as long as somebody looks: neither tells of its work. */
const watching: ReadonlySet<string> = new Set(['/metrics', '/api/v1/live'])
export const isWork = ({ http_route: route = '' }: Sample['labels']): boolean => !watching.has(route)

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
        p50: milliseconds(histogram, 0.5),
        p95: milliseconds(histogram, 0.95),
      }
    })
    .toSorted((a, b) => b.count - a.count)
}

function milliseconds(histogram: Histogram, part: number): number {
  return (quantileOf(histogram, part) ?? 0) * 1_000
}
