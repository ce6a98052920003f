import type { StoreTotals } from '@wuku/kernel/operations/store-totals'
import type { AnsweredMessage, Backend, OperationCall } from '@wuku/http-kit/backend'
import type { HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import type { ObservedRequest } from './server.ts'

/** Counts since the start of the process, for Prometheus. Nothing in them is named by a user. */
export interface Metrics {
  observe(request: Pick<ObservedRequest, 'method' | 'route' | 'status' | 'milliseconds'>): void
  answered(message: AnsweredMessage): void
  text(totals: StoreTotals, residentBytes: number): string
  /** Milliseconds of the requests since this was asked last, the first few thousand. */
  takeDurations(): readonly number[]
}

const MAX_DURATIONS = 5_000

/** Seconds, as OpenTelemetry advises for requests. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const

/** A client may call its method anything. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Routes of somebody who looks at the server: no work of it. */
const isWatching = /^(?:\/metrics|\/(?:health|ready|live)z|\/api\/v1\/live)$/

export function createMetrics(): Metrics {
  const requests = createHistogram('http_server_request_duration_seconds', 'Duration of HTTP requests.')
  const messages = createHistogram('mcp_server_operation_duration_seconds', 'Duration of MCP messages.')
  const counted = { refused: 0, limited: 0 }
  let durations: number[] = []
  return {
    observe({ method, route = '', status, milliseconds }) {
      if (status === 401) counted.refused++
      if (status === 429) counted.limited++
      const labels = {
        http_request_method: methods.has(method) ? method : '_OTHER',
        http_route: route,
        http_response_status_code: String(status),
      }
      requests.add(labels, milliseconds / 1_000)
      if (!isWatching.test(route) && durations.length < MAX_DURATIONS) durations.push(milliseconds)
    },
    takeDurations() {
      const taken = durations
      durations = []
      return taken
    },
    answered({ method, tool, error, milliseconds }) {
      const labels = { mcp_method_name: method, gen_ai_tool_name: tool ?? '', error_type: error ?? '' }
      messages.add(labels, milliseconds / 1_000)
    },
    text: ({ jobs, oldest_job_seconds: oldest, documents, cache, unmerged }, residentBytes) =>
      [
        ...requests.lines(),
        ...messages.lines(),
        ...family('wuku_jobs', 'gauge', 'Jobs that are kept, by status.', byName('status', jobs)),
        ...single('wuku_oldest_job_seconds', 'gauge', 'Since when the oldest job waits.', oldest),
        ...family('wuku_documents', 'gauge', 'Documents, by storehouse.', byName('kind', documents)),
        ...single('wuku_cache_hits_total', 'counter', 'Answers that were cached.', cache.hits),
        ...single('wuku_cache_misses_total', 'counter', 'Answers that were not cached.', cache.misses),
        ...single('wuku_unmerged_segments', 'gauge', 'Parts of the index that wait to be merged.', unmerged),
        ...single('wuku_auth_failures_total', 'counter', 'Requests answered with 401.', counted.refused),
        ...single('wuku_rate_limited_total', 'counter', 'Requests answered with 429.', counted.limited),
        ...single('process_resident_memory_bytes', 'gauge', 'Resident memory of the process.', residentBytes),
        '',
      ].join('\n'),
  }
}

type Labels = Readonly<Record<string, string>>

interface Series {
  readonly labels: Labels
  /** Values up to each bound; each is counted in one bucket. */
  readonly buckets: number[]
  count: number
  sum: number
}

function createHistogram(name: string, help: string) {
  const series = new Map<string, Series>()
  return {
    add(labels: Labels, value: number): void {
      const key = labelText(labels)
      const found = series.get(key) ?? { labels, buckets: bounds.map(() => 0), count: 0, sum: 0 }
      series.set(key, found)
      const at = bounds.findIndex((bound) => value <= bound)
      if (at >= 0) found.buckets[at] = (found.buckets[at] ?? 0) + 1
      found.count++
      found.sum += value
    },
    lines: (): string[] => family(name, 'histogram', help, [...series.values()].flatMap(linesOf)),
  }
}

function linesOf({ labels, buckets, count, sum }: Series): Sample[] {
  let upTo = 0
  const counted = bounds.map((bound, at): Sample => {
    upTo += buckets[at] ?? 0
    return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: upTo }
  })
  return [
    ...counted,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]
}

interface Sample {
  readonly suffix?: string
  readonly labels?: Labels
  readonly value: number
}

const family = (name: string, type: string, help: string, samples: readonly Sample[]): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`),
]

const single = (name: string, type: string, help: string, value: number): string[] =>
  family(name, type, help, [{ value }])

const byName = (label: string, values: Readonly<Record<string, number>>): readonly Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

function labelText(labels: Labels): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return written.length === 0 ? '' : `{${written.join(',')}}`
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

export interface MetricsRouteInput {
  readonly metrics: Metrics
  now(): number
  residentBytes(): number
}

/** Monitors ask often, and each of several: what the store is asked for is shared between them. */
const CACHE_MS = 5_000

export function metricsRoute({ metrics, now, residentBytes }: MetricsRouteInput): Route {
  let cached: { readonly at: number; readonly totals: Promise<StoreTotals> } | undefined
  const ask = (request: HttpRequest, context: RouteContext): Promise<StoreTotals> => {
    if (cached && now() - cached.at < CACHE_MS) return cached.totals
    const totals = totalsOf(request, context.backend)
    cached = { at: now(), totals }
    totals.catch(() => (cached = undefined))
    return totals
  }
  return {
    method: 'GET',
    path: '/metrics',
    level: 'admin',
    changes: false,
    description: { tag: 'health', title: 'Metrics in the text format of Prometheus', mediaType: 'text/plain' },
    answer: async (request, context) => ({
      headers: { 'Content-Type': 'text/plain; version=0.0.4' },
      body: metrics.text(await ask(request, context), residentBytes()),
    }),
  }
}

/** Others may wait for the same answer, so that it is not given up with the request. */
export async function totalsOf(
  { caller, id }: Pick<OperationCall, 'caller'> & { readonly id: string },
  backend: Backend,
): Promise<StoreTotals> {
  const { signal } = new AbortController()
  const call = {
    operation: 'store-totals',
    input: {},
    caller,
    surface: 'rest',
    requestId: id,
    isPart: true,
    signal,
  } as const
  return (await backend.run(call)).output as StoreTotals
}
