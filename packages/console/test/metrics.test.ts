import { describe, expect, it } from 'vitest'
import { histogramOf, quantileOf, type Histogram } from '../src/rooms/statistics/histogram.ts'
import { MESSAGES, REQUESTS, workedBy } from '../src/rooms/statistics/worked.ts'
import { parseMetrics, valueOf } from '../src/rooms/statistics/prometheus.ts'

const text = `# HELP wuku_jobs Jobs that are kept, by status.
# TYPE wuku_jobs gauge
wuku_jobs{status="queued"} 2
wuku_jobs{status="running"} 1
said{a="b\\"c\\\\d\\ne",other="x,y}"} 4.5e-2 1700000000
endless +Inf
broken one two three

process_resident_memory_bytes 1e8
`

describe('the text format of Prometheus', () => {
  it.each([
    [
      'wuku_jobs',
      [
        { labels: { status: 'queued' }, value: 2 },
        { labels: { status: 'running' }, value: 1 },
      ],
    ],
    ['said', [{ labels: { a: 'b"c\\d\ne', other: 'x,y}' }, value: 0.045 }]],
    ['endless', [{ labels: {}, value: Infinity }]],
    ['process_resident_memory_bytes', [{ labels: {}, value: 100_000_000 }]],
    ['broken', undefined],
    ['#', undefined],
  ])('tells %s', (name, samples) => expect(parseMetrics(text).get(name)).toEqual(samples))

  it('sums what is wanted, and nothing is zero', () => {
    const samples = parseMetrics(text)
    expect(valueOf(samples, 'wuku_jobs')).toBe(3)
    expect(valueOf(samples, 'wuku_jobs', ({ labels }) => labels['status'] === 'queued')).toBe(2)
    expect(valueOf(samples, 'unknown')).toBe(0)
  })
})

const histogram = (...counts: readonly number[]): Histogram => {
  const bounds = [0.1, 0.5, 1, Infinity]
  return { upTo: counts.map((count, at) => ({ bound: bounds[at] ?? 0, count })), count: counts.at(-1) ?? 0 }
}

it.each([
  ['the middle of the first bucket', histogram(10, 10, 10, 10), 0.5, 0.05],
  ['a part of the second', histogram(0, 10, 10, 10), 0.5, 0.3],
  ['a bound', histogram(5, 10, 10, 10), 0.5, 0.1],
  ['beyond all bounds: the last one', histogram(0, 0, 1, 10), 0.95, 1],
  ['of no values', histogram(0, 0, 0, 0), 0.5, null],
])('quantiles: %s', (_, given, part, value) => {
  const found = quantileOf(given, part)
  if (value === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(value)
})

/** Requests of a route, so many within 10 ms and all within 100 ms. */
const series = (metric: string, labels: string, fast: number, all: number): string =>
  [
    `${metric}_bucket{${labels},le="0.01"} ${fast}`,
    `${metric}_bucket{${labels},le="0.1"} ${all}`,
    `${metric}_bucket{${labels},le="+Inf"} ${all}`,
    `${metric}_count{${labels}} ${all}`,
  ].join('\n')
const route = (path: string, status = '200'): string =>
  `http_request_method="GET",http_route="${path}",http_response_status_code="${status}"`
const after = parseMetrics(
  [
    series(REQUESTS, route('/a'), 20, 30),
    series(REQUESTS, route('/a', '500'), 0, 10),
    series(REQUESTS, route('/metrics'), 15, 15),
    series(MESSAGES, 'mcp_method_name="tools/call",gen_ai_tool_name="recall",error_type=""', 6, 6),
    'wuku_cache_hits_total 24',
  ].join('\n'),
)

const nameOf = ({ http_route: name = '' }: Readonly<Record<string, string>>): string => name
const isFailed = ({ http_response_status_code: status = '' }: Readonly<Record<string, string>>): boolean =>
  status >= '500'

describe('what was worked', () => {
  it('sum up routes, the busiest first', () =>
    expect(workedBy(after, REQUESTS, nameOf, isFailed)).toMatchObject([{ name: '/a', count: 40, failed: 10 }]))

  it('read every histogram of one name as one', () => expect(histogramOf(after, REQUESTS).count).toBe(55))
})
